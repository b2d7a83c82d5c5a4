import { beginOf, dropUnwritten } from '@/components/ui/gaps.model';
import type { HistoryView } from '@/lib/console/operations/backlog/history';

export interface ChartPoint {
  readonly atMs: number;
  readonly ready: number | null;
  readonly inFlight: number | null;
  readonly waiting: number | null;
  readonly total: number | null;
  /** In this step. */
  readonly died: number | null;
}

/**
 * One point per step of the range, from when the group was made on: a step without a sample is a gap, not 0. The newest
 * ones are left out until they are due. Empty: nothing is known.
 */
export function chartPoints({ from, to, since, stepSeconds, points }: HistoryView): readonly ChartPoint[] {
  const stepMs = stepSeconds * 1_000;
  const known = new Map(points.map(({ at, values }) => [Date.parse(at), values]));
  const first = beginOf({ from, since }, stepMs);
  const found: ChartPoint[] = [];
  for (let atMs = first; atMs < Date.parse(to); atMs += stepMs) {
    const values = known.get(atMs) ?? {};
    const { ready = null, inFlight = null, waiting = null, backlog: total = null, died = null } = values;
    found.push({ atMs, ready, inFlight, waiting, total, died });
  }
  const isKnown = ({ ready }: ChartPoint): boolean => ready !== null;
  return found.some(isKnown) ? dropUnwritten(found, stepMs, isKnown) : [];
}
