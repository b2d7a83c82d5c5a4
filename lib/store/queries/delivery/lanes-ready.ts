import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface LaneKey {
  readonly groupId: number;
  readonly topicId: number;
}

export interface ReadyLane {
  /** 1 = the first lane of the call. */
  readonly lane: number;
  /** Milliseconds until a claim may find something; 0 or less: now. */
  readonly dueInMs: number;
}

interface LaneRow {
  lane: number;
  /** @neverNull it has something ready, or a time */
  due_in_ms: number;
}

/**
 * The lanes for which a claim may find something now, or a waiting message is due at a known time. Other lanes, and
 * lanes of paused groups, have no row. Each probe is a scalar subquery with LIMIT 1 over the lane's own index: the
 * planner can turn none of them into a join or a hash of a whole table, whatever the statistics say.
 */
export async function lanesReady(db: Queryable, now: Date | null, lanes: readonly LaneKey[]): Promise<ReadyLane[]> {
  const { rows } = await db.query<LaneRow>(
    sql(
      `SELECT l.lane::int AS lane, CASE WHEN l.has_ready THEN 0::float8
                ELSE (extract(epoch FROM l.due_at - coalesce($now, clock_timestamp())) * 1000)::float8 END AS due_in_ms
         FROM (
           SELECT p.lane,
             (SELECT true FROM queue q
               WHERE q.topic_id = p.topic_id
                 AND ((SELECT true FROM fifo_group f
                        WHERE f.group_id = p.group_id AND f.queue_id = q.queue_id AND f.state = 0 LIMIT 1)
                   OR log_has_ready(p.group_id, q.queue_id))
               LIMIT 1) AS has_ready,
             (SELECT r.visible_at FROM retry r
               WHERE pair(r.group_id, r.topic_id) = pair(p.group_id, p.topic_id) AND NOT r.leased
                 AND r.visible_at < 'infinity'
               ORDER BY r.visible_at LIMIT 1) AS due_at
             FROM unnest($groupIds::int[], $topicIds::int[]) WITH ORDINALITY p (group_id, topic_id, lane)
            WHERE (SELECT g.paused_at IS NULL FROM consumer_group g WHERE g.group_id = p.group_id)
           OFFSET 0
         ) l
        WHERE l.has_ready OR l.due_at IS NOT NULL`,
      { now, groupIds: lanes.map(({ groupId }) => groupId), topicIds: lanes.map(({ topicId }) => topicId) },
      'lanes_ready',
    ),
  );
  return rows.map((row) => ({ lane: row.lane, dueInMs: row.due_in_ms }));
}
