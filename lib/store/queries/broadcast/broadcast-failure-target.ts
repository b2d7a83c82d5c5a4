import type { FailureTarget } from '../failure/failure-target';
import type { Queryable } from '../../queryable';

export interface BroadcastFailureTarget extends FailureTarget {
  /** The member that the report is about; null: several clients have the message, and none was named. */
  readonly memberId: number | null;
}

/**
 * Where a message id is for a broadcast group, and at which of its members the failure was: the named client's, or the only
 * one that holds the message or failed without a report. More than one row: the id was used in several topics.
 */
export async function broadcastFailureTarget(
  db: Queryable,
  groupId: number,
  messageId: string,
  topic: string | null,
  client: string | null,
): Promise<BroadcastFailureTarget[]> {
  const { rows } = await db.query<BroadcastFailureTarget>({
    name: 'broadcast_failure_target',
    text: `WITH place AS (
             SELECT DISTINCT ON (m.topic_id) m.queue_id, m.off, m.topic_id FROM any_message m WHERE m.msg_id = $2 ORDER BY m.topic_id, m.stored_at DESC
           ), member AS (
             SELECT m.group_id, c.name FROM consumer_group m JOIN broadcast_member b ON b.group_id = m.group_id JOIN client c ON c.client_id = b.client_id
              WHERE m.broadcast_of = $1 AND ($4::text IS NULL OR c.name = $4)
           ), reader AS (
             SELECT p.*, m.group_id,
                    $4::text IS NOT NULL OR (
                      EXISTS (SELECT 1 FROM retry r WHERE r.group_id = m.group_id AND r.queue_id = p.queue_id AND r.off = p.off AND r.leased)
                      OR EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = m.group_id AND e.queue_id = p.queue_id AND e.off = p.off AND e.state = 'Dropped')
                      OR EXISTS (SELECT 1 FROM lease l WHERE l.group_id = m.group_id AND l.queue_id = p.queue_id AND l.live AND l.base_off <= p.off AND l.end_off > p.off
                                    AND (l.open >> CASE WHEN l.offs IS NULL THEN (p.off - l.base_off)::int ELSE array_position(l.offs, p.off) - 1 END) & 1 = 1)
                    ) AND NOT EXISTS (SELECT 1 FROM failure_report f WHERE f.group_id = m.group_id AND f.queue_id = p.queue_id AND f.off = p.off) AS fits
               FROM place p JOIN member m ON true
               JOIN group_queue gq ON gq.group_id = m.group_id AND gq.queue_id = p.queue_id AND gq.start_off <= p.off
           )
           SELECT r.queue_id AS "queueId", r.off, t.name AS topic, 0 AS generation,
                  CASE WHEN count(*) FILTER (WHERE r.fits) = 1 THEN min(r.group_id) FILTER (WHERE r.fits) END AS "memberId"
             FROM reader r JOIN topic t ON t.topic_id = r.topic_id
            WHERE $3::text IS NULL OR t.name = $3
            GROUP BY r.queue_id, r.off, t.name`,
    values: [groupId, messageId, topic, client],
  });
  return rows;
}
