import type { Queryable } from '../../queryable';

export interface FailureTarget {
  readonly queueId: number;
  readonly off: number;
  readonly topic: string;
  /** The current life of the message for this group: 0, or how often it was re-driven. */
  readonly generation: number;
}

/** Where a message id is, for a group that reads there. More than one: the id was used in several topics. */
export async function failureTarget(
  db: Queryable,
  groupId: number,
  messageId: string,
  topic: string | null,
): Promise<FailureTarget[]> {
  const { rows } = await db.query<FailureTarget>({
    name: 'failure_target',
    text: `WITH place AS (
             SELECT m.queue_id, m.off, m.topic_id, m.stored_at FROM any_message m WHERE m.msg_id = $2
             UNION
             SELECT d.queue_id, d.off, d.topic_id, d.stored_at FROM dead_letter d WHERE d.msg_id = $2 AND d.group_id = $1
           ), newest AS (
             SELECT DISTINCT ON (p.topic_id) p.* FROM place p ORDER BY p.topic_id, p.stored_at DESC
           )
           SELECT n.queue_id AS "queueId", n.off, t.name AS topic,
                  coalesce(r.generation, d.generation,
                           (SELECT max(e.generation) FROM delivery_event e WHERE e.group_id = $1 AND e.queue_id = n.queue_id AND e.off = n.off), 0) AS generation
             FROM newest n
             JOIN topic t ON t.topic_id = n.topic_id
             JOIN group_queue gq ON gq.group_id = $1 AND gq.queue_id = n.queue_id
             LEFT JOIN retry r ON r.group_id = $1 AND r.queue_id = n.queue_id AND r.off = n.off
             LEFT JOIN dead_letter d ON d.group_id = $1 AND d.queue_id = n.queue_id AND d.off = n.off
            WHERE $3::text IS NULL OR t.name = $3`,
    values: [groupId, messageId, topic],
  });
  return rows;
}
