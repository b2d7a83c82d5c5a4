import type { RedriveState } from '../../../model/redrive/redrive';
import type { RedriveWay } from '../../../model/redrive/redrive-way';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A run that has something to send, or of which something can still be learned. */
export interface OpenClusterRedrive {
  readonly redriveId: number;
  readonly clusterId: number;
  readonly cluster: string;
  readonly groupId: number;
  readonly group: string;
  readonly way: RedriveWay;
  readonly lineage: string;
  readonly state: RedriveState;
  readonly starts: Record<string, number> | null;
  /** @neverNull its last step failed a moment ago */
  readonly rests: boolean;
}

/** Oldest first, of all clusters. */
export async function openClusterRedrives(db: Queryable, restsMs: number): Promise<OpenClusterRedrive[]> {
  const { rows } = await db.query<OpenClusterRedrive>(
    sql(
      `SELECT r.redrive_id AS "redriveId", r.cluster_id AS "clusterId", c.name AS cluster, r.group_id AS "groupId",
              g.name AS "group", r.way, r.lineage, r.state, r.starts,
              coalesce(r.failed_at > clock_timestamp() - $restsMs * interval '1 ms', false) AS rests
         FROM cluster_redrive r JOIN cluster c ON c.cluster_id = r.cluster_id
         JOIN cluster_consumer_group g ON g.group_id = r.group_id
        WHERE r.watched_to IS NULL ORDER BY r.redrive_id`,
      { restsMs },
    ),
  );
  return rows;
}

/** The clusters where a helper group may be left. */
export async function clustersWithHelpers(
  db: Queryable,
): Promise<{ readonly clusterId: number; readonly cluster: string }[]> {
  const { rows } = await db.query<{ clusterId: number; cluster: string }>(
    `SELECT c.cluster_id AS "clusterId", c.name AS cluster FROM cluster c
      WHERE EXISTS (SELECT 1 FROM cluster_redrive_helper h WHERE h.cluster_id = c.cluster_id)`,
  );
  return rows;
}

/** This process sends and watches for the group until the time is over, unless another one does. */
export async function ownGroup(
  db: Queryable,
  { clusterId, groupId }: Pick<OpenClusterRedrive, 'clusterId' | 'groupId'>,
  owner: string,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO cluster_redrive_owner AS o (cluster_id, group_id, owner, owned_until)
       VALUES ($clusterId, $groupId, $owner, clock_timestamp() + $leaseMs * interval '1 ms')
       ON CONFLICT (cluster_id, group_id) DO UPDATE SET owner = EXCLUDED.owner, owned_until = EXCLUDED.owned_until
        WHERE o.owner = EXCLUDED.owner OR o.owned_until <= clock_timestamp()`,
      { clusterId, groupId, owner, leaseMs },
    ),
  );
  return rowCount === 1;
}

/** How far the topics of one broker are, before the first copy is sent to it. */
export async function noteStarts(
  db: Queryable,
  redriveId: number,
  starts: Readonly<Record<string, number>>,
): Promise<void> {
  await db.query(
    sql(`UPDATE cluster_redrive SET starts = $starts::jsonb || coalesce(starts, '{}') WHERE redrive_id = $redriveId`, {
      redriveId,
      starts: JSON.stringify(starts),
    }),
  );
}

/** Where letters of a run lie. */
export async function placesOfRun(
  db: Queryable,
  redriveId: number,
): Promise<{ readonly broker: string; readonly topics: string[] }[]> {
  const { rows } = await db.query<{
    broker: string;
    /** @neverNull of at least one */
    topics: string[];
  }>(
    `SELECT i.broker, array_agg(DISTINCT i.topic) AS topics FROM cluster_redrive_item i
      WHERE i.redrive_id = $1 AND i.state <> 'excluded' GROUP BY i.broker ORDER BY i.broker`,
    [redriveId],
  );
  return rows;
}

/** Everything was sent, or nothing is left that could be. @returns whether it was running until now */
export async function completeRun(db: Queryable, redriveId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE cluster_redrive r SET state = 'completed', finished_at = clock_timestamp(), failing_since = NULL,
            failed_at = NULL, failed_why = NULL
      WHERE r.redrive_id = $1 AND r.state = 'running' AND NOT EXISTS (SELECT 1 FROM cluster_redrive_item i
        WHERE i.redrive_id = r.redrive_id AND i.state IN ('planned', 'sending'))`,
    [redriveId],
  );
  return rowCount === 1;
}

/** Nothing more can be learned: all is decided, or the brokers keep nothing of it any more. */
export async function endWatch(db: Queryable, redriveId: number, watchMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `WITH ended AS (
       UPDATE cluster_redrive r SET watched_to = clock_timestamp() WHERE r.redrive_id = $redriveId
          AND r.finished_at IS NOT NULL AND r.watched_to IS NULL
          AND (NOT EXISTS (SELECT 1 FROM cluster_redrive_item i WHERE i.redrive_id = r.redrive_id
                 AND i.state IN ('sending', 'sent', 'delivered', 'retrying', 'bound'))
            OR (SELECT max(i.sending_at) FROM cluster_redrive_item i WHERE i.redrive_id = r.redrive_id)
                 < clock_timestamp() - $watchMs * interval '1 ms')
       RETURNING r.redrive_id)
     UPDATE cluster_dead_letter d SET chosen_by = NULL FROM ended e WHERE d.chosen_by = e.redrive_id`,
      { redriveId, watchMs },
    ),
  );
  return (rowCount ?? 0) > 0;
}

/** What keeps a cluster from being detached: its oldest run that is not finished, and groups that are to be deleted. */
export async function unfinishedOf(
  db: Queryable,
  clusterId: number,
): Promise<{ readonly redriveId: number | null; readonly helpers: number }> {
  const { rows } = await db.query<{
    redriveId: number | null;
    /** @neverNull counted */
    helpers: number;
  }>(
    `SELECT (SELECT min(r.redrive_id) FROM cluster_redrive r WHERE r.cluster_id = $1
              AND r.finished_at IS NULL) AS "redriveId",
            (SELECT count(*)::int FROM cluster_redrive_helper h WHERE h.cluster_id = $1) AS helpers`,
    [clusterId],
  );
  return rows[0] ?? { redriveId: null, helpers: 0 };
}
