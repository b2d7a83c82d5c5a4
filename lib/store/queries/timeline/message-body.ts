import type { BodyEncoding } from '../../../model/message/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface MessageBodyRow {
  readonly topic: string;
  readonly properties: Record<string, string> | null;
  readonly encoding: BodyEncoding;
  readonly body: Buffer;
}

/** The stored bytes of one copy; null: gone. The id is asked too, so that a place of another message never answers. */
export async function messageBody(
  db: Queryable,
  messageId: string,
  queueId: number,
  off: number,
): Promise<MessageBodyRow | null> {
  const { rows } = await db.query<MessageBodyRow>(
    sql(
      `WITH found AS (
       SELECT m.topic_id, m.props, m.body_encoding, m.body FROM any_message m WHERE m.queue_id = $queueId
          AND m.off = $off AND m.seg >= 0 AND m.msg_id = $messageId
       UNION ALL
       SELECT d.topic_id, d.props, d.body_encoding, d.body FROM dead_letter d WHERE d.msg_id = $messageId
          AND d.queue_id = $queueId AND d.off = $off
       UNION ALL
       SELECT o.topic_id, o.props, o.body_encoding, o.body FROM discarded_letter o WHERE o.msg_id = $messageId
          AND o.queue_id = $queueId AND o.off = $off
       LIMIT 1
     )
     SELECT t.name AS topic, f.props AS properties, f.body_encoding AS encoding, f.body
       FROM found f JOIN topic t ON t.topic_id = f.topic_id`,
      { messageId, queueId, off },
    ),
  );
  return rows[0] ?? null;
}
