import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Actor } from '../../../model/audit/actor';
import { PLAIN_CLUSTER } from '../../../model/cluster/cluster';
import { createMetrics } from '../../../observability/metrics';
import { NodeMetrics } from '../../../observability/node-metrics';
import { clusterLease } from '../../../store/queries/cluster/cluster-lease';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { addBacklog, type AttachedFake, startAttachedFake } from '../../../testing/cluster/attached';
import { addLetters } from '../../../testing/cluster/letters';
import { ClusterIndex } from '../letters/index-cluster';
import { ClusterSampler } from '../samples/sample-cluster';
import { attachCluster, detachCluster } from './attach';
import { ClusterDirectory } from './directory';
import { readClusterGauges } from './gauges';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const GROUP = 'billing';
const goesOn = () => Promise.resolve(true);

let broker: TestBroker;
let fakes: readonly AttachedFake[];
let clusters: ClusterDirectory;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

beforeEach(async () => {
  broker.clock.advance(3_600_000);
  fakes = [await startAttachedFake(), await startAttachedFake()];
  clusters = new ClusterDirectory(broker.ctx);
  for (const [place, name] of ['eu', 'us'].entries()) {
    const nameServers = [fakes[place]?.address ?? ''];
    const fields = { ...PLAIN_CLUSTER, environment: 'production', allowsChanges: true } as const;
    await attachCluster(broker.ctx, { ...fields, name, nameServers }, actor);
    for (const each of fakes[place]?.brokers.values() ?? []) each.addGroup(GROUP);
  }
  return async () => {
    clusters.close();
    for (const name of ['eu', 'us']) await detachCluster(broker.ctx, { name, version: 1 }, actor);
    for (const fake of fakes) await fake.close();
  };
});

/** Ten seconds pass, and the next step of a cluster is written. */
async function tick(name: string): Promise<void> {
  broker.clock.advance(10_000);
  const nowMs = broker.clock.nowOrNull().getTime();
  for (const fake of fakes) for (const each of fake.brokers.values()) each.timeMs = nowMs;
  const engine = await clusters.find(name);
  for (const kept of ['groups', 'loads', 'topology', `lag ${GROUP}`, `clients ${GROUP}`])
    engine.cluster.shared.forget(kept);
  await clusterLease(broker.ctx.store.console, 'cluster_index', null, {
    clusterId: engine.clusterId,
    owner: 'test',
    forMs: 0,
  });
  const lease = { clusterId: engine.clusterId, owner: 'test', forMs: 60_000 };
  await clusterLease(broker.ctx.store.console, 'cluster_sampler', broker.clock.nowOrNull(), lease);
  const sampler = new ClusterSampler(broker.ctx, engine);
  const index = new ClusterIndex(broker.ctx, engine.letters, engine.clusterId);
  await index.round(engine.cluster, goesOn);
  await sampler.round.read(goesOn);
  await sampler.step();
}

/** The series of attached clusters in the text of a node, as a scraper reads it. */
async function scrape(): Promise<readonly string[]> {
  const metrics = createMetrics({ cluster: 'redrive', nodeId: 'host:8081', process: 'console' });
  metrics.watch('attached clusters', 0, () => readClusterGauges(broker.ctx));
  const answer = { name: 'console', run: 1, metrics: await metrics.json() };
  const [node, alone] = [await new NodeMetrics().text([answer]), await metrics.text()];
  const lines = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.includes('node_type="attached"'))
      .map((line) => line.replace(/,node_id="host:8081"|node_id="host:8081",/, '').replace(',is_system="false"', ''));
  expect(new Set(lines(alone)).size).toBe(lines(alone).length);
  expect(lines(node).length).toBe(lines(alone).length);
  return lines(node);
}
const told = async (name: string, cluster: string) =>
  (await scrape())
    .filter((line) => line.startsWith(`${name}{`) && line.includes(`cluster="${cluster}"`))
    .map((line) => line.slice(name.length));
const own = (cluster: string) => `cluster="${cluster}",node_type="attached"`;

test('groups, dead letters and brokers of each cluster are shown under its name', async () => {
  const [eu, us] = fakes;
  if (eu === undefined || us === undefined) throw new Error('two fakes');
  addBacklog(eu.broker('broker-a'), GROUP, 'orders', { stored: 20, taken: 15 });
  addBacklog(us.broker('broker-a'), GROUP, 'orders', { stored: 9, taken: 2 });
  addLetters(us.broker('broker-b'), GROUP, ['m1', 'm2']);
  eu.broker('broker-a').figures['sendThreadPoolQueueSize'] = '2500';
  await tick('eu');
  await tick('us');
  const of = `{consumer_group="${GROUP}",`;
  expect(await told('rocketmq_consumer_ready_messages', 'eu')).toEqual([`${of}${own('eu')}} 5`]);
  expect(await told('rocketmq_consumer_ready_messages', 'us')).toEqual([`${of}${own('us')}} 7`]);
  expect(await told('redrive_dead_letters', 'eu')).toEqual([`${of}${own('eu')}} 0`]);
  expect(await told('redrive_dead_letters', 'us')).toEqual([`${of}${own('us')}} 2`]);
  expect(await told('redrive_consumers', 'us')).toEqual([`${of}${own('us')}} 0`]);
  expect(await told('redrive_sample_age_seconds', 'eu')).toEqual([`{${own('eu')}} 10`]);
  expect(await told('redrive_broker_watermark_ratio', 'eu')).toContain(
    `{broker="broker-a",mark="send-queue",${own('eu')}} 0.25`,
  );
});

test('what is not known has no series: a silent broker, a group of it, and all when nothing is sampled', async () => {
  const [eu] = fakes;
  if (eu === undefined) throw new Error('two fakes');
  addBacklog(eu.broker('broker-a'), GROUP, 'orders');
  await tick('eu');
  await eu.broker('broker-b').peer.stop();
  await tick('eu');
  expect(await told('rocketmq_consumer_ready_messages', 'eu')).toEqual([]);
  expect(await told('redrive_cluster_peer_up', 'eu')).toEqual([
    `{kind="broker",peer="broker-a",${own('eu')}} 1`,
    `{kind="broker",peer="broker-b",${own('eu')}} 0`,
  ]);
  expect((await told('redrive_broker_watermark_ratio', 'eu')).filter((line) => line.includes('broker-b'))).toEqual([]);
  broker.clock.advance(60_000);
  expect((await scrape()).filter((line) => line.includes('"eu"'))).toEqual([
    `redrive_sample_age_seconds{${own('eu')}} 60`,
  ]);
});

test('what the verbs about dead letters count is not in the history of this installation', async () => {
  const { letters } = await clusters.find('eu');
  letters.metrics.count('rocketmq_send_to_dlq_messages_total', { consumer_group: GROUP, topic: '' }, 3);
  broker.ctx.metrics.count('rocketmq_send_to_dlq_messages_total', { consumer_group: GROUP, topic: '' }, 1);
  expect(broker.ctx.meter.drain().groups.get(GROUP)?.died).toBe(1);
});
