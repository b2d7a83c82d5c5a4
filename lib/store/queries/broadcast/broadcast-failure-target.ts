import type { FailureTarget, FailureTargetAsk } from '../failure/failure-target';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface BroadcastFailureTargetAsk extends FailureTargetAsk {
  /** Null: not named. */
  readonly client: string | null;
}

/**
 * Where each message is for a broadcast group, and at which of its members the failure was: the named client's, or the
 * only one that holds the message or failed without a report; else the group itself. More than one row of an index: the
 * id was used in several topics.
 */
export async function broadcastFailureTargets(
  db: Queryable,
  asked: readonly BroadcastFailureTargetAsk[],
): Promise<FailureTarget[]> {
  const { rows } = await db.query<FailureTarget>(
    sql(
      `SELECT i.place::int - 1 AS index, w.*, false AS dead
             FROM unnest($groupIds::int[], $messageIds::text[], $topics::text[],
               $clients::text[]) WITH ORDINALITY i (group_id, msg_id, topic, client, place)
             CROSS JOIN LATERAL (
               WITH place AS (
                 SELECT DISTINCT ON (m.topic_id) m.queue_id, m.off, m.topic_id FROM any_message m
                   WHERE m.msg_id = i.msg_id AND m.seg >= 0 ORDER BY m.topic_id, m.stored_at DESC
               ), member AS (
                 SELECT m.group_id, c.name FROM consumer_group m JOIN broadcast_member b ON b.group_id = m.group_id
                   JOIN client c ON c.client_id = b.client_id
                  WHERE m.broadcast_of = i.group_id AND (i.client IS NULL OR c.name = i.client)
               ), reader AS (
                 SELECT p.*, m.group_id,
                        i.client IS NOT NULL OR (
                          EXISTS (SELECT 1 FROM retry r WHERE r.group_id = m.group_id AND r.queue_id = p.queue_id
                            AND r.off = p.off AND r.leased)
                          OR EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = m.group_id
                            AND e.queue_id = p.queue_id AND e.off = p.off AND e.state = 'Dropped')
                          OR EXISTS (SELECT 1 FROM lease l WHERE l.group_id = m.group_id AND l.queue_id = p.queue_id
                            AND l.live AND l.base_off <= p.off AND l.end_off > p.off
                                        AND (l.open >> CASE WHEN l.offs IS NULL THEN (p.off - l.base_off)::int
                                          ELSE array_position(l.offs, p.off) - 1 END) & 1 = 1)
                        ) AND NOT EXISTS (SELECT 1 FROM failure_report f WHERE f.group_id = m.group_id
                          AND f.queue_id = p.queue_id AND f.off = p.off) AS fits
                   FROM place p JOIN member m ON true
                   JOIN group_queue gq ON gq.group_id = m.group_id AND gq.queue_id = p.queue_id
                     AND gq.start_off <= p.off
               )
               SELECT coalesce(
               CASE WHEN count(*) FILTER (WHERE r.fits) = 1 THEN min(r.group_id) FILTER (WHERE r.fits) END,
               i.group_id) AS "groupId",
                      r.queue_id AS "queueId", r.off, t.name AS topic, 0 AS generation
                 FROM reader r JOIN topic t ON t.topic_id = r.topic_id
                WHERE i.topic IS NULL OR t.name = i.topic
                GROUP BY r.queue_id, r.off, t.name
             ) w`,
      {
        groupIds: asked.map(({ groupId }) => groupId),
        messageIds: asked.map(({ messageId }) => messageId),
        topics: asked.map(({ topic }) => topic),
        clients: asked.map(({ client }) => client),
      },
      'broadcast_failure_targets',
    ),
  );
  return rows;
}
