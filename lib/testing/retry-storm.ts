import type { Queryable } from '../store/queryable';
import { sql } from '../store/sql';

export interface RetryStorm {
  readonly group: string;
  readonly topic: string;
  readonly messages: number;
  /** An ordered group: so many keys, each with one failed head and others behind it. */
  readonly keys?: number;
}

/**
 * Waiting messages by the thousand, made by the database as failures leave them: due over the next two hours, with up
 * to 16 deliveries made, a report and the events of each. The group and the topic exist.
 */
export async function retryStorm(db: Queryable, { keys, ...storm }: RetryStorm): Promise<void> {
  const values = { ...storm, keys: keys ?? null };
  await db.query(
    sql(
      `INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, mgroup, keys, body_encoding, born_at, born_host,
         stored_at, body)
       SELECT q.seg, q.queue_id, q.base_off + i, t.topic_id, 'W' || q.queue_id || '-' || i,
              CASE WHEN $keys::int IS NULL THEN 'NORMAL' ELSE 'FIFO' END, 'acct-' || i % $keys::int,
              ARRAY['order-' || i], 'IDENTITY', c.at, 'storm', c.at, convert_to('{"order":' || i || '}', 'UTF8')
         FROM topic t JOIN queue q USING (topic_id), generate_series(1, $messages::int) i
        CROSS JOIN LATERAL (SELECT clock_timestamp() - interval '1 hour' AS at) c
        WHERE t.name = $topic AND q.queue_no = 0`,
      values,
    ),
  );
  await db.query(
    sql(
      `WITH place AS (
         SELECT g.group_id, q.queue_id, q.seg, q.base_off, t.topic_id, g.version
           FROM consumer_group g, topic t JOIN queue q USING (topic_id)
          WHERE g.name = $group AND t.name = $topic AND q.queue_no = 0
       ), subscribed AS (
         INSERT INTO group_queue (group_id, queue_id, start_seg, start_off, since)
         SELECT p.group_id, p.queue_id, p.seg, p.base_off, clock_timestamp() FROM place p ON CONFLICT DO NOTHING
       ), waits AS (
         INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
           policy_version)
         SELECT p.group_id, p.queue_id, p.base_off + i, p.seg, p.topic_id, 'acct-' || i % $keys::int, 1 + i % 16,
                nextval('epoch_seq'), false, true,
                clock_timestamp() + (i * 7919 % 7200000) * interval '1 ms', p.version
           FROM place p, generate_series(1, coalesce($keys::int, $messages::int)) i
         RETURNING *
       ), busy AS (
         INSERT INTO fifo_group (group_id, queue_id, mgroup, state, pos, since)
         SELECT w.group_id, w.queue_id, w.mgroup, 1, w.off, clock_timestamp() - interval '10 minutes'
           FROM waits w WHERE w.mgroup IS NOT NULL
       ), reports AS (
         INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, reported_at,
           fingerprint)
         SELECT w.group_id, w.queue_id, w.off, 0, w.attempt, 'Timeout', 'no answer', clock_timestamp(),
                left(md5((w.off % 20)::text), 16) FROM waits w
       ), moved AS (
         INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at,
           expires_at)
         SELECT p.group_id, p.queue_id, nextval('epoch_seq'), 2, p.seg, p.base_off, p.base_off + $messages::int + 1, 0,
                0, false, clock_timestamp(), clock_timestamp() FROM place p
       )
       INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at)
       SELECT w.group_id, w.queue_id, w.off, 0, w.attempt, e.state, e.cause, w.epoch,
              clock_timestamp() + e.s * interval '1 s', w.visible_at
         FROM waits w CROSS JOIN (VALUES ('Inflight', 'delivered', -2), ('WaitingRetry', 'nack', -1)) e (state, cause, s)`,
      values,
    ),
  );
  for (const table of ['message', 'retry', 'fifo_group', 'failure_report', 'delivery_event', 'lease', 'group_queue'])
    await db.query(`VACUUM (ANALYZE) ${table}`);
}
