import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { plain } from '../../model/plain';
import { type FakeCluster, startFakeCluster } from '../../testing/cluster/fake-cluster';
import { openFake } from '../../testing/cluster/open-fake';
import type { Cluster } from '../cluster';
import { readWaitingRetries } from './read-waiting';

const SCHEDULE = 'SCHEDULE_TOPIC_XXXX';
const WHEEL = 'rmq_sys_wheel_timer';
const RETRY = '%RETRY%billing_orders';
let fake: FakeCluster;
let cluster: Cluster;
beforeAll(async () => {
  fake = await startFakeCluster();
});
afterAll(() => fake.close());
beforeEach(() => {
  for (const each of fake.brokers.values()) {
    for (const map of [each.topics, each.offsets, each.groups]) map.clear();
    for (const key of Object.keys(each.figures)) delete each.figures[key];
    delete each.config['popConsumerKVServiceEnable'];
    each.timeMs = Date.now();
    each.addGroup('billing');
  }
  cluster = openFake(fake);
  return () => cluster.close();
});
const at = (name: string) => fake.broker(name);
const iso = (ms: number) => new Date(ms).toISOString();

/** As 4.x clients send back: level 3 waits 10 s. */
function sendBack(id: string, group: string, storeTimestamp: number): void {
  const broker = at('broker-a');
  if (!broker.topics.has(SCHEDULE)) broker.addTopic(SCHEDULE, 18);
  const properties = { UNIQ_KEY: id, RETRY_TOPIC: 'orders', REAL_TOPIC: `%RETRY%${group}`, DELAY: '3' };
  broker.store(SCHEDULE, id, { queueId: 2, storeTimestamp, reconsumeTimes: 1, properties });
}

/** As a broker writes down a hand-out, or its end. */
function record(name: string, tag: 'ck' | 'ack', body: object): void {
  const broker = at(name);
  if (!broker.topics.has(WHEEL)) broker.addTopic(WHEEL);
  const properties = { TAGS: tag, REAL_TOPIC: 'rmq_sys_REVIVE_LOG_Fake' };
  broker.store(WHEEL, JSON.stringify({ c: 'billing', q: 0, n: 1, d: [0], ...body }), { properties });
}

test('4.x: what was sent back is due a level after it was stored; delivered ones are left out', async () => {
  const nowMs = at('broker-a').timeMs;
  for (const [id, group] of [
    ['M0', 'billing'],
    ['M1', 'billing'],
    ['M2', 'mailing'],
    ['M3', 'billing'],
  ] as const)
    sendBack(id, group, nowMs - 2_000);
  at('broker-a').figures['scheduleMessageOffset_3'] = '1,4';
  const found = plain(await readWaitingRetries(cluster, 'billing'));
  expect(found).toMatchObject({ waits: { kind: 'value', value: 2 }, silent: [] });
  expect(found.items).toMatchObject(
    ['M1', 'M3'].map((messageId) => ({
      ...{ messageId, broker: 'broker-a', topic: 'orders', state: 'waits', failed: 1, dueAt: iso(nowMs + 8_000) },
    })),
  );
});

test('5.x: due ones lie in the retry topic, and what was handed out and not ended is held until its time', async () => {
  const broker = at('broker-b');
  const nowMs = broker.timeMs;
  broker.addTopic('orders');
  broker.addTopic(RETRY);
  broker.store('orders', 'held', { properties: { UNIQ_KEY: 'HELD', TAGS: 'paid', KEYS: 'k1 k2' } });
  for (const id of ['R0', 'R1', 'R2'])
    broker.store(RETRY, id, { storeTimestamp: nowMs - 500, reconsumeTimes: 1, properties: { UNIQ_KEY: id } });
  // R0 was consumed, R1 failed and waits, R2 is due.
  broker.setOffset('billing', RETRY, 0, { consumer: 2, pull: 2, last: nowMs });
  record('broker-b', 'ck', { t: RETRY, so: 0, pt: nowMs - 400, it: 60_000 });
  record('broker-b', 'ack', { t: RETRY, so: 0, ao: 0, pt: nowMs - 400 });
  record('broker-b', 'ck', { t: RETRY, so: 1, pt: nowMs - 300, it: 60_000 });
  record('broker-b', 'ck', { t: RETRY, so: 1, pt: nowMs - 200, it: 5_000 });
  record('broker-b', 'ack', { t: RETRY, so: 1, ao: 1, pt: nowMs - 300 });
  record('broker-b', 'ck', { t: 'orders', so: 0, pt: nowMs - 100, it: 60_000 });
  record('broker-b', 'ck', { t: 'orders', so: 0, pt: nowMs - 100, it: 60_000, c: 'mailing' });
  const found = plain(await readWaitingRetries(cluster, 'billing'));
  expect([found.waits, found.due, found.held]).toMatchObject([{ value: 0 }, { value: 1 }, { value: 2 }]);
  expect(found.items).toMatchObject([
    { messageId: 'R2', state: 'due', dueAt: iso(nowMs - 500), topic: 'orders', failed: 1 },
    { messageId: 'R1', state: 'held', dueAt: iso(nowMs + 4_800), topic: 'orders', failed: 1 },
    { messageId: 'HELD', state: 'held', dueAt: iso(nowMs + 59_900), topic: 'orders', tag: 'paid', keys: ['k1', 'k2'] },
  ]);
});

