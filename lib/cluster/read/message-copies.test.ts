import { afterAll, beforeAll, expect, test } from 'vitest';

import { type FakeCluster, startFakeCluster } from '../../testing/cluster/fake-cluster';
import { openFake } from '../../testing/cluster/open-fake';
import type { Cluster } from '../cluster';
import { findCopies } from './message-copies';

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

test('more groups than are searched are counted, and a silent broker is said', async () => {
  const a = fake.broker('broker-a');
  for (let n = 0; n < 30; n += 1) a.setOffset(`group-${n}`, 'orders', 0, {});
  await fake.broker('broker-b').peer.stop();
  const { answers, groups, left } = await findCopies(cluster, { topic: 'orders', key: 'M1', by: 'uniqueId' });
  expect([groups.length, left]).toEqual([20, 12]);
  expect(answers.silent.map(({ broker }) => broker)).toEqual(['broker-b']);
});
