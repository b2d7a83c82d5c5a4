import { afterAll, beforeAll, expect, test } from 'vitest';
import { browseDeadLetters } from '../../broker';
import { readGroup } from '../../cluster';
import { noteVersions } from '../../engine';
import { createClusterGroup } from '../../engine/rocketmq/groups/create';
import { ClusterSampler } from '../../engine/rocketmq/samples/sample-cluster';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { attachFake, type FakeWorkspace } from '../../testing/cluster/attach-fake';
import { addBacklog } from '../../testing/cluster/attached';
import { addLetters } from '../../testing/cluster/letters';
import { reportClusterFailures } from '../../engine/rocketmq/letters/report';
import { drainsOfCluster, readHistory } from '../../engine';
import { plain } from '../../model/plain';
import { readClusterFacts } from '../../engine/rocketmq/groups/groups';

const goesOn = () => Promise.resolve(true);
let broker: TestBroker;
let eu: FakeWorkspace;
let sampler: ClusterSampler;
beforeAll(async () => {
  broker = await createTestBroker();
  eu = await attachFake(broker);
  sampler = new ClusterSampler(broker.ctx, eu.engine);
});
afterAll(async () => {
  await eu.close();
  await broker.close();
});

async function tick(): Promise<void> {
  broker.clock.advance(10_000);
  for (const each of eu.fake.brokers.values()) each.timeMs = broker.clock.nowOrNull().getTime();
  for (const kept of ['groups', 'topology', 'lag billing', 'clients billing']) eu.engine.cluster.shared.forget(kept);
  eu.index.lookAgain();
  await eu.index.round(eu.engine.cluster, goesOn);
  await sampler.round.read(goesOn);
  await sampler.step();
}
const drainOf = async (group: string) =>
  plain((await drainsOfCluster({ broker: broker.ctx, engine: eu.engine }))(group).drain);

test('when a backlog will be done follows from its samples, and is unknown before there are enough', async () => {
  for (const each of eu.fake.brokers.values()) each.addGroup('billing');
  const a = eu.fake.broker('broker-a');
  expect(await drainOf('billing')).toMatchObject({ kind: 'unknown', reason: 'no current sample' });
  addBacklog(a, 'billing', 'orders', { stored: 1_000, taken: 0 });
  await tick();
  expect(await drainOf('billing')).toMatchObject({
    kind: 'unknown',
    reason: expect.stringContaining('only 0 s'),
  });
  for (let taken = 20; taken <= 240; taken += 20) {
    a.setOffset('billing', 'orders', 0, { consumer: taken, pull: taken, last: a.timeMs });
    await tick();
  }
  // 2 a second of the 760 that are left.
  expect(await drainOf('billing')).toMatchObject({
    ...{ kind: 'value', estimate: true, value: { kind: 'drains', ms: 380_000, perSecond: 2 } },
  });
  a.setOffset('billing', 'orders', 0, { consumer: 1_000, pull: 1_000, last: a.timeMs });
  await tick();
  expect(await drainOf('billing')).toMatchObject({ kind: 'value', value: { kind: 'empty' } });
});

test('a group has its chart and its lists at once: when it was made here, and when another tool made it', async () => {
  const { engine, fake } = eu;
  const { ctx, clock } = broker;
  await createClusterGroup(ctx, engine, { name: 'fresh', actor: { kind: 'operator', name: 'ana@example.com' } });
  for (const each of fake.brokers.values()) each.addGroup('elsewhere');
  for (const kept of ['groups', 'topology']) engine.cluster.shared.forget(kept);
  // what its page does first
  await noteVersions(ctx, engine.clusterId, [await readGroup(engine.cluster, 'elsewhere')]);
  const from = new Date(clock.nowOrNull().getTime() - 3_600_000).toISOString();
  for (const name of ['fresh', 'elsewhere']) {
    expect(await readHistory(engine.letters, { scope: 'group', name, from })).toMatchObject({ points: [] });
    expect(await browseDeadLetters(engine.letters, { group: name })).toMatchObject({ items: [] });
  }
});

test('settings of a group are judged by what was reported of it in its cluster', async () => {
  const { engine, fake } = eu;
  const place = { broker: broker.ctx, engine };
  expect(await readClusterFacts(place, 'mailers')).toMatchObject({ kind: 'unknown' });
  addLetters(fake.broker('broker-a'), 'mailers', ['L1', 'L2', 'L3']);
  await tick();
  const reports = ['429 from the gateway', 'Too many requests', 'no postcode'].map((message, n) => ({
    ...{ group: 'mailers', messageId: `L${n + 1}`, attempt: 2, errorType: 'Error', message },
  }));
  await reportClusterFailures(broker.ctx, engine, reports);
  expect(await readClusterFacts(place, 'mailers')).toMatchObject({
    ...{ kind: 'value', value: { reported: 3, throttled: 2, p99Ms: null, keepMs: null, hasAlarm: true } },
  });
});
