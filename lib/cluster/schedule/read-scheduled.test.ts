import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { plain } from '../../model/plain';
import type { FakeBroker } from '../../testing/cluster/fake-broker';
import { type FakeCluster, startFakeCluster } from '../../testing/cluster/fake-cluster';
import { rollWheel, storeLater, storeRecall } from '../../testing/cluster/fake-schedule';
import { openFake } from '../../testing/cluster/open-fake';
import type { Cluster } from '../cluster';
import { readScheduledMessages } from './read-scheduled';

const NOW_MS = 1_795_320_000_000;
const HOUR_MS = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
let fake: FakeCluster;
let cluster: Cluster;
beforeAll(async () => {
  fake = await startFakeCluster();
});
afterAll(() => fake.close());
beforeEach(() => {
  for (const each of fake.brokers.values()) {
    each.topics.clear();
    for (const figures of [each.figures, each.config]) {
      delete figures['timerRocksDBEnable'];
      for (const key of Object.keys(figures)) if (/^(timer|scheduleMessage)/.test(key)) delete figures[key];
    }
    each.timeMs = NOW_MS;
    each.addTopic('later', 1, 'DELAY');
    each.addTopic('other', 1, 'DELAY');
  }
  cluster = openFake(fake);
  return () => cluster.close();
});
const at = (name: string) => fake.broker(name);

interface Later {
  readonly level?: number;
  readonly delayMs?: number;
  readonly deliverMs?: number;
  readonly storeTimestamp?: number;
  readonly properties?: Readonly<Record<string, string>>;
}

/** As a producer of 4.x sends it, by a level or a delay, or a proxy, by a time. */
function schedule(broker: FakeBroker, topic: string, body: string, later: Later): void {
  const { level, delayMs, deliverMs, properties = {}, ...more } = later;
  const times = { DELAY: level, TIMER_DELAY_MS: delayMs, TIMER_DELIVER_MS: deliverMs };
  const given = Object.entries(times).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  storeLater(broker, topic, body, { ...more, properties: { ...properties, ...Object.fromEntries(given) } });
}

const idsOf = async (topic = 'later') =>
  (await readScheduledMessages(cluster, topic)).items.map(({ messageId }) => messageId);

test('delivery times and delay levels of one topic at both brokers, soonest first', async () => {
  const [a, b] = [at('broker-a'), at('broker-b')];
  schedule(a, 'later', 'one', {
    deliverMs: NOW_MS + HOUR_MS,
    properties: { UNIQ_KEY: 'A', TAGS: 'paid', KEYS: 'k1 k2' },
  });
  schedule(a, 'other', 'x', { deliverMs: NOW_MS + HOUR_MS, properties: { UNIQ_KEY: 'X' } });
  schedule(a, '%RETRY%billing', 'x', { level: 5, properties: { UNIQ_KEY: 'R' } });
  // A time within a second, and one that a 4.x client said as a delay: the broker keeps no more than the second of it.
  schedule(b, 'later', 'two', { deliverMs: NOW_MS + 90_250, properties: { UNIQ_KEY: 'B', __SHARDINGKEY: 'g' } });
  schedule(b, 'later', 'three', { delayMs: 7_200_000, properties: { UNIQ_KEY: 'C' } });
  schedule(a, 'later', 'four', { level: 5, properties: { UNIQ_KEY: 'D' }, storeTimestamp: NOW_MS - 20_000 });
  const found = plain(await readScheduledMessages(cluster, 'later'));
  expect(found).toMatchObject({ waiting: { kind: 'value', value: 4 }, notes: [], silent: [] });
  expect(found.waiting).not.toHaveProperty('atLeast');
  expect(found.items).toMatchObject([
    { messageId: 'D', broker: 'broker-a', dueAt: iso(NOW_MS + 40_000), scheduledAt: iso(NOW_MS - 20_000), tag: null },
    { messageId: 'B', broker: 'broker-b', dueAt: iso(NOW_MS + 90_250), messageGroup: 'g', topic: 'later' },
    {
      messageId: 'A',
      dueAt: iso(NOW_MS + HOUR_MS),
      tag: 'paid',
      keys: ['k1', 'k2'],
      bodyBytes: 3,
      bornHost: '127.0.0.1',
    },
    { messageId: 'C', dueAt: iso(NOW_MS + 2 * HOUR_MS), scheduledAt: iso(NOW_MS) },
  ]);
});

