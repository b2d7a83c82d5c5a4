import { beforeEach, describe, expect, test } from 'vitest';

import type { RedriveWay } from '../../model/redrive/redrive-way';
import { type FakeCluster, startFakeCluster } from '../../testing/cluster/fake-cluster';
import { consumeCopies, popOne, releaseScheduled } from '../../testing/cluster/fake-ways';
import { openFake } from '../../testing/cluster/open-fake';
import type { Cluster } from '../cluster';
import { makeHelper } from './helpers';
import type { Letter } from './letter';
import { prepareWay, sendCopy } from './send-copy';
import { markStarts } from './tails';
import { Watch } from './watch';

let fake: FakeCluster;
let cluster: Cluster;
beforeEach(async () => {
  fake = await startFakeCluster(['broker-a', 'broker-b']);
  broker().addGroup('billing');
  broker().addTopic('orders');
  cluster = openFake(fake);
  return async () => {
    cluster.close();
    await fake.close();
  };
});

const broker = () => fake.broker('broker-a');
const letter = (body: string, more: Partial<Letter> = {}): Letter => ({
  ...{ broker: 'broker-a', queueNo: 0, offset: 0, group: 'billing', topic: 'orders', messageId: body, tag: null },
  ...{ keys: [], flag: 0, sysFlag: 0, bornMs: 1, properties: { UNIQ_KEY: body }, body: Buffer.from(body), ...more },
});

async function begin(way: RedriveWay): Promise<Watch> {
  const plan = { group: 'billing', way, lineage: 'run', brokers: [{ broker: 'broker-a', topics: ['orders'] }] };
  await prepareWay(cluster, 'broker-a', way, 'orders');
  await makeHelper(cluster, 'broker-a', { group: 'billing', topic: 'orders' });
  return new Watch(cluster, { ...plan, starts: await markStarts(cluster, plan) });
}

async function send(watch: Watch, way: RedriveWay, ord: number, body: string, knows = true): Promise<void> {
  const sent = await sendCopy(cluster, { letter: letter(body), way, lineage: 'run', ord });
  if (sent.kind !== 'sent') throw new Error(JSON.stringify(sent));
  const place = way === 'send-back' || !knows ? null : { queueNo: sent.at.queueNo, offset: sent.at.offset };
  watch.add({ ord, broker: 'broker-a', topic: 'orders', place });
}

const states = async (watch: Watch) =>
  Object.fromEntries((await watch.round()).items.map(({ ord, verdict }) => [ord, verdict.state]));

