// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../model/audit/actor';
import { messageRows } from '../../store/queries/search/message-rows';
import { messageStates } from '../../store/queries/search/message-states';
import { logParts, lookThrough } from '../../store/queries/search/places-in-log';
import { keysBehind, placesByKey } from '../../store/queries/search/places-by-key';
import { countKeys, idsBeginningWith, keysBeginningWith, newestPlaces } from '../../store/queries/search/suggest';
import { topicProducers } from '../../store/queries/topic-stats/topic-producers';
import type { Queryable } from '../../store/queryable';
import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, receiveNow, type TestBroker } from '../../testing/broker';
import { explained } from '../../testing/explained';
import { inFull } from '../../testing/full';
import { createGroup } from '../group/create';
import { createTopic } from '../topic/create';
import { findMessages } from './find';

const MESSAGES = inFull(100_000, 1_000_000);
const QUEUES = 4;
const LIMIT_MS = 100;
const GROUPS = ['billing', 'search', 'stock'];

let broker: TestBroker;
let db: Queryable;
let topicId = 0;

beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  db = broker.ctx.store.console;
  const actor = systemActor('test');
  const topic = await createTopic(broker.ctx, { name: 'orders', messageType: 'NORMAL', queues: QUEUES, actor });
  topicId = topic.topicId;
  for (const group of GROUPS) {
    await createGroup(broker.ctx, { name: group, actor });
    await receiveNow(broker.ctx, { topic: 'orders', group });
  }
  await withAdmin(broker.database.url, async (client) => {
    await client.query(
      `INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, keys, props, body_encoding, born_at, born_host,
         stored_at, body)
       SELECT q.seg, q.queue_id, n, q.topic_id, 'M' || lpad((n * ${QUEUES} + q.queue_no)::text, 9, '0'), 'NORMAL',
              ARRAY['order-' || (n * ${QUEUES} + q.queue_no), 'tenant-' || (n % 3)],
              jsonb_build_object('shard', (n % 20000)::text), 'IDENTITY', now(), 'host-' || (n % 7),
              now() - interval '1 day' + n * interval '80 ms', decode(repeat('7b', 200), 'hex')
         FROM queue q CROSS JOIN generate_series(0, ${MESSAGES / QUEUES - 1}) n WHERE q.topic_id = $1 ORDER BY n`,
      [topicId],
    );
    // Everything was consumed in batches of 32, but the last ones.
    await client.query(
      `INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at,
         expires_at, acks)
       SELECT gq.group_id, gq.queue_id, nextval('epoch_seq'), 0, 0, b * 32, b * 32 + 32, 32, 0, false, now(), now(),
              ARRAY[(5::bigint << 32) | 4294967295]
         FROM group_queue gq CROSS JOIN generate_series(0, ${MESSAGES / QUEUES / 32 - 10}) b ORDER BY b`,
    );
    for (;;) {
      const { rows } = await client.query<{ n: number }>('SELECT message_key_index(16, 20000) AS n');
      if (rows[0]?.n === 0) break;
    }
    await client.query('ANALYZE');
  });
}, 300_000);
afterAll(() => broker.close());

const nothing = { from: null, to: null, before: null };

test(`${MESSAGES} messages: what each page asks is a read by index, under ${LIMIT_MS} ms`, async () => {
  const from = new Date(Date.now() - 20 * 3_600_000);
  const parts = await logParts(db, topicId, { queueNo: null, offset: null, ...nothing, from });
  const places = await placesByKey(db, 'tenant-1', { topicId: null, ...nothing, limit: 51 });
  const rows = await messageRows(db, places);
  const middle = `order-${Math.floor(MESSAGES / 2)}`;
  expect(rows).toHaveLength(51);
  const asked: Record<string, [(q: Queryable) => Promise<unknown>, RegExp]> = {
    'one key': [
      (q) => placesByKey(q, middle, { topicId: null, ...nothing, limit: 51 }),
      /message_key_s0_key_stored_at/,
    ],
    'a key that a third has': [
      (q) => placesByKey(q, 'tenant-1', { topicId: null, ...nothing, limit: 51 }),
      /message_key_s0_key_stored_at/,
    ],
    'its deep pages': [
      (q) => placesByKey(q, 'tenant-1', { topicId, ...nothing, before: places.at(-1) ?? null, limit: 51 }),
      /message_key_s0_key_stored_at/,
    ],
    'a key that no message has': [
      (q) => placesByKey(q, 'nothing', { topicId: null, ...nothing, limit: 51 }),
      /message_key_s0_key_stored_at/,
    ],
    'how far the index is behind': [keysBehind, /message_s0_pkey|message_s0_queue_id_off/],
    'keys that begin so': [(q) => keysBeginningWith(q, 'order-1', 5), /message_key_s0_key_stored_at/],
    'how many they are': [(q) => countKeys(q, 'order-1', 1000), /message_key_s0_key_stored_at/],
    'ids that begin so': [(q) => idsBeginningWith(q, 'M0000', 5), /msg_id/],
    newest: [(q) => newestPlaces(q, 10), /message_s0_pkey|message_s0_queue_id_off/],
    'places of a time': [
      (q) => logParts(q, topicId, { queueNo: null, offset: null, ...nothing, from, before: places[5] ?? null }),
      /queue/,
    ],
    'a property, a chunk': [
      (q) => lookThrough(q, parts, { name: 'shard', value: '17' }, 5000),
      /message_s0_pkey|message_s0_queue_id_off/,
    ],
    'rows of a page': [(q) => messageRows(q, places), /message_s0_pkey|message_s0_queue_id_off/],
    'states of a page': [(q) => messageStates(q, null, rows), /lease_first/],
    producers: [(q) => topicProducers(q, topicId), /message_s0_pkey|message_s0_queue_id_off/],
  };
  for (const [name, [run, index]] of Object.entries(asked)) {
    const { ms, text } = await explained(db, run);
    const found = {
      name,
      scanned: /Seq Scan on (message_s|message_key_s|lease)/.test(text),
      byIndex: index.test(text),
      fast: ms < LIMIT_MS ? 'yes' : `${ms} ms`,
    };
    expect.soft(found, text).toEqual({ name, scanned: false, byIndex: true, fast: 'yes' });
  }
}, 120_000);

test('a page as a whole: every message of it consumed, and as many checked as said', async () => {
  const page = await findMessages(broker.ctx, { key: 'tenant-1', topic: 'orders' });
  expect(page.items).toHaveLength(50);
  expect(page.items[0]?.groups.map(({ group }) => group)).toEqual(GROUPS);
  const deep = await findMessages(broker.ctx, { topic: 'orders', to: new Date(Date.now() - 23.9 * 3_600_000) });
  expect(deep.items[0]?.groups.map(({ state }) => state)).toEqual(GROUPS.map(() => 'consumed'));
  const property = await findMessages(broker.ctx, {
    topic: 'orders',
    property: 'shard=nothing',
    from: new Date(Date.now() - 86_400_000 * 2),
  });
  expect(property).toMatchObject({ items: [], checked: { of: MESSAGES } });
  expect(property.checked?.at).toBeGreaterThanOrEqual(20_000);
  expect(property.nextCursor).not.toBeNull();
});
