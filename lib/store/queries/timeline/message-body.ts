import type { BodyEncoding } from '../../../model/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface MessageBodyRow {
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
      `SELECT m.body_encoding AS encoding, m.body FROM any_message m WHERE m.queue_id = $queueId AND m.off = $off AND m.seg >= 0
        AND m.msg_id = $messageId
     UNION ALL
     SELECT d.body_encoding, d.body FROM dead_letter d WHERE d.msg_id = $messageId AND d.queue_id = $queueId
       AND d.off = $off
     UNION ALL
     SELECT o.body_encoding, o.body FROM discarded_letter o WHERE o.msg_id = $messageId AND o.queue_id = $queueId
       AND o.off = $off
     LIMIT 1`,
      { messageId, queueId, off },
    ),
  );
  return rows[0] ?? null;
}
