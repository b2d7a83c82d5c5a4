import type { MessageTimeline, TimelineDelivery } from '@/lib/model/message/timeline';
import { t } from '@/lib/model/language/t';

export type MarkKind = 'failed' | 'restarted' | 'revoked' | 'consumed' | 'running' | 'future' | 'death' | 'dead';

export interface StripMark {
  readonly kind: MarkKind;
  readonly attempt: number | null;
  readonly at: string;
  /** 0 to 100. */
  readonly x: number;
  /** Printed above; null where another mark's is too near. A run of near ones reads "2–6". */
  readonly label: string | null;
  /** Its time, printed below; null where there is no room. */
  readonly showTime: boolean;
}

export interface StripView {
  readonly marks: readonly StripMark[];
  readonly lease: { readonly from: number; readonly to: number } | null;
  readonly ticks: readonly { readonly at: string; readonly x: number }[];
  readonly nowX: number;
  /** Text alternative. */
  readonly alt: string;
}

/** Of marks side by side: room for the mark and the number above it. */
const GAP = 2.4;
const TIME_ROOM = 11;
const TICK_ROOM = 9;
const TICKS = 7;

/** What was not counted has the number of the one that followed: it is in the table alone. */
type Shown = TimelineDelivery & { readonly state: Exclude<TimelineDelivery['state'], 'lost'> };

/**
 * Where everything of the current life stands on one axis of time. Intervals of a policy grow: the axis is the square
 * root of the time since the first delivery, so that the first ones do not overlap. Null: nothing to draw. Pure.
 */
export function stripOf(timeline: MessageTimeline, nowMs: number): StripView | null {
  const life = timeline.deliveries.filter(
    (delivery): delivery is Shown =>
      delivery.generation === timeline.generation && delivery.startedAt !== null && delivery.state !== 'lost',
  );
  const future = timeline.prediction?.next ?? [];
  if (life.length === 0 && (future.length === 0 || timeline.prediction?.fromNow === true)) return null;
  // the sentence says enough about a life of one finished delivery
  if (timeline.prediction === null && life.length === 1) return null;
  const running = timeline.state === 'in-flight' ? life.at(-1) : undefined;
  const deathAt = deathOf(timeline);
  const past = life.map(toPast(timeline.asOf));
  const coming = future.map(({ attempt, at }) => ({ kind: 'future' as const, attempt, at }));
  const shown = [...past, ...coming];
  const ends = [...life.map(({ endedAt }) => endedAt), deathAt, running?.leaseEndsAt ?? null].filter(
    (at) => at !== null,
  );
  const now = timeline.prediction === null ? [] : [nowMs];
  const axis = axisOf(
    shown.map(({ at }) => Date.parse(at)),
    [...ends.map((at) => Date.parse(at)), ...now],
    deathAt !== null && timeline.deadAt === null ? 86 : 96,
  );
  const marks = withLabels(shown.map((mark) => ({ ...mark, x: axis.place(mark.at) })));
  if (deathAt !== null) {
    const kind = timeline.deadAt === null ? 'death' : 'dead';
    const x = Math.min(98, axis.place(deathAt) + 1.8);
    marks.push({ kind, attempt: null, at: deathAt, x, label: null, showTime: false });
  }
  return {
    marks,
    lease:
      running?.startedAt == null || running.leaseEndsAt === null
        ? null
        : { from: axis.place(running.startedAt), to: axis.place(running.leaseEndsAt) },
    ticks: ticksOf(axis),
    nowX: axis.place(new Date(nowMs).toISOString()),
    alt: altOf(life.length, future.length, deathAt, timeline.deadAt !== null),
  };
}

/** While the last delivery runs, its failure is the death, and that has no time. */
function deathOf({ deadAt, state, prediction }: MessageTimeline): string | null {
  if (deadAt !== null || prediction === null) return deadAt;
  return state === 'in-flight' && prediction.next.length === 0 ? null : prediction.diesAt;
}

function toPast(asOf: string): (delivery: Shown) => Pick<StripMark, 'kind' | 'attempt' | 'at'> {
  return ({ state, attempt, startedAt, endedAt }) => ({
    kind: state === 'in-flight' ? 'running' : state,
    attempt,
    at: (state === 'consumed' ? endedAt : startedAt) ?? asOf,
  });
}

interface Axis {
  readonly from: number;
  readonly to: number;
  /** 2 at the first; room for marks at both ends. */
  readonly place: (at: string) => number;
  /** The time at a share of the width, 0 to 1: the inverse of `place`. */
  readonly timeAt: (share: number) => number;
}

/**
 * @param marks in their order: two that are nearer than a mark is wide are moved apart, and all times between them move
 *   with them, so that "now" stays on the right side of each.
 */
