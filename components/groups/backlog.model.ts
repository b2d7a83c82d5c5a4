import type { HistoryView } from '@/lib/console/queries/history';

export const ranges = [
  { value: '1h', label: '1 h' },
  { value: '6h', label: '6 h' },
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
  { value: '14d', label: '14 d' },
] as const;
export type Range = (typeof ranges)[number]['value'];

export function readRange(text: string | undefined): Range {
  return ranges.find(({ value }) => value === text)?.value ?? '1h';
}

export interface ChartPoint {
  readonly atMs: number;
  readonly ready: number | null;
  readonly inFlight: number | null;
  readonly waiting: number | null;
  readonly total: number | null;
}

/** One point per step of the whole range: a step that nobody wrote is a gap, not 0. */
export function chartPoints({ from, to, stepSeconds, points }: HistoryView): ChartPoint[] {
  const stepMs = stepSeconds * 1_000;
  const known = new Map(points.map(({ at, values }) => [Date.parse(at), values]));
  const first = Math.floor(Date.parse(from) / stepMs) * stepMs;
  const found: ChartPoint[] = [];
  for (let atMs = first; atMs < Date.parse(to); atMs += stepMs) {
    const values = known.get(atMs) ?? {};
    const { ready = null, inFlight = null, waiting = null, backlog: total = null } = values;
    found.push({ atMs, ready, inFlight, waiting, total });
  }
  return found;
}

/** "12 of 360 points are unknown": the end of the range, not written yet, is not counted. */
export function unknownPoints(points: readonly ChartPoint[]): number {
  const last = points.findLastIndex(({ inFlight }) => inFlight !== null);
  return points.slice(0, last + 1).filter(({ ready }) => ready === null).length;
}
