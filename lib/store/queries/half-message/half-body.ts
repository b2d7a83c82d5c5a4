import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { MessageBodyRow } from '../timeline/message-body';

/** The stored bytes of a pending or given-up half message of this queue; null: its transaction has ended. */
export async function halfBody(db: Queryable, messageId: string, queueId: number): Promise<MessageBodyRow | null> {
  const { rows } = await db.query<MessageBodyRow>(
    sql(
      `SELECT t.name AS topic, m.props AS properties, m.body_encoding AS encoding, m.body
       FROM half_message m JOIN topic t ON t.topic_id = m.topic_id
      WHERE m.msg_id = $messageId AND m.queue_id = $queueId AND m.state IN ('pending', 'given-up')
        AND m.body IS NOT NULL LIMIT 1`,
      { messageId, queueId },
    ),
  );
  return rows[0] ?? null;
}
