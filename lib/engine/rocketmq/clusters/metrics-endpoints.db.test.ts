import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { fromKept } from '../../../model/language/retell';
import { tell } from '../../../model/language/t';
import { plain } from '../../../model/plain';
import type { SendGuard } from '../../../broker';
import { signalReader } from '../../../broker/signal/read-signals';
import type { Actor } from '../../../model/audit/actor';
import { EVERY_BROKER, type MetricsAddresses, PLAIN_CLUSTER } from '../../../model/cluster/cluster';
import { whyInCluster } from '../../../store/queries/signal/cluster-numbers';
import { peersOf } from '../../../store/queries/cluster-sample/peers';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { addBacklog, addClient, type AttachedFake, startAttachedFake } from '../../../testing/cluster/attached';
import { readGroup, unwellOf } from '../../../cluster';
import { clusterLease } from '../../../store/queries/cluster/cluster-lease';
import { ClusterIndex } from '../letters/index-cluster';
import { ClusterSampler } from '../samples/sample-cluster';
import { attachCluster, changeCluster, type ClusterInput, detachCluster } from './attach';
import { readLoads } from './broker-loads';
import { ClusterDirectory, type ClusterEngine } from './directory';
import { readClusterGauges } from './gauges';
import { testAttachedCluster, testCluster } from './test-connection';

const actor: Actor = { kind: 'operator', name: 'ana@example.com', address: '10.0.0.1' };
const RECORDED = readFileSync(
  fileURLToPath(new URL('../../../testing/cluster/recorded/metrics-5.5.0.txt', import.meta.url)),
  'utf8',
);
/** As broker-b of Apache RocketMQ 5.5.0 wrote it, of another broker, with a level of its own. */
const textOf = (broker: string, waiting: Readonly<Record<string, number>> = {}): string =>
  Object.entries(waiting).reduce(
    (text, [processor, value]) => text.replace(new RegExp(`(processor="${processor}"\\}) 0.0`), `$1 ${value}`),
    RECORDED.replaceAll('node_id="broker-b"', `node_id="${broker}"`),
  );

let broker: TestBroker;
let fake: AttachedFake;
let clusters: ClusterDirectory;
let server: Server;
let origin: string;
let guard: SendGuard;
let answer: RequestListener;
let asked: string[];

beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

beforeEach(async () => {
  asked = [];
  answer = (_request, response) => response.end(textOf('broker-a'));
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  guard = { allow: new Set([origin]) };
  fake = await startAttachedFake();
  clusters = new ClusterDirectory(broker.ctx, guard);
  return async () => {
    clusters.close();
    const { rows } = await broker.database.store.console.query<{ version: number }>('SELECT version FROM cluster');
    for (const { version } of rows) await detachCluster(broker.ctx, { name: 'eu', version }, actor);
    await fake.close();
    server.closeAllConnections();
    server.close();
  };
});

const inputOf = (metricsAddresses?: MetricsAddresses): ClusterInput => ({
  ...{ ...PLAIN_CLUSTER, name: 'eu', nameServers: [fake.address], allowsChanges: true },
  ...{ environment: 'production', metricsAddresses },
});
async function attach(addresses: MetricsAddresses): Promise<ClusterEngine> {
  await attachCluster(broker.ctx, inputOf(addresses), actor, guard);
  return await clusters.find('eu');
}
const at = (path: string) => `${origin}${path}`;
const partOf = async (engine: ClusterEngine, name: string) =>
  (await readLoads(engine)).parts.find((part) => part.broker === name)?.value;

test('marks that brokers report to Prometheus alone are read there; what they answer themselves stays', async () => {
  answer = (_request, response) => response.end(textOf('broker-a', { heartbeat: 1500, send: 4000 }));
  fake.broker('broker-a').config['heartbeatThreadPoolQueueCapacity'] = '50000';
  fake.broker('broker-a').figures['sendThreadPoolQueueSize'] = '12';
  const engine = await attach({ 'broker-a': at('/metrics') });
  const { marks = {} } = (await partOf(engine, 'broker-a')) ?? {};
  expect(marks['heartbeat-queue']).toEqual({ value: 1500, line: 50_000, source: 'prometheus' });
  expect(marks['send-queue']).toEqual({ value: 12, line: 10_000, source: 'broker' });
  // The fake does not answer it, and its setting is not known.
  expect(marks['reply-queue']).toEqual({ value: 0, line: null, source: 'prometheus' });
  expect(unwellOf(marks)).toBeNull();
  expect((await partOf(engine, 'broker-b'))?.marks['heartbeat-queue']).toBeUndefined();
  expect(asked).toEqual(['/metrics']);
});