function axisOf(marks: readonly number[], others: readonly number[], end: number): Axis {
  const times = [...marks, ...others];
  const from = Math.min(...times);
  const span = Math.max(1000, Math.max(...times) - from);
  const root = (ms: number): number => 2 + Math.sqrt(Math.min(Math.max(ms - from, 0), span) / span) * (end - 2);
  const ordered = [...new Set(marks)].toSorted((a, b) => a - b);
  const gap = Math.min(GAP, (end - 2) / Math.max(1, ordered.length));
  const anchors: { ms: number; x: number }[] = [];
  for (const ms of ordered) anchors.push({ ms, x: Math.max(root(ms), (anchors.at(-1)?.x ?? 2 - gap) + gap) });
  // what was moved beyond the end moves back
  anchors.toReversed().forEach((anchor, index) => {
    anchor.x = Math.min(anchor.x, end - index * gap);
  });
  const stops = [{ ms: from, x: 2 }, ...anchors, { ms: from + span, x: end }];
  const place = (at: string): number => {
    const ms = Math.min(Math.max(Date.parse(at), from), from + span);
    const next = stops.findIndex((stop, index) => index > 0 && stop.ms >= ms);
    const [left, right] = [stops[next - 1], stops[next]];
    if (left === undefined || right === undefined) return 2;
    const width = root(right.ms) - root(left.ms);
    return width <= 0 ? right.x : left.x + ((root(ms) - root(left.ms)) / width) * (right.x - left.x);
  };
  const timeAt = (share: number): number => {
    const x = 2 + share * (end - 2);
    const next = stops.findIndex((stop, index) => index > 0 && stop.x >= x);
    const [left, right] = [stops[next - 1], stops[next]];
    if (left === undefined || right === undefined || right.x <= left.x) return from + span;
    const at = root(left.ms) + ((x - left.x) / (right.x - left.x)) * (root(right.ms) - root(left.ms));
    return from + ((at - 2) / (end - 2)) ** 2 * span;
  };
  return { from, to: from + span, place, timeAt };
}

type Placed = Omit<StripMark, 'label' | 'showTime'>;

/** One label per cluster of near marks; times below only future marks with room. */
function withLabels(placed: readonly Placed[]): StripMark[] {
  const marks: StripMark[] = [];
  let lastTimeX = Number.NEGATIVE_INFINITY;
  for (let start = 0; start < placed.length;) {
    const first = placed[start];
    if (first === undefined) break;
    let end = start;
    while (end + 1 < placed.length && (placed[end + 1]?.x ?? 0) - first.x < GAP - 0.01) end += 1;
    const last = placed[end] ?? first;
    const label = start === end ? String(first.attempt) : `${first.attempt}–${last.attempt}`;
    for (let index = start; index <= end; index += 1) {
      const mark = placed[index];
      if (mark === undefined) continue;
      const showTime = mark.kind === 'future' && mark.x - lastTimeX >= TIME_ROOM && mark.x < 92;
      if (showTime) lastTimeX = mark.x;
      marks.push({ ...mark, label: index === start ? label : null, showTime });
    }
    start = end + 1;
  }
  return marks;
}

const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * 1000,
);

/** Round times with room for their words; the first is that of the first mark as it is. */
function ticksOf({ from, to, place, timeAt }: Axis): { at: string; x: number }[] {
  const ticks = [{ at: new Date(from).toISOString(), x: 2 }];
  for (let index = 1; index <= TICKS; index += 1) {
    const wanted = timeAt(index / TICKS);
    const room = wanted - timeAt((index - 1) / TICKS);
    const step = STEPS_MS.findLast((ms) => ms * 2 <= room) ?? 1000;
    const ms = Math.round(wanted / step) * step;
    const at = new Date(ms).toISOString();
    const x = place(at);
    if (ms <= to && x - (ticks.at(-1)?.x ?? 0) >= TICK_ROOM) ticks.push({ at, x });
  }
  return ticks;
}

function altOf(past: number, future: number, deathAt: string | null, isDead: boolean): string {
  const counts = { past, future };
  if (deathAt === null)
    return t(
      `Attempts on a square-root time axis: {past, number} so far, {future, number} to come if they fail. The table
      below has each with its times.`,
      counts,
    );
  return isDead
    ? t(
        `Attempts on a square-root time axis: {past, number} so far, {future, number} to come if they fail, dead letter
        since {time}. The table below has each with its times.`,
        { ...counts, time: deathAt },
      )
    : t(
        `Attempts on a square-root time axis: {past, number} so far, {future, number} to come if they fail, moves to the
        DLQ at {time} unless one succeeds. The table below has each with its times.`,
        { ...counts, time: deathAt },
      );
}
