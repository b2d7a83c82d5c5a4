import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { ALIVE_MS } from '../throttle/broker-node';

export interface ConsumersLeftRow {
  readonly groupId: number;
  /** When the last consumer left, or was last heard on a node that stopped; null: one of them may still be there. */
  readonly at: Date | null;
}

/** Of groups without a consumer, by the records of their clients; a group without records has no row. */
export async function consumersLeft(
  db: Queryable,
  now: Date | null,
  groupIds: readonly number[],
): Promise<ConsumersLeftRow[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await db.query<ConsumersLeftRow>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
       SELECT c.group_id AS "groupId", CASE WHEN count(*) = count(e.at) THEN max(e.at) END AS at
         FROM t CROSS JOIN group_client c
        CROSS JOIN LATERAL (SELECT coalesce(c.left_at, CASE WHEN NOT EXISTS (SELECT FROM broker_node n
          WHERE n.node_id = c.node_id AND n.seen_at >= t.now - interval '${ALIVE_MS} ms') THEN c.seen_at END) AS at) e
        WHERE c.group_id = ANY ($groupIds)
        GROUP BY c.group_id`,
      { now, groupIds },
    ),
  );
  return rows;
}

/** So many groups are looked up, and so far back. */
const MOST_GROUPS = 200;
const LOOK_BACK = '24 hours';

/**
 * Of groups of an attached cluster, where consumers are only counted: the first count without any after the last one
 * with some. A group without such a count in a day has no row.
 */
export async function consumersCountedGone(
  db: Queryable,
  now: Date | null,
  groupIds: readonly number[],
): Promise<ConsumersLeftRow[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await db.query<ConsumersLeftRow>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
       SELECT g.group_id AS "groupId", f.at
         FROM t CROSS JOIN (SELECT u.group_id FROM unnest($groupIds::int[]) u (group_id) LIMIT ${MOST_GROUPS}) g
        CROSS JOIN LATERAL (
          SELECT s.at FROM group_sample s
           WHERE (s.group_id, s.step_s, s.at) > (g.group_id, 10, t.now - interval '${LOOK_BACK}')
             AND (s.group_id, s.step_s, s.at) <= (g.group_id, 10, t.now) AND s.consumers > 0
           ORDER BY s.group_id DESC, s.step_s DESC, s.at DESC LIMIT 1) l
        CROSS JOIN LATERAL (
          SELECT s.at FROM group_sample s
           WHERE (s.group_id, s.step_s, s.at) > (g.group_id, 10, l.at)
             AND (s.group_id, s.step_s, s.at) <= (g.group_id, 10, t.now) AND s.consumers = 0
           ORDER BY s.group_id, s.step_s, s.at LIMIT 1) f`,
      { now, groupIds },
    ),
  );
  return rows;
}
