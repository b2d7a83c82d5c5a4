import { afterEach, beforeEach, expect, test } from 'vitest';

import type { FakeBroker } from '../../testing/cluster/fake-broker';
import { plain } from '../../model/plain';
import { type FakeCluster, startFakeCluster } from '../../testing/cluster/fake-cluster';
import { openFake } from '../../testing/cluster/open-fake';
import type { Cluster } from '../cluster';
import { deleteGroup, readGroupRemains } from './delete-group';
import { forgetNames } from './known-names';

const READ_TOPICS = 21;
const READ_GROUPS = 201;
const DELETE_GROUP = 207;
const DELETE_TOPIC = 215;

let fake: FakeCluster;
let cluster: Cluster;
let a: FakeBroker;
let b: FakeBroker;
beforeEach(async () => {
  fake = await startFakeCluster();
  cluster = openFake(fake);
  [a, b] = [fake.broker('broker-a'), fake.broker('broker-b')];
  for (const each of [a, b]) {
    each.addTopic('orders');
    each.addGroup('billing');
  }
  return async () => {
    cluster.close();
    await fake.close();
  };
});
afterEach(() => expect(a.topics.has('orders')).toBe(true));

const problems = async (group: string) => {
  const { brokers } = plain(await deleteGroup(cluster, group));
  return Object.fromEntries(brokers.map(({ broker, problem }) => [broker, problem]));
};

test('the waiting retries of a group stay when a group named after it and its topic is deleted', async () => {
  const [retries, own] = ['%RETRY%billing_orders', '%DLQ%billing_orders'];
  for (const each of [a, b]) {
    each.addGroup('billing_orders');
    each.addTopic(retries);
    each.addTopic(own);
    each.store(retries, 'waits');
  }
  const { parts, namesakes } = await readGroupRemains(cluster, 'billing_orders');
  expect(parts.map(({ value }) => value.unsure)).toEqual([[retries], [retries]]);
  expect(namesakes).toEqual(['billing']);
  expect(await problems('billing_orders')).toEqual({ 'broker-a': null, 'broker-b': null });
  for (const each of [a, b]) expect([each.topics.has(retries), each.topics.has(own)]).toEqual([true, false]);
});

test('a group that another broker alone has makes a topic unsure, and so does a broker that is silent', async () => {
  b.addGroup('billing_eu');
  for (const each of [a, b]) each.addTopic('%RETRY%billing_eu_orders');
  const unsure = async () => {
    forgetNames(cluster);
    return (await readGroupRemains(cluster, 'billing')).parts.map(({ value }) => value.unsure);
  };
  expect(await unsure()).toEqual([['%RETRY%billing_eu_orders'], ['%RETRY%billing_eu_orders']]);
  b.peer.behave = ({ code }) => (code === READ_GROUPS ? { code: 1, remark: 'busy' } : null);
  expect(await unsure()).toEqual([['%RETRY%billing_eu_orders']]);
  expect(await problems('billing')).toMatchObject({ 'broker-a': null, 'broker-b': expect.stringContaining('busy') });
  for (const each of [a, b]) expect(each.topics.has('%RETRY%billing_eu_orders')).toBe(true);
});

test('what a deletion left, positions or topics, can be deleted again; then there is no such group', async () => {
  for (const each of [a, b]) each.groups.delete('billing');
  b.setOffset('billing', 'orders', 0, { consumer: 1 });
  expect(await problems('billing')).toEqual({ 'broker-a': null, 'broker-b': null });
  expect([...b.offsets.keys()]).toEqual([]);
  a.addTopic('%DLQ%billing');
  expect(await problems('billing')).toEqual({ 'broker-a': null, 'broker-b': null });
  await expect(deleteGroup(cluster, 'billing')).rejects.toMatchObject({ code: 'group-not-found' });
});

test('a topic that a late message makes between the topics and the settings goes too', async () => {
  a.peer.behave = ({ code }) => {
    if (code === DELETE_GROUP) a.addTopic('%RETRY%billing_orders');
    return null;
  };
  expect(await problems('billing')).toEqual({ 'broker-a': null, 'broker-b': null });
  expect(a.topics.has('%RETRY%billing_orders')).toBe(false);
});

test('a topic that is refused at one broker is a part of the outcome, whatever the others did', async () => {
  const refused = '%RETRY%billing_DefaultHeartBeatSyncerTopic';
  b.addTopic(refused);
  for (const each of [a, b]) each.addTopic('%DLQ%billing');
  const outcome = await problems('billing');
  expect(outcome).toEqual({ 'broker-a': null, 'broker-b': expect.stringContaining('belongs to the system') as string });
  for (const each of [a, b]) expect(each.topics.has('%DLQ%billing')).toBe(false);
  expect([a.groups.has('billing'), b.groups.has('billing')]).toEqual([false, true]);
});

test('the check comes right before the first byte: what it refuses was not sent', async () => {
  const check = async () => Promise.reject(new Error('a client came'));
  await expect(deleteGroup(cluster, 'billing', check)).rejects.toThrow('a client came');
  for (const { peer } of [a, b]) expect([peer.count(DELETE_TOPIC), peer.count(DELETE_GROUP)]).toEqual([0, 0]);
  expect(a.peer.count(READ_TOPICS)).toBe(1);
});

test('other groups that have not read all dead letters are named, once they have settings', async () => {
  a.addTopic('%DLQ%billing');
  for (let n = 0; n < 3; n += 1) a.store('%DLQ%billing', 'letter');
  a.setOffset('audit', '%DLQ%billing', 0, { consumer: 1 });
  const readers = async () => {
    forgetNames(cluster);
    return (await readGroupRemains(cluster, 'billing')).parts.map(({ value }) => value.readers);
  };
  expect(await readers()).toEqual([[], []]);
  b.addGroup('audit');
  expect(await readers()).toEqual([[{ group: 'audit', unread: 2 }], []]);
  a.setOffset('audit', '%DLQ%billing', 0, { consumer: 3 });
  a.addTopic('%RETRY%audit_%DLQ%billing');
  a.store('%RETRY%audit_%DLQ%billing', 'waits');
  a.setOffset('audit', '%RETRY%audit_%DLQ%billing', 0, {});
  expect(await readers()).toEqual([[{ group: 'audit', unread: 1 }], []]);
});