test('a level over its line makes the broker unhealthy, in the samples and for the alarm of its health', async () => {
  answer = (_request, response) => response.end(textOf('broker-a', { heartbeat: 50_000 }));
  fake.broker('broker-a').config['heartbeatThreadPoolQueueCapacity'] = '50000';
  const engine = await attach({ 'broker-a': at('/metrics') });
  const sampler = new ClusterSampler(broker.ctx, engine);
  await sampler.step();
  const db = broker.database.store.console;
  const [peer] = await peersOf(db, engine.clusterId);
  expect(tell(fromKept(peer?.unwellWhy ?? ''))).toBe(
    'Queued heartbeats: 50,000 (limit 50,000), new requests are refused',
  );
  expect(peer?.marks['heartbeat-queue']).toMatchObject({ value: 50_000, line: 50_000 });
  const { rows } = await db.query<{ marks: Record<string, number> }>(
    `SELECT marks FROM cluster_broker_sample WHERE broker = 'broker-a'`,
  );
  expect(rows[0]?.marks['heartbeat-queue']).toBe(50_000);
});

test('one address for all brokers is asked once; each has its own levels, and one without any is named', async () => {
  answer = (_request, response) => response.end(textOf('broker-a', { reply: 3 }) + textOf('broker-c', { reply: 9 }));
  const engine = await attach({ [EVERY_BROKER]: at('/federate') });
  const { parts, reported } = await readLoads(engine);
  expect(parts.map(({ value }) => value.marks['reply-queue']?.value)).toEqual([3, undefined]);
  expect(plain(reported.get('broker-b'))).toMatchObject({ problem: 'it reports broker-a, broker-c, not broker-b' });
  await Promise.all([readLoads(engine), readLoads(engine), readLoads(engine)]);
  expect(asked).toEqual(['/federate']);
});

/** What a broker counts of the group billing. */
const heldText = (name: string, own: number, retries: number): string =>
  [
    [own, false],
    [retries, true],
  ]
    .map(
      ([count, isRetry]) =>
        `rocketmq_consumer_inflight_messages{cluster="c",consumer_group="billing",is_retry="${isRetry}",` +
        `is_system="false",node_id="${name}",node_type="broker",topic="orders"} ${count}.0\n`,
    )
    .join('');

async function readBilling(engine: ClusterEngine) {
  for (const kept of ['lag billing', 'clients billing', 'groups']) engine.cluster.shared.forget(kept);
  return (await engine.groups.read(await readGroup(engine.cluster, 'billing'))).lag.inFlight;
}

test('what clients of a 5.x group hold is read where brokers report it, sampled, and a metric', async () => {
  for (const each of fake.brokers.values()) each.addGroup('billing');
  addBacklog(fake.broker('broker-a'), 'billing', 'orders');
  addClient(fake.broker('broker-a'), 'billing', 'worker-1');
  answer = ({ url }, response) =>
    response.end(url === '/a' ? textOf('broker-a') + heldText('broker-a', 7, 2) : heldText('broker-b', 4, 0));
  const engine = await attach({ 'broker-a': at('/a'), 'broker-b': at('/b') });
  const db = broker.database.store.console;
  expect(await readBilling(engine)).toMatchObject({ kind: 'value', value: 9, estimate: true });
  await clusterLease(db, 'cluster_index', null, { clusterId: engine.clusterId, owner: 'test', forMs: 0 });
  const goesOn = () => Promise.resolve(true);
  await new ClusterIndex(broker.ctx, engine.letters, engine.clusterId).round(engine.cluster, goesOn);
  const sampler = new ClusterSampler(broker.ctx, engine);
  await sampler.round.read(goesOn);
  await sampler.step();
  const { rows } = await db.query<{ held: number }>('SELECT in_flight AS held FROM cluster_group_sample');
  expect(rows).toEqual([{ held: 9 }]);
  const gauges = await readClusterGauges(broker.ctx);
  const held = gauges.find(({ name }) => name === 'rocketmq_consumer_inflight_messages');
  expect(held).toMatchObject({ value: 9, labels: { cluster: 'eu', consumer_group: 'billing' } });
});

test('what clients hold is unknown where an address fails, and not offered where none is set', async () => {
  for (const each of fake.brokers.values()) each.addGroup('billing');
  addBacklog(fake.broker('broker-a'), 'billing', 'orders');
  addClient(fake.broker('broker-a'), 'billing', 'worker-1');
  answer = (_request, response) => void response.writeHead(503).end();
  const failing = await attach({ 'broker-a': at('/a') });
  expect(plain(await readBilling(failing))).toMatchObject({
    ...{ kind: 'unknown', reason: 'the metrics of broker-a could not be read: it responded with 503' },
  });
  const { version } = failing as ClusterEngine & { readonly version: number };
  await changeCluster(broker.ctx, { ...inputOf({}), version }, actor, guard);
  expect(await readBilling(await clusters.find('eu'))).toMatchObject({ kind: 'unknown', notOffered: true });
});

test('an address that does not answer holds up no page for long, and what is wrong is said', async () => {
  answer = () => undefined;
  const engine = await attach({ 'broker-a': at('/slow') });
  const startedMs = performance.now();
  const { parts, reported } = await readLoads(engine);
  expect(performance.now() - startedMs).toBeLessThan(4_000);
  expect(parts).toHaveLength(2);
  expect(plain(reported.get('broker-a'))).toMatchObject({ problem: 'it has not responded yet', marks: {} });
  server.closeAllConnections();
  await expect
    .poll(async () => plain((await readLoads(engine)).reported.get('broker-a'))?.problem)
    .toBe('the connection was lost');
});

