import type { BodyEncoding } from '../../../model/message/message';
import type { MessageType } from '../../../model/topic/topic';
import type { Queryable } from '../../queryable';

/** One stored copy of a message id, without its body. */
export interface MessagePlaceRow {
  readonly queueId: number;
  readonly off: number;
  readonly topic: string;
  readonly queueNo: number;
  readonly messageId: string;
  readonly kind: MessageType;
  readonly tag: string | null;
  readonly messageGroup: string | null;
  readonly keys: string[] | null;
  readonly properties: Record<string, string> | null;
  readonly encoding: BodyEncoding;
  readonly bodyBytes: number;
  readonly bornAt: Date;
  readonly bornHost: string;
  readonly traceContext: string | null;
  readonly storedAt: Date;
  /** False: past the log's retention, kept only because it is under way or dead. */
  readonly inLog: boolean;
}

const MOST = 50;

/**
 * Every place that holds the id: several topics may, and one topic after its repeat window. Newest first, copies in
 * dead-letter topics last.
 */
export async function messagePlaces(db: Queryable, messageId: string): Promise<MessagePlaceRow[]> {
  const { rows } = await db.query<MessagePlaceRow>(
    `WITH copy AS (
       SELECT 0 AS source, m.queue_id, m.off, m.topic_id, m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props,
         m.body_encoding, octet_length(m.body) AS bytes,
              m.born_at, m.born_host, m.trace_context, m.stored_at
         FROM message m WHERE m.msg_id = $1
       UNION ALL
       SELECT 1, k.queue_id, k.off, k.topic_id, k.msg_id, k.kind, k.tag, k.mgroup, k.keys, k.props, k.body_encoding,
         octet_length(k.body),
              k.born_at, k.born_host, k.trace_context, k.stored_at
         FROM kept_message k WHERE k.msg_id = $1
       UNION ALL
       SELECT 2, d.queue_id, d.off, d.topic_id, d.msg_id, d.kind, d.tag, d.mgroup, d.keys, d.props, d.body_encoding,
         octet_length(d.body),
              d.born_at, d.born_host, d.trace_context, d.stored_at
         FROM dead_letter d WHERE d.msg_id = $1
       UNION ALL
       SELECT 3, o.queue_id, o.off, o.topic_id, o.msg_id, o.kind, o.tag, o.mgroup, o.keys, o.props, o.body_encoding,
         octet_length(o.body),
              o.born_at, o.born_host, o.trace_context, o.stored_at
         FROM discarded_letter o WHERE o.msg_id = $1
     ), place AS (
       SELECT DISTINCT ON (c.queue_id, c.off) c.* FROM copy c ORDER BY c.queue_id, c.off, c.source
     )
     SELECT p.queue_id AS "queueId", p.off, t.name AS topic, q.queue_no::int AS "queueNo", p.msg_id AS "messageId",
       p.kind, p.tag, p.mgroup AS "messageGroup",
            p.keys, p.props AS properties, p.body_encoding AS encoding, p.bytes AS "bodyBytes", p.born_at AS "bornAt",
              p.born_host AS "bornHost",
            p.trace_context AS "traceContext", p.stored_at AS "storedAt", p.source = 0 AS "inLog"
       FROM place p JOIN topic t ON t.topic_id = p.topic_id JOIN queue q ON q.queue_id = p.queue_id
      ORDER BY EXISTS (SELECT 1 FROM dead_letter_topic x WHERE x.topic_id = p.topic_id), p.stored_at DESC, t.name
        LIMIT ${MOST}`,
    [messageId],
  );
  return rows;
}

/** Since when the log is kept: a message stored before that is gone. */
export async function logKeptSince(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>('SELECT min(opened_at) AS at FROM segment');
  return rows[0]?.at ?? null;
}
