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
      // Each step is a stretch of the index: to work out the step of each letter takes several times as long.
      `SELECT w.place::int - 1 AS index, s.step, n.n AS count
         FROM unnest($groupIds::int[], $fingerprints::text[]) WITH ORDINALITY w (group_id, fingerprint, place)
        CROSS JOIN generate_series(0, $steps::int - 1) s (step)
        CROSS JOIN LATERAL (
          SELECT count(*) AS n FROM dead_letter d WHERE d.group_id = w.group_id AND d.fingerprint = w.fingerprint
             AND d.dead_at >= $from::timestamptz + s.step * $stepMs * interval '1 ms'
             -- What dies while this is read is of the last step.
             AND d.dead_at < CASE WHEN s.step = $steps - 1 THEN 'infinity'
               ELSE $from + (s.step + 1) * $stepMs * interval '1 ms' END) n
        WHERE n.n > 0`,
      {
        groupIds: causes.map(({ groupId }) => groupId),
        fingerprints: causes.map(({ fingerprint }) => fingerprint),
        ...{ from, stepMs, steps },
      },
    ),
  );
  for (const { index, step, count } of rows) {
    const tide = tides[index];
    if (tide !== undefined) tide[step] = count;
  }
  return tides;
}