test('what was delivered is gone: by the time of its slot, and by how far a level is', async () => {
  const a = at('broker-a');
  for (const [id, aheadMs] of [
    ['before', 2_000],
    ['now', 4_000],
    ['after', 5_000],
  ] as const) {
    schedule(a, 'later', id, { deliverMs: NOW_MS + aheadMs, properties: { UNIQ_KEY: id } });
    schedule(a, 'other', id, { level: 3, properties: { UNIQ_KEY: `${id} at a level` } });
  }
  a.timeMs = NOW_MS + 4_000;
  a.figures['scheduleMessageOffset_3'] = '2,3';
  // The slot of a second is delivered when it is over: what is due now is on its way.
  expect(await idsOf()).toEqual(['after']);
  expect(await idsOf('other')).toEqual(['after at a level']);
});

test('a broker that is late has not delivered yet, and that is said', async () => {
  const a = at('broker-a');
  schedule(a, 'later', 'x', { deliverMs: NOW_MS + 2_000, properties: { UNIQ_KEY: 'old' } });
  schedule(a, 'later', 'x', { deliverMs: NOW_MS + 60_000, properties: { UNIQ_KEY: 'late' } });
  a.timeMs = NOW_MS + 90_000;
  a.figures['timerReadBehind'] = '40';
  const found = plain(await readScheduledMessages(cluster, 'later'));
  expect(found.items.map(({ messageId }) => messageId)).toEqual(['late']);
  expect(found.notes).toEqual(['broker-a delivers timed messages 40 s late.']);
});

test('the log is read as far back as a message may wait in it, and no further', async () => {
  const a = at('broker-a');
  for (const id of ['long', 'longer'])
    schedule(a, 'later', 'x', { deliverMs: NOW_MS + 47 * HOUR_MS, properties: { UNIQ_KEY: id } });
  a.timeMs = NOW_MS + 46 * HOUR_MS;
  expect(await idsOf()).toEqual(['long', 'longer']);
  // With a window of an hour, the broker would have stored it again since.
  a.config['timerRollWindowSlot'] = '3600';
  cluster.close();
  cluster = openFake(fake);
  expect(await idsOf()).toEqual([]);
});

test('one that is stored again on the way is one message, taken when it was stored first', async () => {
  const a = at('broker-a');
  const [days, id] = [24 * HOUR_MS, { UNIQ_KEY: 'far' }];
  a.timeMs = NOW_MS + 300;
  schedule(a, 'later', 'x', { deliverMs: NOW_MS + 3 * days, properties: id });
  schedule(a, 'later', 'y', { deliverMs: NOW_MS + 3 * days + 1_000, properties: id });
  a.timeMs = NOW_MS + 2 * days;
  rollWheel(a, 2 * days);
  const { items } = await readScheduledMessages(cluster, 'later');
  // An application that sends the same object twice uses its id twice: two times are two messages.
  expect(items).toMatchObject([
    { messageId: 'far', dueAt: iso(NOW_MS + 3 * days), scheduledAt: iso(NOW_MS + 300) },
    { messageId: 'far', dueAt: iso(NOW_MS + 3 * days + 1_000) },
  ]);
  // When the first copy is no longer read, the second says when it was, to a second.
  a.expireOldest('rmq_sys_wheel_timer', 2);
  cluster.shared.forget('scheduled later');
  expect((await readScheduledMessages(cluster, 'later')).items).toMatchObject([
    { scheduledAt: iso(NOW_MS) },
    { scheduledAt: iso(NOW_MS) },
  ]);
});