test('where addresses may lead is checked when they are saved, tried and read', async () => {
  const inside = inputOf({ 'broker-a': 'http://169.254.169.254/latest' });
  const refused = { code: 'bad-request', field: 'metricsAddresses' };
  await expect(attachCluster(broker.ctx, inside, actor, guard)).rejects.toMatchObject(refused);
  await expect(testCluster(broker.ctx, inside, actor, guard)).rejects.toMatchObject(refused);
  await expect(attachCluster(broker.ctx, inputOf({ 'broker-a': at('/m') }), actor)).rejects.toMatchObject(refused);
  for (const metricsAddresses of [{ 'a b': at('/m') }, { 'broker-a': at('/m?x=1') }, { 'broker-a': 'file:///etc' }])
    await expect(attachCluster(broker.ctx, inputOf(metricsAddresses), actor, guard)).rejects.toMatchObject(refused);
  const { version } = await attachCluster(broker.ctx, inputOf({ 'broker-a': at('/m') }), actor, guard);
  const change = { ...inside, version };
  await expect(changeCluster(broker.ctx, change, actor, guard)).rejects.toMatchObject(refused);
  expect(asked).toEqual([]);
  // The exception is gone since it was saved.
  const narrow = new ClusterDirectory(broker.ctx);
  const { reported } = await readLoads(await narrow.find('eu'));
  narrow.close();
  expect(plain(reported.get('broker-a'))?.problem).toMatch(/REDRIVE_ALARM_ALLOW/);
  expect(asked).toEqual([]);
});

test('Test connection says how many watermarks there are at each address, and is on record', async () => {
  await attach({ 'broker-a': at('/a'), 'broker-b': at('/b') });
  const { metrics } = await testAttachedCluster(broker.ctx, 'eu', actor, guard);
  expect(plain(metrics)).toEqual([
    { broker: 'broker-a', address: at('/a'), marks: 13, problem: null },
    { broker: 'broker-b', address: at('/b'), marks: 0, problem: 'it reports broker-a, not broker-b' },
  ]);
  const { rows } = await broker.database.store.console.query<{ after: { metricsAddresses: object } }>(
    `SELECT after FROM audit WHERE action IN ('cluster.attach', 'cluster.test') ORDER BY audit_id DESC LIMIT 2`,
  );
  for (const { after } of rows) expect(after.metricsAddresses).toEqual({ 'broker-a': at('/a'), 'broker-b': at('/b') });
});

test('no cluster takes the name that series of this installation have', async () => {
  const named = { ...inputOf(), name: 'redrive' };
  await expect(attachCluster(broker.ctx, named, actor)).rejects.toMatchObject({ code: 'bad-request', field: 'name' });
});

test('what a broker refuses between two readings is a signal: sends as too busy, calls without the right', async () => {
  let counts = { busy: 10, denied: 4 };
  const answered = (code: string, answer: string, count: number) =>
    `rocketmq_rpc_latency_milliseconds_count{node_id="broker-a",request_code="${code}",response_code="${answer}"} ${count}`;
  answer = (_request, response) =>
    response.end(
      [
        ...[textOf('broker-a'), answered('send_message_v2', 'success', 100)],
        answered('send_message_v2', 'system_busy', counts.busy),
        answered('pop_message', 'no_permission', counts.denied),
        answered('send_message_v2', 'service_not_available', counts.busy / 10),
      ].join('\n'),
    );
  const engine = await attach({ 'broker-a': at('/metrics') });
  expect((await partOf(engine, 'broker-a'))?.marks['sends-refused']).toBeUndefined();
  counts = { busy: 40, denied: 24 };
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 31_000);
  try {
    const sampler = new ClusterSampler(broker.ctx, engine);
    await sampler.step();
    expect((await partOf(engine, 'broker-a'))?.marks['sends-refused']?.value).toBe(100);
  } finally {
    vi.restoreAllMocks();
  }
  const [peer] = await peersOf(broker.database.store.console, engine.clusterId);
  expect(peer?.marks['calls-refused']?.value).toBeGreaterThan(0);
  const read = signalReader(engine.letters, new Date());
  expect((await read('sends-refused', 0)).get('broker-a')).toBe(100);
  expect((await read('calls-refused', 0)).get('broker-a')).toBeGreaterThan(0);
  expect((await read('sends-refused', 0)).get('broker-b')).toBeNull();
  const why = async (watch: string) =>
    tell((await whyInCluster(engine.letters.store.console, watch, 'broker-a')) ?? '');
  expect(await why('sends-refused')).toBe('SYSTEM_BUSY 30, SERVICE_NOT_AVAILABLE 3 of 33 sends');
  expect(await why('calls-refused')).toBe('POP_MESSAGE 20');
});
