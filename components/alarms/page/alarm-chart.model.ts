import { type Gap, gapsOf } from '@/components/ui/gaps.model';
import type { ChangeView } from '@/lib/console/operations/groups/views';

export interface ChartMark {
  readonly letter: string;
  readonly atMs: number;
  readonly change: ChangeView;
}

const LETTERS = 'ABCDEF';

/** Letters for the changes nearest to the alarm, in the order of time. @param changes newest first */
export function marksOf(changes: readonly ChangeView[], firedAt: string): ChartMark[] {
  const fired = Date.parse(firedAt);
  const near = changes.toSorted((a, b) => Math.abs(Date.parse(a.at) - fired) - Math.abs(Date.parse(b.at) - fired));
  return near
    .slice(0, LETTERS.length)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map((change, index) => ({ letter: LETTERS[index] ?? '', atMs: Date.parse(change.at), change }));
}

export interface Point {
  readonly atMs: number;
  readonly value: number | null;
}

export interface Series {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly points: readonly Point[];
  readonly line: number | null;
  /** Deaths, in steps of equal length over the whole time. */
  readonly bars: readonly number[];
}

/** Without the time before the first number, where that is more than half: what is young is not all hatching. */
export function sinceFirstNumber(series: Series): Series {
  const { fromMs, untilMs, points, bars } = series;
  const first = points.find(({ value }) => value !== null)?.atMs ?? fromMs;
  if (first - fromMs <= (untilMs - fromMs) / 2) return series;
  // at the edge of a bar, one before the first number
  const stepMs = (untilMs - fromMs) / Math.max(1, bars.length || 24);
  const left = Math.max(0, Math.floor((first - fromMs) / stepMs) - 1);
  const begins = fromMs + left * stepMs;
  return { ...series, fromMs: begins, points: points.filter(({ atMs }) => atMs >= begins), bars: bars.slice(left) };
}

/** Where the value first reached the line; null: it did not while it was known. */
export function crossingOf(points: readonly Point[], line: number | null): Point | null {
  if (line === null) return null;
  return points.find(({ value }) => value !== null && value >= line) ?? null;
}

/** Runs of known points: a gap is not drawn as a line to zero. */
export function runsOf(points: readonly Point[]): readonly (readonly { atMs: number; value: number }[])[] {
  const runs: { atMs: number; value: number }[][] = [];
  let run: { atMs: number; value: number }[] | null = null;
  for (const { atMs, value } of points) {
    if (value === null) {
      run = null;
      continue;
    }
    if (run === null) runs.push((run = []));
    run.push({ atMs, value });
  }
  return runs;
}

/** A number is written within so much of its time. */
const WRITTEN_MS = 90_000;

/** Stretches without a number, before the first and after the last one included. */
export function unknownOf(points: readonly Point[], fromMs: number, untilMs: number): readonly Gap[] {
  const known = points.map(({ atMs, value }) => ({ atMs, isKnown: value !== null }));
  const [first, last] = [points[0]?.atMs ?? untilMs, points.at(-1)?.atMs ?? fromMs];
  return gapsOf([
    ...(first - fromMs > WRITTEN_MS ? [{ atMs: fromMs, isKnown: false }] : []),
    ...known,
    ...(untilMs - last > WRITTEN_MS
      ? [
          { atMs: last + 1, isKnown: false },
          { atMs: untilMs, isKnown: false },
        ]
      : []),
  ]);
}

/** Places in order, moved so that each is at least `least` after the one before and none is beyond `most`. */
export function apart(places: readonly number[], least: number, most: number): readonly number[] {
  const moved: number[] = [];
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? -Infinity) + least));
  let limit = most;
  for (let index = moved.length - 1; index >= 0; index -= 1) {
    moved[index] = Math.min(moved[index] ?? limit, limit);
    limit = (moved[index] ?? limit) - least;
  }
  return moved;
}
