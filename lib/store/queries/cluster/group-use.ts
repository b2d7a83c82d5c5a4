import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What this console does with a group of a cluster, or keeps of it, that a deletion would break. */
export interface GroupUse {
  /** The oldest re-drive of it that is not finished. */
  readonly redriveId: number | null;
  /** Dead letters on hold. */
  readonly held: number;
  /** A move to the cluster that is not finished names it. */
  readonly isMoving: boolean;
}

export async function groupUse(db: Queryable, clusterId: number, group: string): Promise<GroupUse> {
  const { rows } = await db.query<{
    redriveId: number | null;
    /** @neverNull counted */
    held: number;
    /** @neverNull it is or it is not */
    isMoving: boolean;
  }>(
    sql(
      `WITH named AS (SELECT g.group_id FROM cluster_consumer_group g
          WHERE g.cluster_id = $clusterId AND g.name = $group)
       SELECT (SELECT min(r.redrive_id) FROM cluster_redrive r JOIN named n ON n.group_id = r.group_id
                WHERE r.cluster_id = $clusterId AND r.finished_at IS NULL) AS "redriveId",
              (SELECT count(*)::int FROM named n JOIN cluster_dead_letter d ON d.group_id = n.group_id
                WHERE d.held_at IS NOT NULL) AS held,
              EXISTS (SELECT 1 FROM cluster_move m JOIN cluster_move_group x ON x.move_id = m.move_id
                WHERE m.cluster_id = $clusterId AND m.finished_at IS NULL AND x.group_name = $group) AS "isMoving"`,
      { clusterId, group },
    ),
  );
  return rows[0] ?? { redriveId: null, held: 0, isMoving: false };
}