test('how far those have come that the limit of the group ends: 4.x ones are not among them', async () => {
  const broker = at('broker-b');
  const nowMs = broker.timeMs;
  for (const topic of ['orders', RETRY, '%RETRY%billing']) broker.addTopic(topic);
  broker.store('orders', 'first', { properties: { UNIQ_KEY: 'FIRST' } });
  for (const [n, failed] of [3, 1, 3, 5].entries())
    broker.store(RETRY, `R${n}`, { storeTimestamp: nowMs - 900 + n, reconsumeTimes: failed, properties: {} });
  // Of these the first was handed out, and waits or is with a client.
  broker.setOffset('billing', RETRY, 0, { consumer: 1, pull: 1, last: nowMs });
  record('broker-b', 'ck', { t: RETRY, so: 0, pt: nowMs - 200, it: 5_000 });
  record('broker-b', 'ck', { t: 'orders', so: 0, pt: nowMs - 100, it: 60_000 });
  // What 4.x clients sent back: one that waits, one that is due.
  broker.store('%RETRY%billing', 'sent back', { reconsumeTimes: 2, properties: { RETRY_TOPIC: 'orders' } });
  broker.setOffset('billing', '%RETRY%billing', 0, { consumer: 0, pull: 0, last: nowMs });
  sendBack('M0', 'billing', nowMs - 2_000);
  at('broker-a').figures['scheduleMessageOffset_3'] = '0,1';
  const found = plain(await readWaitingRetries(cluster, 'billing'));
  expect(found.items.map(({ failed, state, limit }) => `${failed} ${state} ${limit}`).toSorted()).toEqual([
    '0 held group',
    '1 due group',
    '1 waits client',
    '2 due client',
    '3 due group',
    '3 held group',
    '5 due group',
  ]);
  const there = { broker: 'broker-b' };
  expect(found.attempts).toEqual({
    ...{ kind: 'value', asOf: expect.any(String) },
    value: [
      { attempt: 1, leased: false, messages: 1, firstAt: iso(nowMs - 899), ...there },
      { attempt: 1, leased: true, messages: 1, firstAt: iso(nowMs + 59_900), ...there },
      { attempt: 3, leased: false, messages: 1, firstAt: iso(nowMs - 898), ...there },
      { attempt: 4, leased: true, messages: 1, firstAt: iso(nowMs + 4_800), ...there },
      { attempt: 5, leased: false, messages: 1, firstAt: iso(nowMs - 897), ...there },
    ],
  });
});

test('attempts are a bound where messages are known by number alone', async () => {
  const broker = at('broker-b');
  const nowMs = broker.timeMs;
  broker.addTopic(RETRY);
  for (let n = 0; n < 70; n += 1)
    broker.store(RETRY, `R${n}`, { storeTimestamp: nowMs, reconsumeTimes: 2, properties: {} });
  broker.setOffset('billing', RETRY, 0, { consumer: 0, pull: 0, last: nowMs });
  expect(plain(await readWaitingRetries(cluster, 'billing')).attempts).toMatchObject({
    ...{ kind: 'value', atLeast: true, value: [{ attempt: 2, leased: false, messages: 64 }] },
    reason: 'for 6 more on broker-b, the number of deliveries is unknown',
  });
  at('broker-a').config['popConsumerKVServiceEnable'] = 'true';
  cluster.close();
  cluster = openFake(fake);
  expect(plain(await readWaitingRetries(cluster, 'billing')).attempts).toMatchObject({
    ...{ atLeast: true, reason: expect.stringMatching(/^broker-a keeps what clients hold in a store.*for 6 more/) },
  });
  await at('broker-a').peer.stop();
  expect(plain(await readWaitingRetries(cluster, 'billing')).attempts).toMatchObject({
    ...{ atLeast: true, reason: expect.stringContaining('1 of 2 brokers responded; for 6 more') },
  });
  await at('broker-a').peer.start();
});

test('what cannot be known is said: a store of its own, ordered clients, a silent broker, too much', async () => {
  for (const each of fake.brokers.values()) {
    each.config['popConsumerKVServiceEnable'] = 'true';
    each.addGroup('billing', { consumeMessageOrderly: true });
  }
  const stored = plain(await readWaitingRetries(cluster, 'billing'));
  expect([stored.held, stored.attempts]).toMatchObject([0, 1].map(() => ({ kind: 'unknown', notOffered: true })));
  expect(stored.notTold).toEqual([
    expect.stringContaining('in place'),
    expect.stringContaining('broker-a, broker-b keep what 5.x clients hold or wait for in a store'),
  ]);
  cluster.close();
  cluster = openFake(fake);
  delete at('broker-a').config['popConsumerKVServiceEnable'];
  const ordered = plain(await readWaitingRetries(cluster, 'billing'));
  expect(ordered.held).toMatchObject({ notOffered: true, reason: expect.stringContaining('ordered 5.x') });
  cluster.close();
  cluster = openFake(fake);
  for (const each of fake.brokers.values()) each.addGroup('billing');
  const half = plain(await readWaitingRetries(cluster, 'billing'));
  expect(half.held).toMatchObject({
    value: 0,
    atLeast: true,
    reason: 'broker-b keeps what clients hold in a store that cannot be read',
  });
  cluster.close();
  cluster = openFake(fake);
  delete at('broker-b').config['popConsumerKVServiceEnable'];
  const nowMs = at('broker-a').timeMs;
  for (let n = 0; n < 6_500; n += 1) sendBack(`M${n}`, 'billing', nowMs);
  at('broker-a').figures['scheduleMessageOffset_3'] = '0,6500';
  const many = plain(await readWaitingRetries(cluster, 'billing'));
  expect(many.waits).toMatchObject({ value: 6_400, atLeast: true, reason: expect.stringContaining('100 scheduled') });
  expect(many.items).toHaveLength(200);
  await at('broker-b').peer.stop();
  const partly = plain(await readWaitingRetries(cluster, 'billing'));
  expect(partly).toMatchObject({ held: { value: 0, atLeast: true }, silent: [{ broker: 'broker-b' }] });
  await at('broker-b').peer.start();
});
