import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface HelperRow {
  readonly broker: string;
  readonly group: string;
  readonly topic: string;
}

/** Before it is made: after a crash it is found here. */
export async function noteHelper(db: Queryable, clusterId: number, helper: HelperRow): Promise<void> {
  await db.query(
    sql(
      `INSERT INTO cluster_redrive_helper (cluster_id, broker, group_name, topic)
       VALUES ($clusterId, $broker, $group, $topic) ON CONFLICT DO NOTHING`,
      { clusterId, ...helper },
    ),
  );
}

export async function hasHelper(db: Queryable, clusterId: number, helper: HelperRow): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `SELECT 1 FROM cluster_redrive_helper WHERE cluster_id = $clusterId AND broker = $broker AND group_name = $group
        AND topic = $topic`,
      { clusterId, ...helper },
    ),
  );
  return (rowCount ?? 0) > 0;
}

/** Those of groups for which no run sends now. */
export async function idleHelpers(db: Queryable, clusterId: number): Promise<HelperRow[]> {
  const { rows } = await db.query<HelperRow>(
    `SELECT h.broker, h.group_name AS "group", h.topic FROM cluster_redrive_helper h
      WHERE h.cluster_id = $1 AND NOT EXISTS (SELECT 1 FROM cluster_redrive r
        JOIN cluster_consumer_group g ON g.group_id = r.group_id
       WHERE r.cluster_id = h.cluster_id AND g.name = h.group_name AND r.finished_at IS NULL AND r.state = 'running')`,
    [clusterId],
  );
  return rows;
}

export async function helperGone(db: Queryable, clusterId: number, helper: HelperRow): Promise<void> {
  await db.query(
    sql(
      `DELETE FROM cluster_redrive_helper WHERE cluster_id = $clusterId AND broker = $broker AND group_name = $group
        AND topic = $topic`,
      { clusterId, ...helper },
    ),
  );
}
