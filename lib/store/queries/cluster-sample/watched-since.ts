import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A step is due every 10 s; after longer than this, what happened meanwhile may not have been seen. */
const LONGEST_GAP_S = 60;

/** Since when a cluster is sampled without a gap, within `windowMs`; null: it is not sampled now. */
export async function clusterWatchedSince(
  db: Queryable,
  { clusterId, now, windowMs }: { readonly clusterId: number; readonly now: Date; readonly windowMs: number },
): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date | null; last: Date | null }>(
    sql(
      `SELECT max(s.at) FILTER (WHERE s.before IS NULL OR s.at - s.before > $gapS * interval '1 s') AS since,
              max(s.at) AS last
         FROM (SELECT at, lag(at) OVER (ORDER BY at) AS before FROM cluster_step_sample
                WHERE cluster_id = $clusterId AND step_s = 10
                  AND at > $now::timestamptz - $windowMs * interval '1 ms') s`,
      { clusterId, now, windowMs, gapS: LONGEST_GAP_S },
    ),
  );
  const [row] = rows;
  if (row === undefined || row.last === null) return null;
  return now.getTime() - row.last.getTime() > LONGEST_GAP_S * 1000 ? null : row.since;
}
