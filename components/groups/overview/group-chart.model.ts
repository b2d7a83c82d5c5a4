import type { HistoryView } from '@/lib/console/operations/backlog/history';

export interface LevelPoint {
  readonly atMs: number;
  readonly ready: number | null;
  readonly dead: number | null;
}

/** A point for each step of the range from the first that was written on; a step that was not written is unknown. */
export function levelPoints({ to, stepSeconds, points }: HistoryView): readonly LevelPoint[] {
  const [first] = points;
  if (first === undefined) return [];
  const known = new Map(points.map(({ at, values }) => [Date.parse(at), values]));
  const stepMs = stepSeconds * 1_000;
  const firstMs = Date.parse(first.at);
  const count = Math.max(1, Math.floor((Date.parse(to) - firstMs) / stepMs));
  return Array.from({ length: count }, (_, place) => {
    const atMs = firstMs + place * stepMs;
    const values = known.get(atMs);
    return { atMs, ready: values?.['ready'] ?? null, dead: values?.['dead'] ?? null };
  });
}