describe('5.x', () => {
  test.each([true, false])('consumed and died, the place known: %s', async (knows) => {
    const watch = await begin('pop-retry');
    await send(watch, 'pop-retry', 1, 'fine', knows);
    await send(watch, 'pop-retry', 2, 'fail always', knows);
    expect(await states(watch)).toEqual({ 1: 'waiting', 2: 'waiting' });
    consumeCopies(broker(), 'billing', (body) => body === 'fine');
    broker().timeMs += 1_000;
    // Settled is not consumed: what came back may not have been seen yet.
    expect((await states(watch))['1']).toBe('delivered');
    expect((await states(watch))['1']).toBe('consumed');
    consumeCopies(broker(), 'billing', (body) => body === 'fine');
    expect((await states(watch))['2']).toBe('died');
  });

  test('handed out, and not settled', async () => {
    const watch = await begin('pop-retry');
    await send(watch, 'pop-retry', 1, 'fine');
    popOne(broker(), { group: 'billing', topic: '%RETRY%billing_orders', offset: 0, isSettled: false });
    for (let turn = 0; turn < 3; turn += 1) expect(await states(watch)).toEqual({ 1: 'delivered' });
  });

  test('where the broker merges its records, nothing is called consumed', async () => {
    broker().config['enablePopBufferMerge'] = 'true';
    const watch = await begin('pop-retry');
    await send(watch, 'pop-retry', 1, 'fine');
    consumeCopies(broker(), 'billing', () => true);
    expect(await states(watch)).toEqual({ 1: 'delivered' });
    broker().timeMs += 61_000;
    await watch.round();
    expect(await states(watch)).toEqual({ 1: 'not-failed' });
  });

  test('a copy whose answer was lost is found; of one that is not there nothing is said', async () => {
    const watch = await begin('pop-retry');
    await send(watch, 'pop-retry', 1, 'fine', false);
    watch.add({ ord: 2, broker: 'broker-a', topic: 'orders', place: null });
    const { items, wholeForMs } = await watch.round();
    expect(items.map(({ ord, isStored }) => [ord, isStored])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect([...wholeForMs]).toEqual([['broker-a', 0]]);
    const readFor = async () => [...(await watch.round()).wholeForMs.values()];
    expect(await readFor()).toEqual([expect.toSatisfy((ms: number) => ms > 0)]);
    broker().peer.behave = ({ code }) => (code === 11 ? 'hang up' : null);
    expect(await readFor()).toEqual([]);
    broker().peer.behave = () => null;
    // Until it is tried again after the failure; then from the beginning.
    await expect.poll(readFor).toEqual([0]);
  });
});

describe('4.x', () => {
  test('sent back: waits a second, and comes to the group', async () => {
    const watch = await begin('send-back');
    await send(watch, 'send-back', 1, 'fine');
    const [first] = (await watch.round()).items;
    expect(first).toMatchObject({ isStored: true, place: null, verdict: { state: 'waiting' } });
    releaseScheduled(broker());
    expect((await watch.round()).items[0]).toMatchObject({
      place: { queueNo: 0, offset: 0 },
      verdict: { state: 'waiting' },
    });
    broker().setOffset('billing', '%RETRY%billing', 0, { consumer: 1 });
    expect(await states(watch)).toEqual({ 1: 'consumed' });
  });

  test('a failure waits among the scheduled messages, and its next copy is a retry', async () => {
    broker().addGroup('billing');
    const watch = await begin('classic-retry');
    await send(watch, 'classic-retry', 1, 'fail');
    const { properties } = broker().topics.get('%RETRY%billing')?.[0]?.messages[0] ?? { properties: {} };
    broker().addTopic('SCHEDULE_TOPIC_XXXX', 18);
    broker().store('SCHEDULE_TOPIC_XXXX', 'fail', {
      ...{ queueId: 2, reconsumeTimes: 1, storeTimestamp: broker().timeMs },
      properties: { ...properties, REAL_TOPIC: '%RETRY%billing' },
    });
    broker().setOffset('billing', '%RETRY%billing', 0, { consumer: 1 });
    const [item] = (await watch.round()).items;
    // The third of the broker's levels.
    expect(item?.verdict).toEqual({ state: 'retrying', attempt: 1, dueMs: broker().timeMs + 10_000 });
    broker().store('%RETRY%billing', 'fail', { reconsumeTimes: 1, properties });
    broker().setOffset('billing', '%RETRY%billing', 0, { consumer: 2 });
    await watch.round();
    expect(await states(watch)).toEqual({ 1: 'consumed' });
  });

  test('a client that gives a message up sends it to any broker: no copy is consumed before all have been read', async () => {
    const other = fake.broker('broker-b');
    other.addTopic('%DLQ%billing');
    other.store('%DLQ%billing', 'of before', { properties: { REDRIVE_ID: 'run.1' } });
    const watch = await begin('send-back');
    for (const ord of [1, 2]) await send(watch, 'send-back', ord, `copy ${ord}`);
    releaseScheduled(broker());
    await watch.round();
    broker().setOffset('billing', '%RETRY%billing', 0, { consumer: 2 });
    other.peer.behave = () => 'hang up';
    expect(Object.values(await states(watch))).not.toContain('consumed');
    other.peer.behave = () => null;
    other.store('%DLQ%billing', 'copy 2', { properties: { REDRIVE_ID: 'run.2' } });
    expect(await states(watch)).toEqual({ 1: 'consumed', 2: 'died' });
  });
});
