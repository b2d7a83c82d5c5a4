import type { BodyEncoding } from '../../../model/message';
import type { MessageType } from '../../../model/topic';
import type { Queryable } from '../../queryable';

/** A stored message without its body. */
export interface StoredMessage {
  readonly topicId: number;
  readonly topic: string;
  readonly queueId: number;
  readonly queueNo: number;
  readonly off: number;
  readonly messageType: MessageType;
  readonly tag: string | null;
  readonly messageGroup: string | null;
  readonly keys: string[] | null;
  readonly properties: Record<string, string> | null;
  readonly bodyEncoding: BodyEncoding;
  readonly bodyBytes: number;
  readonly bornAt: Date;
  readonly bornHost: string;
  readonly storedAt: Date;
  readonly traceContext: string | null;
  /** The database's time of this answer. */
  readonly asOf: Date;
}

/** Every message with this id, one per topic: in the log, kept after its segment went, or only as a dead letter. */
export async function messageFind(db: Queryable, now: Date | null, messageId: string): Promise<StoredMessage[]> {
  const { rows } = await db.query<StoredMessage>(
    `WITH found AS (
       SELECT queue_id, off, topic_id, kind, tag, mgroup, keys, props, body_encoding, octet_length(body) AS body_bytes, born_at, born_host, stored_at, trace_context
         FROM any_message WHERE msg_id = $2
       UNION
       SELECT queue_id, off, topic_id, kind, tag, mgroup, keys, props, body_encoding, octet_length(body), born_at, born_host, stored_at, trace_context
         FROM dead_letter WHERE msg_id = $2
     )
     SELECT f.topic_id AS "topicId", t.name AS topic, f.queue_id AS "queueId", q.queue_no AS "queueNo", f.off, f.kind AS "messageType", f.tag, f.mgroup AS "messageGroup",
            f.keys, f.props AS properties, f.body_encoding AS "bodyEncoding", f.body_bytes AS "bodyBytes", f.born_at AS "bornAt", f.born_host AS "bornHost",
            f.stored_at AS "storedAt", f.trace_context AS "traceContext", coalesce($1, clock_timestamp()) AS "asOf"
       FROM found f JOIN queue q ON q.queue_id = f.queue_id JOIN topic t ON t.topic_id = f.topic_id
      ORDER BY f.stored_at, t.name LIMIT 20`,
    [now, messageId],
  );
  return rows;
}
