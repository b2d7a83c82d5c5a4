import type { RedriveWay } from '../../../model/redrive/redrive-way';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { NewRedrive, RedriveStarted } from '../redrive/redrive-insert';

export interface NewClusterRedrive extends NewRedrive {
  readonly clusterId: number;
  readonly way: RedriveWay;
  readonly lineage: string;
  readonly others: readonly string[];
  readonly ordered: boolean;
  readonly maxRetries: number;
}

/** Null: this request made a re-drive already. */
export async function clusterRedriveInsert(
  db: Queryable,
  now: Date | null,
  { selection, ...redrive }: NewClusterRedrive,
): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    sql(
      `INSERT INTO cluster_redrive (cluster_id, group_id, state, selection, selected, rate_per_second, reason,
        created_by, request_id, frozen_at, round_at, phase_at, way, lineage, others, ordered, max_retries)
     SELECT $clusterId, $groupId, 'running', $selection, 0, $ratePerSecond, $reason, $createdBy, $requestId, t.now,
            t.now, t.now, $way, $lineage, $others, $ordered, $maxRetries
       FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
     ON CONFLICT (request_id) DO NOTHING RETURNING redrive_id AS id`,
      { now, ...redrive, selection: JSON.stringify(selection) },
    ),
  );
  return rows[0]?.id ?? null;
}

export async function clusterRedriveByRequest(db: Queryable, requestId: string): Promise<RedriveStarted | null> {
  const { rows } = await db.query<RedriveStarted>(
    `SELECT r.redrive_id AS "redriveId", r.group_id AS "groupId", r.selected,
            (SELECT count(*)::int FROM cluster_redrive_item i WHERE i.redrive_id = r.redrive_id
              AND i.state = 'excluded') AS excluded
       FROM cluster_redrive r WHERE r.request_id = $1`,
    [requestId],
  );
  return rows[0] ?? null;
}
