// @module-tag landing
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { readProblems } from '../../../broker';
import { signalReader } from '../../../broker/signal/read-signals';
import { readGroup } from '../../../cluster';
import { toText } from '../../../model/problem/phrase';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { attachFake } from '../../../testing/cluster/attach-fake';
import { addBacklog, addClient, type AttachedFake } from '../../../testing/cluster/attached';
import type { ClusterEngine } from '../clusters/directory';
import type { ClusterIndex } from '../letters/index-cluster';
import { ClusterSampler } from './sample-cluster';

const GROUP = 'billing';
const goesOn = () => Promise.resolve(true);

let broker: TestBroker;
let fake: AttachedFake;
let engine: ClusterEngine;
let sampler: ClusterSampler;
let index: ClusterIndex;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());
beforeEach(async () => {
  broker.clock.advance(3_600_000);
  const eu = await attachFake(broker);
  ({ fake, engine, index } = eu);
  for (const each of fake.brokers.values()) {
    each.timeMs = nowMs();
    each.addGroup(GROUP);
  }
  addBacklog(fake.broker('broker-a'), GROUP, 'orders');
  sampler = new ClusterSampler(broker.ctx, engine);
  return eu.close;
});

const nowMs = () => broker.clock.nowOrNull().getTime();

/** Ten seconds pass for each step; proxies tell of their clients. */
async function tick(times: number, grpc: Readonly<Record<string, string>> = {}): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    broker.clock.advance(10_000);
    for (const each of fake.brokers.values()) each.timeMs = nowMs();
    for (const [client, expression] of Object.entries(grpc))
      addClient(fake.broker('broker-a'), GROUP, client, expression, 'REGISTER', nowMs());
    for (const kept of ['groups', 'loads', 'heartbeats', 'topology', `lag ${GROUP}`, `clients ${GROUP}`])
      engine.cluster.shared.forget(kept);
    index.lookAgain();
    await index.round(engine.cluster, goesOn).catch(() => 0);
    await sampler.round.read(goesOn).catch(() => undefined);
    await engine.groups.subscriptions.settled();
    expect(await sampler.step()).toBe(true);
  }
}

async function shown(): Promise<string[]> {
  const { items } = await readProblems(engine.letters);
  return items
    .filter(({ kind }) => kind === 'subscriptions-differ')
    .map(({ subject, more, stake }) => `${subject.name}: ${toText(more).split('. ')[0]}; ${toText(stake)}`);
}

async function seconds(): Promise<number | null | undefined> {
  return (await signalReader(engine.letters, broker.clock.nowOrNull())('subscriptions-differ', 0)).get(GROUP);
}

/** Connected to the broker; it keeps the subscription of the newest one for all of them. */
function addClassic(brokerName: string, clientId: string, subscribed: Readonly<Record<string, string>>): void {
  const at = fake.broker(brokerName);
  at.connections.set(GROUP, [...(at.connections.get(GROUP) ?? []), { clientId, language: 'JAVA', version: 479 }]);
  at.subscribed.set(clientId, subscribed);
}

test('5.x clients with different filters: a problem and an alarm, which end with the difference', async () => {
  await tick(2, { one: 'red || blue', two: 'blue||red' });
  expect([await shown(), await seconds()]).toEqual([[], 0]);
  await tick(12, { one: 'red', two: 'blue' });
  expect([await shown(), await seconds()]).toEqual([[], 110]);
  await tick(1, { one: 'red', two: 'blue' });
  expect(await shown()).toEqual([`${GROUP}: blue (1 client), red (1 client); messages are lost`]);
  const { rows } = await broker.database.store.console.query('SELECT FROM subscription_difference');
  expect(rows).toEqual([]);
  await tick(5, { one: 'red', two: 'red' });
  expect([await shown(), await seconds()]).toEqual([[], 0]);
});

test('4.x clients are asked themselves: the broker knows the subscription of one of them alone', async () => {
  for (const name of ['broker-a', 'broker-b']) {
    addClassic(name, 'app-red@1', { orders: 'red' });
    addClassic(name, 'app-blue@2', { orders: 'blue', refunds: '*' });
  }
  await tick(14);
  expect(await seconds()).toBeGreaterThan(0);
  const { items } = await readProblems(engine.letters);
  const problem = items.find(({ kind }) => kind === 'subscriptions-differ');
  expect(toText(problem?.says ?? [])).toContain('clients subscribe differently to 2 topics');
  // Each is asked once, through one broker, and not in each round.
  const asked = [...fake.brokers.values()].reduce((sum, { peer }) => sum + peer.count(307), 0);
  expect(asked).toBe(2);
});

test('clients that do not answer are unknown: nothing is said of them', async () => {
  addClassic('broker-a', 'app-red@1', { orders: 'red' });
  addClassic('broker-a', 'app-blue@2', { orders: 'blue' });
  fake.broker('broker-a').peer.behave = ({ code }) => (code === 307 ? { code: 1, remark: 'not online' } : null);
  await tick(2);
  expect(await seconds()).toBe(0);
  const group = await readGroup(engine.cluster, GROUP);
  const { subscribed } = await engine.groups.read(group);
  expect(subscribed.map(({ subscriptions }) => subscriptions)).toEqual([null, null]);
});
