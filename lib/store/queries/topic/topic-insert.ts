import type { MessageType } from '../../../model/topic/topic';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Makes a topic with its queues in the newest segment; false when the name is taken. */
export async function topicInsert(
  db: Queryable,
  now: Date | null,
  name: string,
  messageType: MessageType,
  queues: number,
  liteExpirationMinutes: number | null = null,
): Promise<boolean> {
  const { rows } = await db.query<{ topic_id: number }>(
    sql(
      `WITH made AS (
       INSERT INTO topic (name, message_type, queue_count, created_at, lite_expiration_minutes)
       VALUES ($name, $messageType, $queues::int, coalesce($now, clock_timestamp()), $liteExpirationMinutes::int)
       ON CONFLICT (name) DO NOTHING RETURNING topic_id
     ), newest AS (SELECT max(seg) AS seg FROM segment), queues AS (
       INSERT INTO queue (queue_id, topic_id, queue_no, seg, base_off) OVERRIDING SYSTEM VALUE
       SELECT queue_id_next(p_message_type => $messageType), m.topic_id, n.queue_no, s.seg, 0
         FROM made m CROSS JOIN newest s CROSS JOIN generate_series(0, $queues::int - 1) AS n (queue_no)
       RETURNING queue_id, topic_id, seg
     ), mapped AS (
       INSERT INTO queue_segment (queue_id, seg, first_off) SELECT q.queue_id, q.seg, 0 FROM queues q
     )
     SELECT topic_id FROM made`,
      { now, name, messageType, queues, liteExpirationMinutes },
    ),
  );
  return rows.length > 0;
}
