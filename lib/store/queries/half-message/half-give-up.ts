import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/**
 * Rolls back half messages that were not resolved in time. Their bodies stay, so that an operator can still commit one;
 * answers the topics, one entry per message.
 */
export async function halfGiveUp(db: Queryable, now: Date | null, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ topic: string }>(
    sql(
      `WITH due AS MATERIALIZED (
       SELECT m.msg_id, m.topic_id FROM half_message m
        WHERE m.state = 'pending' AND m.gives_up_at <= coalesce($now, clock_timestamp())
        ORDER BY m.gives_up_at LIMIT $limit FOR NO KEY UPDATE SKIP LOCKED
     ), ended AS (
       UPDATE half_message m
          SET state = 'given-up', resolved_at = coalesce($now, clock_timestamp()), next_check_at = NULL,
              resolved_by = CASE WHEN m.next_check_at IS NULL THEN 'check-limit' ELSE 'lifetime' END
         FROM due WHERE m.msg_id = due.msg_id AND m.topic_id = due.topic_id AND m.state = 'pending'
       RETURNING m.topic_id
     )
     SELECT t.name AS topic FROM ended e JOIN topic t ON t.topic_id = e.topic_id`,
      { now, limit },
    ),
  );
  return rows.map(({ topic }) => topic);
}
