import { type BrokerContext, createGroup, createTopic } from '../broker';
import { systemActor } from '../model/audit/actor';
import { sql } from '../store/sql';
import { withAdmin } from './admin-connection';
import { letterStorm } from './letter-storm';
import { retryStorm } from './retry-storm';

export const GROUPS = 200;
export const MESSAGES = 1_000_000;
/** Dead letters of a group, messages that wait in it, and the events of what was delivered in the last hour. */
const FAILED = 100_000;
/** Groups that read the topic of the storm; all others read one topic. */
const READERS = 10;
/** Keys of an ordered group, each behind a head that failed. */
const KEYS = 1_000;
const CLIENTS = 200;

const SETTINGS = `description, message_model, delivery_order, max_retries, retry_policy, consumption_timeout_ms`;

/** What the pages of a big installation read: a storm of retries and dead letters, blocked keys, groups and samples. */
export async function pageStorm(ctx: BrokerContext, databaseUrl: string): Promise<void> {
  const actor = systemActor('test');
  await createTopic(ctx, { name: 'storm', messageType: 'NORMAL', queues: 4, actor });
  await createTopic(ctx, { name: 'others', messageType: 'NORMAL', queues: 4, actor });
  await createGroup(ctx, { name: 'storm', actor });
  await createTopic(ctx, { name: 'ledger', messageType: 'FIFO', queues: 1, actor });
  await createGroup(ctx, { name: 'ledger', deliveryOrder: 'ordered', actor });
  await withAdmin(databaseUrl, async (db) => {
    await retryStorm(db, { group: 'storm', topic: 'storm', messages: FAILED });
    await retryStorm(db, { group: 'ledger', topic: 'ledger', messages: FAILED, keys: KEYS });
    await letterStorm(db, { group: 'storm', topic: 'storm', letters: FAILED, texts: 500, named: true });
    const run = (text: string, values: Readonly<Record<string, unknown>> = {}) => db.query(sql(text, values));
    await run(
      `INSERT INTO consumer_group (name, delivery_order, max_retries, retry_policy, consumption_timeout_ms, version,
         created_at, updated_at)
       SELECT 'group-' || i, 'concurrent', 5, '{"type":"stepped"}', 900000, 1, now() - interval '20 days', now()
         FROM generate_series(3, $groups::int) i`,
      { groups: GROUPS },
    );
    await run(`UPDATE consumer_group SET created_at = now() - interval '20 days'`);
    await run(
      `INSERT INTO consumer_group_version (group_id, version, actor, at, ${SETTINGS})
       SELECT g.group_id, v, 'ana', now() - (60 - v) * interval '1 hour', ${SETTINGS} FROM consumer_group g,
              generate_series(2, 50) v WHERE g.name = 'storm'`,
    );
    await run(`UPDATE consumer_group SET version = 50 WHERE name = 'storm'`);
    await run(
      `INSERT INTO group_queue (group_id, queue_id, start_seg, start_off, since)
       SELECT g.group_id, q.queue_id, q.seg, q.base_off, now()
         FROM consumer_group g, topic t JOIN queue q USING (topic_id)
        WHERE t.name = CASE WHEN g.name = 'ledger' THEN 'ledger' WHEN g.group_id <= $readers::int THEN 'storm'
                         ELSE 'others' END ON CONFLICT DO NOTHING`,
      { readers: READERS },
    );
    await run(
      `INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, keys, body_encoding, born_at, born_host,
         stored_at, body)
       SELECT q.seg, q.queue_id, 20000000 + n, q.topic_id, 'M' || (n * 4 + q.queue_no), 'NORMAL', ARRAY['order-' || n],
              'IDENTITY', now(), 'host-' || (n % 7), now() - interval '10 minutes' + n * interval '1 ms',
              decode(repeat('7b', 200), 'hex')
         FROM queue q JOIN topic t USING (topic_id), generate_series(1, $messages::int / 4) n
        WHERE t.name <> 'ledger' ORDER BY n`,
      { messages: MESSAGES },
    );
    // Consumed but for the end, by every group.
    await run(
      `INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at,
         expires_at, acks)
       SELECT gq.group_id, gq.queue_id, nextval('epoch_seq'), 0, 0, b * 32, b * 32 + 32, 32, 0, false, now(), now(),
              ARRAY[(5::bigint << 32) | 4294967295]
         FROM group_queue gq JOIN consumer_group g USING (group_id),
              generate_series(1, CASE g.name WHEN 'storm' THEN 2000 ELSE 50 END) b
        WHERE g.name <> 'ledger' ORDER BY b`,
    );
    await run(`INSERT INTO client (name) SELECT 'worker-' || i FROM generate_series(1, $clients::int) i`, {
      clients: CLIENTS,
    });
    await run(
      `INSERT INTO group_client (group_id, client_id, node_id, kind, language, version, address, since, seen_at,
         settings_version, settings_at, settings_adapted)
       SELECT g.group_id, c.client_id, 'node', 'push', 'JAVA', '5.0.7', '10.0.0.1:1', now(), now(), 50, now(), false
         FROM consumer_group g, client c WHERE g.name IN ('storm', 'group-3')`,
    );
    await run(
      `INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at)
       SELECT r.group_id, r.queue_id, r.off, 0, r.attempt, s.state, s.cause, nextval('epoch_seq'), c.client_id,
              now() - (r.off % 3600) * interval '1 s'
         FROM failure_report r JOIN consumer_group g USING (group_id)
        CROSS JOIN (VALUES ('Inflight', 'delivered'), ('DLQ', 'nack')) s (state, cause)
         JOIN (SELECT client_id, row_number() OVER () AS nth FROM client) c ON c.nth = 1 + r.off % $clients::int
        WHERE g.name = 'storm' AND r.off > 1000000
        ORDER BY r.off % 3600 DESC`,
      { clients: CLIENTS },
    );
    await run(`UPDATE failure_report SET app_version = '2.14.' || off % 5`);
    await run(
      `INSERT INTO group_sample (group_id, step_s, at, ready, in_flight, waiting, dead, unhandled, blocked_keys,
         deaths_due, expiring, consumers, arrived, delivered, redelivered)
       SELECT g.group_id, s.step, to_timestamp(floor(extract(epoch FROM now()) / s.step) * s.step)
                - i * s.step * interval '1 s', 9, 1, 5, 4, 4, 0, 1, 0, i % 50 / 49, 1000000 - i, 4, 1
         FROM consumer_group g
        CROSS JOIN LATERAL (VALUES (10, CASE WHEN g.name IN ('storm', 'ledger') THEN 8639 ELSE 99 END),
          (60, CASE WHEN g.name IN ('storm', 'ledger') THEN 20159 ELSE 60 END)) s (step, n), generate_series(0, s.n) i
       ON CONFLICT DO NOTHING`,
    );
    await run(
      `INSERT INTO queue_sample (group_id, queue_id, at, stored_to, taken_to, passed_over, in_flight, retry_ready,
         retry_in_flight, waiting)
       SELECT gq.group_id, gq.queue_id, to_timestamp(floor(extract(epoch FROM now()) / 10) * 10)
                - i * interval '10 s', 1000 - i, 900 - i, 0, 1, 0, 0, 0
         FROM group_queue gq, generate_series(0, 91) i`,
    );
    await db.query('VACUUM (ANALYZE)');
  });
}
