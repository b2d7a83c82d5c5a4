import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What this console does with a topic of a cluster that a deletion would break. */
export interface TopicUse {
  /** The oldest re-drive, not finished, of a group that reads it. */
  readonly redriveId: number | null;
  readonly redriveGroup: string | null;
  /** A move to the cluster that is not finished names it. */
  readonly isMoving: boolean;
}

export async function topicUse(
  db: Queryable,
  clusterId: number,
  { topic, groups }: { readonly topic: string; readonly groups: readonly string[] },
): Promise<TopicUse> {
  const { rows } = await db.query<{
    redriveId: number | null;
    redriveGroup: string | null;
    /** @neverNull it is or it is not */
    isMoving: boolean;
  }>(
    sql(
      `WITH oldest AS (SELECT r.redrive_id, g.name FROM cluster_redrive r
           JOIN cluster_consumer_group g ON g.group_id = r.group_id
          WHERE r.cluster_id = $clusterId AND r.finished_at IS NULL AND g.name = ANY($groups)
          ORDER BY r.redrive_id LIMIT 1)
       SELECT (SELECT redrive_id FROM oldest) AS "redriveId", (SELECT name FROM oldest) AS "redriveGroup",
              EXISTS (SELECT 1 FROM cluster_move m WHERE m.cluster_id = $clusterId AND m.finished_at IS NULL
                AND $topic = ANY(m.topics)) AS "isMoving"`,
      { clusterId, topic, groups },
    ),
  );
  return rows[0] ?? { redriveId: null, redriveGroup: null, isMoving: false };
}
