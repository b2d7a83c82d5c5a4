import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Where a message id of a topic is stored, newest segment first. */
export async function messagePlace(
  db: Queryable,
  topicId: number,
  messageId: string,
): Promise<{ queueId: number; off: number } | null> {
  const { rows } = await db.query<{ queue_id: number; off: number }>(
    sql(
      `SELECT queue_id, off FROM message WHERE msg_id = $messageId AND topic_id = $topicId AND copy = 0
        ORDER BY seg DESC LIMIT 1`,
      { topicId, messageId },
    ),
  );
  const row = rows[0];
  return row === undefined ? null : { queueId: row.queue_id, off: row.off };
}
