import { afterAll, beforeAll, expect, test } from 'vitest';

import { type FakeCluster, startFakeCluster } from '../../testing/cluster/fake-cluster';
import { openFake } from '../../testing/cluster/open-fake';
import { queryMessage } from '../admin/query-message';
import type { Cluster } from '../cluster';
import { findCopies } from './message-copies';

const ofOrders = { topic: 'orders', fromMs: 0, toMs: Date.now() + 86_400_000, most: 64 };
let fake: FakeCluster;
let cluster: Cluster;
beforeAll(async () => {
  fake = await startFakeCluster();
  cluster = openFake(fake);
  const a = fake.broker('broker-a');
  for (const topic of ['orders', '%RETRY%billing_orders', '%DLQ%billing', '%DLQ%audit']) a.addTopic(topic);
  fake.broker('broker-b').addTopic('orders');
  a.setOffset('billing', 'orders', 0, {});
  a.setOffset('audit', 'orders', 0, {});
  const store = (topic: string, afterMs: number, reconsumeTimes: number) =>
    a.store(topic, '{}', {
      ...{ storeTimestamp: a.timeMs + afterMs, reconsumeTimes },
      properties: { UNIQ_KEY: 'M1', KEYS: 'ord-1 eu', TAGS: 'paid', '1ST_POP_TIME': String(a.timeMs + 5) },
    });
  store('%DLQ%billing', 30_000, 3);
  store('orders', 0, 0);
  store('%RETRY%billing_orders', 1_000, 1);
});
afterAll(async () => {
  cluster.close();
  await fake.close();
});

test('a message is put together over its topic, retries and deaths, by id and by key', async () => {
  for (const query of [
    { key: 'M1', by: 'uniqueId' },
    { key: 'ord-1', by: 'key' },
  ] as const) {
    const { answers, groups, left } = await findCopies(cluster, { topic: 'orders', ...query });
    expect([groups, left, answers.silent]).toEqual([['audit', 'billing'], 0, []]);
    const copies = answers.parts.flatMap(({ value }) => value);
    expect(copies.map(({ role, group, topic, reconsumeTimes }) => [role, group, topic, reconsumeTimes])).toEqual([
      ['sent', null, 'orders', 0],
      ['retry', 'billing', '%RETRY%billing_orders', 1],
      ['dead', 'billing', '%DLQ%billing', 3],
    ]);
    expect(copies[0]).toMatchObject({ broker: 'broker-a', messageId: 'M1', keys: ['ord-1', 'eu'], tag: 'paid' });
  }
});

test('what a broker finds by the same hash is left out: another key, an id that was asked for as a key', async () => {
  const b = fake.broker('broker-b');
  // Both hash alike in Java.
  for (const KEYS of ['Aa', 'BB']) b.store('orders', '{}', { properties: { UNIQ_KEY: `of-${KEYS}`, KEYS } });
  const found = async (key: string, by: 'key' | 'uniqueId') =>
    (await findCopies(cluster, { topic: 'orders', key, by })).answers.parts
      .flatMap(({ value }) => value)
      .map(({ messageId }) => messageId);
  expect(await cluster.ask('broker-b', queryMessage, { ...ofOrders, key: 'Aa', by: 'key' })).toHaveLength(2);
  expect(await found('Aa', 'key')).toEqual(['of-Aa']);
  expect([await found('of-Aa', 'key'), await found('Aa', 'uniqueId')]).toEqual([[], []]);
});

test('where a broker gave as many as it ever does is said: 64 by key, 32 by id', async () => {
  const b = fake.broker('broker-b');
  for (let n = 0; n < 64; n += 1)
    b.store('orders', '{}', { properties: { UNIQ_KEY: n < 31 ? 'often' : `id-${n}`, KEYS: 'many' } });
  const full = async (key: string, by: 'key' | 'uniqueId') =>
    (await findCopies(cluster, { topic: 'orders', key, by })).full;
  expect(await full('many', 'key')).toEqual([{ broker: 'broker-b', topic: 'orders' }]);
  expect(await full('often', 'uniqueId')).toEqual([]);
  b.store('orders', '{}', { properties: { UNIQ_KEY: 'often' } });
  expect(await full('often', 'uniqueId')).toEqual([{ broker: 'broker-b', topic: 'orders' }]);
});

test('more groups than are searched are counted, and a silent broker is said', async () => {
  const a = fake.broker('broker-a');
  for (let n = 0; n < 30; n += 1) a.setOffset(`group-${n}`, 'orders', 0, {});
  await fake.broker('broker-b').peer.stop();
  const { answers, groups, left } = await findCopies(cluster, { topic: 'orders', key: 'M1', by: 'uniqueId' });
  expect([groups.length, left]).toEqual([20, 12]);
  expect(answers.silent.map(({ broker }) => broker)).toEqual(['broker-b']);
});
