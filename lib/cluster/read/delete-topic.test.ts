import { beforeEach, expect, test } from 'vitest';

import type { FakeBroker } from '../../testing/cluster/fake-broker';
import { plain } from '../../model/plain';
import { type FakeCluster, startFakeCluster } from '../../testing/cluster/fake-cluster';
import { openFake } from '../../testing/cluster/open-fake';
import type { Cluster } from '../cluster';
import { deleteTopic, readTopicRemains } from './delete-topic';
import { forgetNames } from './known-names';

const READ_TOPICS = 21;
const READ_GROUPS = 201;
const DELETE_TOPIC = 215;
const LONG_MS = 3_600_000;

let fake: FakeCluster;
let cluster: Cluster;
let a: FakeBroker;
let b: FakeBroker;
beforeEach(async () => {
  fake = await startFakeCluster();
  cluster = openFake(fake);
  [a, b] = [fake.broker('broker-a'), fake.broker('broker-b')];
  for (const each of [a, b]) {
    each.addGroup('billing');
    each.addTopic('orders', 2);
    each.addTopic('%RETRY%billing_orders');
    each.setOffset('billing', 'orders', 0, { consumer: 1, pull: 1 });
    for (let n = 0; n < 3; n += 1) each.store('orders', 'x', { storeTimestamp: each.timeMs - LONG_MS });
  }
  return async () => {
    cluster.close();
    await fake.close();
  };
});

const remainsOf = async (topic = 'orders') => {
  forgetNames(cluster);
  return (await readTopicRemains(cluster, topic)).parts.map(({ value }) => value);
};

test('what goes with a topic by broker, and that it is gone everywhere afterwards', async () => {
  const topics = [
    { topic: 'orders', queues: 2, messages: 3 },
    { topic: '%RETRY%billing_orders', queues: 1, messages: 0 },
  ];
  const readers = [{ group: 'billing', unread: 2 }];
  const [first, second] = await remainsOf();
  expect(first).toMatchObject({ hasSettings: true, positions: 2, topics, readers, shared: [], sent: { messages: 0 } });
  expect(second).toEqual(first);
  expect(plain(await deleteTopic(cluster, 'orders'))).toMatchObject({
    brokers: [
      { broker: 'broker-a', problem: null },
      { broker: 'broker-b', problem: null },
    ],
    nameServers: [{ problem: null }],
  });
  for (const each of [a, b]) {
    expect([...each.topics.keys()]).toEqual([]);
    expect([...each.offsets.keys()]).toEqual([]);
    expect(each.groups.has('billing')).toBe(true);
  }
  await expect(deleteTopic(cluster, 'orders')).rejects.toMatchObject({ code: 'topic-not-found' });
});

test('a topic that one broker alone has, and one that a broker refuses to delete', async () => {
  a.deleteTopic('orders');
  b.peer.behave = ({ code }) => (code === DELETE_TOPIC ? { code: 1, remark: 'disk full' } : null);
  const { brokers, nameServers } = plain(await deleteTopic(cluster, 'orders'));
  expect(brokers).toMatchObject([{ problem: null }, { problem: expect.stringContaining('disk full') }]);
  // A broker has it still: its route stays.
  expect(nameServers).toEqual([]);
  expect(a.peer.count(DELETE_TOPIC)).toBe(0);
  b.peer.behave = () => null;
  expect(plain(await deleteTopic(cluster, 'orders')).brokers).toMatchObject([{ problem: null }, { problem: null }]);
});

test('messages of the last minute show a producer, by its host', async () => {
  a.store('orders', 'new', { storeTimestamp: a.timeMs, bornHost: '10.0.0.7:51000' });
  expect((await remainsOf()).map(({ sent }) => sent)).toEqual([
    { messages: 1, hosts: ['10.0.0.7'] },
    { messages: 0, hosts: [] },
  ]);
  // Not open for reading: who sent them is unknown, that they were sent is not.
  a.permissions.set('orders', 2);
  expect((await remainsOf())[0]?.sent).toEqual({ messages: 1, hosts: [] });
});

test('a retry topic that goes with it and may be of another group is named while messages wait there', async () => {
  const shared = async () => (await remainsOf()).map((each) => each.shared.map((one) => one.with));
  const retry = '%RETRY%billing_orders';
  a.store(retry, 'waits');
  expect(await shared()).toEqual([[], []]);
  b.addGroup('billing_orders');
  expect(await shared()).toEqual([['billing_orders'], []]);
  a.expireOldest(retry, 1);
  expect(await shared()).toEqual([[], []]);
});

test('topics of the system, of brokers and of groups are not deleted', async () => {
  for (const topic of ['broker-a', 'broker-b_REPLY_TOPIC', 'TBW102', '%DLQ%billing', '%RETRY%billing_orders', 'a!b'])
    await expect(deleteTopic(cluster, topic)).rejects.toMatchObject({ code: 'illegal-topic' });
  expect(a.peer.count(DELETE_TOPIC)).toBe(0);
});

test('the preview reads the lists that the pages read; a deletion reads them again', async () => {
  const asked = () => [READ_TOPICS, READ_GROUPS].map((code) => a.peer.count(code));
  await remainsOf();
  const before = asked();
  await readTopicRemains(cluster, 'orders');
  expect(asked()).toEqual(before);
  let now: readonly number[] = before;
  const stop = new Error('seen');
  const check = async () => {
    now = asked();
    throw stop;
  };
  await expect(deleteTopic(cluster, 'orders', check)).rejects.toBe(stop);
  expect(now).toEqual(before.map((count) => count + 1));
  expect(a.peer.count(DELETE_TOPIC)).toBe(0);
});
