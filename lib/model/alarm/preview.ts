import { type AlarmState, QUIET, stepAlarm } from './machine';
import type { AlarmRule } from './rule';
import type { PreviewPoint } from './series';

export interface PreviewFiring {
  readonly fromMs: number;
  /** Null: it would fire still. */
  readonly untilMs: number | null;
  readonly peak: number | null;
}

export interface RulePreview {
  /** The newest 500, oldest first. Null: the history does not keep what this rule watches; `reason` says so. */
  readonly firings: readonly (PreviewFiring & { readonly subject: string })[] | null;
  /** How often it would have fired, what is not in `firings` included. */
  readonly times: number;
  readonly reason: string | null;
  readonly fromMs: number;
  readonly untilMs: number;
  /**
   * The first moment of which any subject's number is kept: whether it would have fired before is unknown. Null: none
   * is.
   */
  readonly knownFromMs: number | null;
  /** Of the subject that fires most; at most 300. */
  readonly chart: { readonly subject: string; readonly points: readonly PreviewPoint[] } | null;
  readonly subjects: number;
  /** There are more subjects than were evaluated. */
  readonly more: boolean;
}

/** What a rule would have done with these numbers, oldest first. */
export function previewAlarm(rule: AlarmRule, points: readonly PreviewPoint[]): PreviewFiring[] {
  const firings: PreviewFiring[] = [];
  let state: AlarmState = QUIET;
  let open = null as PreviewFiring | null;
  for (const { atMs, ...seen } of points) {
    const { value } = seen;
    const result = stepAlarm({ ...rule, repeatMs: 0 }, state, { ...seen, nowMs: atMs });
    state = result.state;
    if (open !== null && result.step === 'fired-again') firings.push({ ...open, untilMs: atMs });
    if (result.step === 'fired' || result.step === 'fired-again') open = { fromMs: atMs, untilMs: null, peak: value };
    else if (open !== null && value !== null) open = { ...open, peak: Math.max(open.peak ?? value, value) };
    if (open !== null && result.step === 'resolved') {
      firings.push({ ...open, untilMs: atMs });
      open = null;
    }
  }
  return open === null ? firings : [...firings, open];
}

/** Time before the first known value is not a gap: it is not evaluated. */
export function sinceKnown(points: readonly PreviewPoint[]): readonly PreviewPoint[] {
  const first = points.findIndex(({ value }) => value !== null);
  return first < 0 ? [] : points.slice(first);
}

/** At most `count` points: the highest value of each interval, unknown only where all of it is. */
export function thinOut(points: readonly PreviewPoint[], count: number): PreviewPoint[] {
  const stretch = Math.ceil(points.length / count);
  if (stretch <= 1) return [...points];
  const thin: PreviewPoint[] = [];
  for (let from = 0; from < points.length; from += stretch) {
    const part = points.slice(from, from + stretch);
    const known = part.map(({ value }) => value).filter((value) => value !== null);
    thin.push({ atMs: part[0]?.atMs ?? 0, value: known.length === 0 ? null : Math.max(...known) });
  }
  return thin;
}
