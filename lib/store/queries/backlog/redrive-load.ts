import type { Queryable } from '../../queryable';

export interface RedriveLoadRow {
  readonly groupId: number;
  readonly paused: boolean;
  /** Still to be put back. */
  readonly messages: number;
  /** Null: one of them has no rate. */
  readonly ratePerSecond: number | null;
}

/** What open re-drives have still to put back, per group, running and paused ones apart. */
export async function redriveLoads(db: Queryable): Promise<RedriveLoadRow[]> {
  const { rows } = await db.query<RedriveLoadRow>(
    `SELECT j.group_id AS "groupId", j.state = 'paused' AS paused, sum(w.n)::bigint AS messages,
            CASE WHEN bool_and(j.rate_per_second IS NOT NULL) THEN sum(j.rate_per_second)::int END AS "ratePerSecond"
       FROM redrive j
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM redrive_item i WHERE i.redrive_id = j.redrive_id
        AND i.state = 'selected') w
      WHERE j.finished_at IS NULL AND j.state IN ('running', 'paused')
      GROUP BY j.group_id, j.state = 'paused'`,
  );
  return rows;
}
