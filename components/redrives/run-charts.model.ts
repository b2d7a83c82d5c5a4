import type { RedriveSeriesPage } from '@/lib/console/operations/redrives/views';

/** Every step of the run, those in which nothing happened included: a rate falls to zero, a share stays. */
function everyStep({ stepMs, steps }: RedriveSeriesPage): number[] {
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return [];
  const from = Date.parse(first.at);
  const count = Math.round((Date.parse(last.at) - from) / stepMs) + 2;
  return Array.from({ length: count }, (_, step) => from + step * stepMs);
}

/** Messages per second in each step, up to where it was stopped. Pure. */
export function releasePoints(
  series: RedriveSeriesPage,
  stoppedAt: string | null,
): { readonly atMs: number; readonly released: number }[] {
  const released = new Map(series.steps.map((step) => [Date.parse(step.at), step.released]));
  const perSecond = 1000 / series.stepMs;
  const points = everyStep(series).map((atMs) => ({ atMs, released: (released.get(atMs) ?? 0) * perSecond }));
  const stopMs = stoppedAt === null ? null : Date.parse(stoppedAt);
  const last = points.at(-1);
  return stopMs === null || last === undefined || stopMs <= last.atMs
    ? points
    : [...points, { atMs: stopMs, released: 0 }];
}

/** Percent of the last first deliveries that failed, as of each step, with the line it stops at. Pure. */
export function sharePoints(
  series: RedriveSeriesPage,
  stopShare: number | null,
): { readonly atMs: number; readonly share: number; readonly line: number | null }[] {
  const shares = new Map(series.steps.map((step) => [Date.parse(step.at), step.failedShare]));
  let share = 0;
  return everyStep(series).map((atMs) => {
    share = shares.get(atMs) ?? share;
    return { atMs, share: share * 100, line: stopShare === null ? null : stopShare * 100 };
  });
}