test('recalled ones are left out, however they are named; a marker of another time or topic recalls nothing', async () => {
  const a = at('broker-a');
  const deliverMs = NOW_MS + HOUR_MS;
  for (const id of ['kept', 'long', 'short', 'elsewhere', 'at another time'])
    schedule(a, 'later', 'x', { deliverMs, properties: { UNIQ_KEY: id } });
  storeRecall(a, 'later', 'long', deliverMs);
  schedule(a, 'later', '0', { deliverMs, properties: { UNIQ_KEY: 'short', TIMER_DEL_UNIQKEY: 'short' } });
  storeRecall(a, 'other', 'elsewhere', deliverMs);
  storeRecall(a, 'later', 'at another time', deliverMs + 5_000);
  expect(await idsOf()).toEqual(['at another time', 'elsewhere', 'kept']);
});

test('records of what 5.x clients were handed out lie beside them, and are no messages of a topic', async () => {
  const a = at('broker-a');
  const properties = { TAGS: 'ck', TIMER_OUT_MS: String(NOW_MS + HOUR_MS), REAL_TOPIC: 'rmq_sys_REVIVE_LOG_Fake' };
  a.addTopic('rmq_sys_wheel_timer');
  for (let n = 0; n < 40; n += 1) a.store('rmq_sys_wheel_timer', '{}', { properties });
  a.store('rmq_sys_wheel_timer', 'x', { properties: { REAL_TOPIC: 'later', TIMER_OUT_MS: 'soon', UNIQ_KEY: 'bent' } });
  schedule(a, 'later', 'x', { deliverMs: NOW_MS + HOUR_MS, properties: { UNIQ_KEY: 'M' } });
  expect(await idsOf()).toEqual(['M']);
});

test('what was not read makes the number a least, and is said: too much, a silent broker, another store', async () => {
  const a = at('broker-a');
  const deliverMs = NOW_MS + HOUR_MS;
  schedule(a, 'later', 'x', { deliverMs, properties: { UNIQ_KEY: 'older' } });
  for (let n = 0; n < 100; n += 1) schedule(a, 'other', 'x', { deliverMs });
  schedule(a, 'later', 'x', { deliverMs, properties: { UNIQ_KEY: 'newest' } });
  for (let n = 0; n < 90; n += 1) schedule(a, 'later', 'x', { level: 18 });
  at('broker-b').config['timerRocksDBEnable'] = 'true';
  const many = await readScheduledMessages(cluster, 'later', { ofLevels: 64, ofTimer: 100 });
  expect(many.waiting).toMatchObject({ kind: 'value', value: 65, atLeast: true });
  expect(plain(many.notes)).toEqual([
    expect.stringMatching(/: 26 delayed messages and retries of all topics on broker-a; 2 older timer records of/),
    'Not everything was read: broker-b keeps its timer in a store that cannot be read.',
  ]);
  // Who asks within a moment gets the same.
  const before = a.peer.count(11);
  expect(await readScheduledMessages(cluster, 'later')).toBe(many);
  expect(a.peer.count(11)).toBe(before);
  await at('broker-b').peer.stop();
  expect(plain(await readScheduledMessages(cluster, 'other'))).toMatchObject({
    waiting: { atLeast: true, reason: expect.stringContaining('1 of 2 brokers responded') },
    silent: [{ broker: 'broker-b' }],
  });
  await at('broker-b').peer.start();
});

test('a topic that is not there is refused, and one where nothing waits has none', async () => {
  expect(await readScheduledMessages(cluster, 'later')).toMatchObject({ items: [], waiting: { value: 0 } });
  await expect(readScheduledMessages(cluster, 'nowhere')).rejects.toMatchObject({ code: 'topic-not-found' });
  await expect(readScheduledMessages(cluster, 'rmq_sys_wheel_timer')).rejects.toMatchObject({
    code: 'topic-not-found',
  });
});
