import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createBrokerContext, createGroup, createTopic } from '../../lib/broker';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../lib/runtime/postgres/start';
import { createStore, type Store } from '../../lib/store/client';
import { type DatabaseProxy, startDatabaseProxy } from '../../lib/testing/database-proxy';
import { launch, type LaunchedProcess } from '../../lib/testing/launched-process';
import { TESTER } from './support/broker';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { ackRequest, receiveRequest } from './support/raw-requests';
import { startProducer, startSimpleConsumer } from './support/sdk';
import { until } from './support/wait';

const CUTS = 6;
const BETWEEN_CUTS = 15;
/** Without hints a message of another node is found by polling once a second: half a second later, most of the time. */
const HINTED_MS = 250;
const DELIVERIES = 7;
const PAYMENTS = { topic: 'payments', group: 'billing' };

interface Node {
  readonly port: number;
  readonly metricsPort: number;
  readonly process: LaunchedProcess;
}

let server: EmbeddedPostgres;
let store: Store;
let proxy: DatabaseProxy;
let directory: string;
const nodes: Node[] = [];
let near: Node;
let far: Node;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-node-'));
  // A real node refuses the database of the other tests, which may lose what it confirmed.
  server = await startEmbeddedPostgres({ dataDirectory: directory });
  proxy = await startDatabaseProxy(server.url);
  near = await startNode(server.url);
  far = await startNode(proxy.url);
  store = createStore({ databaseUrl: server.url, brokerPoolMax: 2, consolePoolMax: 2 });
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const ctx = await createBrokerContext({ store, log, metrics: { count: silent, observe: silent } });
  for (const name of ['orders', 'payments'])
    await createTopic(ctx, { name, messageType: 'NORMAL', queues: 4, actor: TESTER });
  await createGroup(ctx, { name: 'billing', actor: TESTER });
});
afterAll(async () => {
  await store.close();
  for (const { process: node } of nodes) {
    node.child.kill('SIGTERM');
    expect(await node.waitForExit()).toEqual({ code: 0, signal: null });
  }
  await proxy.close();
  await server.release();
  rmSync(directory, { recursive: true, force: true });
});

async function startNode(databaseUrl: string): Promise<Node> {
  const [port, metricsPort] = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  const node = launch('lib/cli/broker.mjs', {
    DATABASE_URL: databaseUrl,
    REDRIVE_DATA_DIR: directory,
    REDRIVE_GRPC_PORT: String(port),
    REDRIVE_METRICS_PORT: String(metricsPort),
  });
  await node.waitFor('Metrics for Prometheus');
  const started = { port, metricsPort, process: node };
  nodes.push(started);
  return started;
}

interface Health {
  readonly status: string;
  readonly parts: { readonly wakeUps: string };
}

async function read(node: Node, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(`http://127.0.0.1:${node.metricsPort}/api/${path}`);
  return { status: answer.status, text: await answer.text() };
}

async function healthOf(node: Node): Promise<Health & { readonly http: number }> {
  const { status, text } = await read(node, 'health');
  return { http: status, ...(JSON.parse(text) as Health) };
}

/** How long messages take from a producer of one node to a consumer of the other: the median. */
async function latencyMs(from: Node, to: Node): Promise<number> {
  const [sender, receiver] = [new RawClient(from.port), new RawClient(to.port)];
  const took: number[] = [];
  for (let sent = 0; sent < DELIVERIES; sent += 1) {
    const message = rawMessage('payments');
    const received = receiver
      .receive(receiveRequest(PAYMENTS))
      .then((responses) => ({ atMs: performance.now(), messages: messagesOf(responses) }));
    // Held by now; if it is not, it is shown to be quicker than it is.
    await sleep(100);
    const sentMs = performance.now();
    await sender.call('SendMessage', { messages: [message] });
    const { atMs, messages } = await received;
    expect(messages.map(idOf)).toEqual([idOf(message)]);
    took.push(atMs - sentMs);
    const handles = messages.map(({ systemProperties }) => systemProperties?.receiptHandle ?? '');
    await receiver.call('AckMessage', ackRequest(PAYMENTS, handles));
  }
  sender.close();
  receiver.close();
  return took.toSorted((a, b) => a - b)[Math.floor(DELIVERIES / 2)] ?? 0;
}

function idOf({ systemProperties }: ReturnType<typeof rawMessage>): string | undefined {
  return systemProperties?.messageId;
}

test('the network swallows the wake connection of a node: health says so, the node stays ready, and it heals by itself', async () => {
  await until('both are ready', async () =>
    (await Promise.all([near, far].map(healthOf))).every(({ status }) => status === 'ready'),
  );
  expect((await read(far, 'metrics')).text).toMatch(/^redrive_wake_channel_up\{.*\} 1$/m);
  proxy.swallow('redrive-wake');
  await until('health says so', async () => (await healthOf(far)).status === 'degraded');
  await until('it heals', async () => (await healthOf(far)).status === 'ready');
  expect(await latencyMs(near, far)).toBeLessThan(HINTED_MS);
  expect(await latencyMs(far, near)).toBeLessThan(HINTED_MS);
});

test(
  'the database connections of a node are cut again and again under load: nothing confirmed is lost, and it goes on at once',
  { tags: ['long'] },
  async () => {
    const [producer, consumer] = await Promise.all([
      startProducer(far.port, 'orders'),
      startSimpleConsumer(far.port, 'billing', 'orders'),
    ]);
    const confirmed = new Set<string>();
    const acked = new Set<string>();
    const unanswered = new Set<string>();
    const redelivered: string[] = [];
    let isOver = false;
    const sending = Promise.all(
      [1, 2].map(async () => {
        while (!isOver)
          await producer.send({ topic: 'orders', body: Buffer.from('order') }).then(
            ({ messageId }) => confirmed.add(messageId),
            () => sleep(20),
          );
      }),
    );
    let areAllAcked = false;
    const consuming = (async () => {
      while (!areAllAcked) {
        const views = await consumer.receive(16, 10_000).catch(() => sleep(20).then(() => []));
        for (const view of views) {
          if (acked.has(view.messageId)) redelivered.push(view.messageId);
          await consumer.ack(view).then(
            () => acked.add(view.messageId),
            () => unanswered.add(view.messageId),
          );
        }
      }
    })();
    for (let cuts = 0; cuts < CUTS; cuts += 1) {
      const before = [confirmed.size, acked.size] as const;
      await until(
        'it works again',
        () => confirmed.size >= before[0] + BETWEEN_CUTS && acked.size >= before[1] + BETWEEN_CUTS,
        15_000,
      );
      expect(proxy.cut()).toBeGreaterThan(1);
    }
    isOver = true;
    await sending;
    // An ack without an answer has counted, or the message comes again.
    await until('all that was confirmed is acked', () =>
      [...confirmed].every((messageId) => acked.has(messageId) || unanswered.has(messageId)),
    );
    await until('nothing is left', async () => (await countOpen()) === 0);
    areAllAcked = true;
    await consuming;
    await Promise.all([producer.shutdown(), consumer.shutdown()]);
    expect(redelivered).toEqual([]);
    await until('it is ready again', async () => (await healthOf(far)).status === 'ready');
  },
);

async function countOpen(): Promise<number> {
  const { rows } = await store.console.query<{ open: number }>(
    `SELECT ((SELECT count(*) FROM lease WHERE live) + (SELECT count(*) FROM retry))::int AS open`,
  );
  return rows[0]?.open ?? 0;
}
