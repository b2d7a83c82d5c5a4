import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface CausePlace {
  readonly groupId: number;
  readonly fingerprint: string;
}

interface TideRow {
  /** Which of those asked for, from 0. */
  readonly index: number;
  /** Which step, from 0. */
  readonly step: number;
  readonly count: number;
}

/** How many of each cause that are dead now died in which step of time: reads of the index of causes alone. */
export async function causeTides(
  db: Queryable,
  causes: readonly CausePlace[],
  { from, stepMs, steps }: { readonly from: Date; readonly stepMs: number; readonly steps: number },
): Promise<number[][]> {
  const tides = causes.map(() => Array.from({ length: steps }, () => 0));
  if (causes.length === 0) return tides;
  const { rows } = await db.query<TideRow>(
    sql(
      `SELECT w.place::int - 1 AS index, t.step, t.n AS count
         FROM unnest($groupIds::int[], $fingerprints::text[]) WITH ORDINALITY w (group_id, fingerprint, place)
        CROSS JOIN LATERAL (
          SELECT s.step, count(*) AS n
            FROM (SELECT floor(extract(epoch FROM d.dead_at - $from::timestamptz) * 1000 / $stepMs)::int AS step
                    FROM dead_letter d WHERE d.group_id = w.group_id AND d.fingerprint = w.fingerprint
                     AND d.dead_at >= $from) s
           GROUP BY s.step) t`,
      {
        groupIds: causes.map(({ groupId }) => groupId),
        fingerprints: causes.map(({ fingerprint }) => fingerprint),
        from,
        stepMs,
      },
    ),
  );
  for (const { index, step, count } of rows) {
    const tide = tides[index];
    // What died while this is read is of the last step.
    if (tide !== undefined) tide[Math.min(step, steps - 1)] = (tide[Math.min(step, steps - 1)] ?? 0) + count;
  }
  return tides;
}
