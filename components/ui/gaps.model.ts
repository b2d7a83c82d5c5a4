export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Stretches of a chart in which nothing is known: from the first point without a value to the next one with it. */
export function gapsOf(points: readonly { readonly atMs: number; readonly isKnown: boolean }[]): Gap[] {
  const found: Gap[] = [];
  let fromMs: number | null = null;
  for (const { atMs, isKnown } of points) {
    if (isKnown && fromMs !== null) found.push({ fromMs, toMs: atMs });
    fromMs = isKnown ? null : (fromMs ?? atMs);
  }
  const last = points.at(-1);
  if (fromMs !== null && last !== undefined && last.atMs > fromMs) found.push({ fromMs, toMs: last.atMs });
  return found;
}

/** The first point of a chart: of its range, or of what it is about when that is younger. */
export function beginOf(
  { from, since }: { readonly from: string; readonly since: string | null },
  stepMs: number,
): number {
  const beginMs = Math.max(Date.parse(from), since === null ? 0 : Date.parse(since));
  return Math.floor(beginMs / stepMs) * stepMs;
}

/** A point is written within so much of its time. */
const WRITTEN_MS = 30_000;

/** Without the newest points that have not been written yet: they are no gap. */
export function dropUnwritten<Point extends { readonly atMs: number }>(
  points: readonly Point[],
  stepMs: number,
  isKnown: (point: Point) => boolean,
): readonly Point[] {
  const last = points.findLastIndex(isKnown);
  const newestMs = points.at(-1)?.atMs ?? 0;
  const dueMs = newestMs - Math.max(stepMs, WRITTEN_MS);
  return points.filter(({ atMs }, index) => index <= last || atMs < dueMs);
}
