// @module-tag landing
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type BrokerContext, createBrokerContext, createGroup, createTopic, setLimit } from '../../lib/broker';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../lib/runtime/postgres/start';
import { createStore, type Store } from '../../lib/store/client';
import { launch, type LaunchedProcess } from '../../lib/testing/launched-process';
import { childrenOf, connectionsOf } from '../../lib/testing/processes';
import { TESTER } from './support/broker';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { ackRequest, receiveRequest } from './support/raw-requests';
import { startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';

const NAMES = ['broker 1', 'broker 2'] as const;
const TOO_MANY = 42_900;

let directory: string;
let node: LaunchedProcess;
let server: EmbeddedPostgres;
let store: Store;
let ctx: BrokerContext;
let port: number;
let metricsPort: number;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-processes-'));
  [port, metricsPort] = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  node = launch('lib/cli/broker.mjs', {
    ...{ REDRIVE_DATA_DIR: directory, REDRIVE_BROKERS: '2', REDRIVE_LOG_LEVEL: 'error' },
    ...{ REDRIVE_GRPC_PORT: String(port), REDRIVE_METRICS_PORT: String(metricsPort) },
  });
  await node.waitFor('Broker ready');
  // The server that the node has started.
  server = await startEmbeddedPostgres({ dataDirectory: directory });
  store = createStore({ databaseUrl: server.url, brokerPoolMax: 2, consolePoolMax: 2 });
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  ctx = await createBrokerContext({ store, log, metrics: { count: silent, observe: silent } });
  for (const [name, messageType] of [
    ['orders', 'NORMAL'],
    ['limited', 'NORMAL'],
    ['empty', 'NORMAL'],
    ['ledger', 'FIFO'],
  ] as const)
    await createTopic(ctx, { name, messageType, queues: 4, actor: TESTER });
  await createGroup(ctx, { name: 'billing', actor: TESTER });
  await createGroup(ctx, { name: 'push', retryPolicy: { type: 'customized', intervalsMs: [100] }, actor: TESTER });
  await createGroup(ctx, { name: 'books', deliveryOrder: 'ordered', actor: TESTER });
}, 120_000);
afterAll(async () => {
  node.child.kill('SIGKILL');
  await node.waitForExit();
  await store.close();
  await server.release();
  rmSync(directory, { recursive: true, force: true });
});

/** What the database knows of some messages in the group of the push consumer. */
async function whereabouts(ids: readonly string[]): Promise<string> {
  const { rows } = await store.console.query(
    `SELECT m.msg_id, m.stored_at, to_jsonb(l) AS lease, to_jsonb(r) AS retry
       FROM message m JOIN consumer_group g ON g.name = 'push'
       LEFT JOIN lease l ON l.group_id = g.group_id AND l.queue_id = m.queue_id AND m.off >= l.base_off
         AND m.off < l.end_off
       LEFT JOIN retry r ON r.group_id = g.group_id AND r.queue_id = m.queue_id AND r.off = m.off
      WHERE m.msg_id = ANY ($1) LIMIT 5`,
    [ids.slice(0, 5)],
  );
  return JSON.stringify(rows);
}

const pidOf = (name: (typeof NAMES)[number]): number => childrenOf(node.child.pid ?? 0).get(`redrive ${name}`) ?? 0;
const read = async (path: string): Promise<string> =>
  await (await fetch(`http://127.0.0.1:${metricsPort}/api/${path}`)).text();
const health = async () =>
  JSON.parse(await read('health')) as { readonly status: string; readonly parts: Readonly<Record<string, string>> };

/** Clients with a connection each. */
async function connected(count: number): Promise<RawClient[]> {
  const clients = Array.from({ length: count }, () => new RawClient(port));
  for (const client of clients) await client.call('QueryRoute', { topic: { name: 'orders' } });
  return clients;
}

/** Of the node, from its metrics. */
async function accepted(topic: string): Promise<number> {
  const found = new RegExp(`^rocketmq_messages_in_total\\{topic="${topic}".*\\} (\\d+)$`, 'm').exec(
    await read('metrics'),
  );
  return Number(found?.[1] ?? 0);
}

test('two processes share the port in turn; order and limits hold over both, and figures are of the node', async () => {
  const clients = await connected(4);
  expect(NAMES.map((name) => connectionsOf(pidOf(name), port))).toEqual([2, 2]);

  // Four senders and four receivers over both processes, one key each way.
  const keys = ['a', 'b', 'c'];
  for (let n = 0; n < 8; n += 1)
    for (const [index, messageGroup] of keys.entries())
      await clients[(n + index) % 4]?.call('SendMessage', {
        messages: [rawMessage('ledger', { messageGroup, messageType: 2 }, { body: Buffer.from(String(n)) })],
      });
  const got = new Map<string, number[]>(keys.map((key) => [key, []]));
  const books = { topic: 'ledger', group: 'books' };
  const isDone = (): boolean => [...got.values()].flat().length === 8 * keys.length;
  const deadline = performance.now() + 30_000;
  await Promise.all(
    clients.map(async (client) => {
      while (!isDone() && performance.now() < deadline) {
        const request = receiveRequest(books, { batchSize: 1, longPollingTimeout: { seconds: 1 } });
        for (const { body, systemProperties } of messagesOf(await client.receive(request))) {
          got.get(systemProperties?.messageGroup ?? '')?.push(Number(Buffer.from(body ?? []).toString()));
          await client.call('AckMessage', ackRequest(books, [systemProperties?.receiptHandle ?? '']));
        }
      }
    }),
  );
  expect([...got.values()]).toEqual(keys.map(() => [0, 1, 2, 3, 4, 5, 6, 7]));

  await setLimit(ctx, {
    ...{ kind: 'send-rate', scope: 'topic', subject: 'limited', hard: 20, burstMs: 1000 },
    ...{ version: 0, reason: 'test', actor: TESTER },
  });
  const send = async (client: RawClient): Promise<number> =>
    (await client.call('SendMessage', { messages: [rawMessage('limited')] })).status.code;
  // More than the burst at once: one after the other they may be slower than the rate. Each process reads the limits.
  const burst = (client: RawClient): Promise<number[]> => Promise.all(Array.from({ length: 40 }, () => send(client)));
  for (const [index, name] of NAMES.entries())
    await until(`${name} refuses`, async () => (await burst(clients[index] as RawClient)).includes(TOO_MANY), 15_000);
  const startedMs = performance.now();
  let stored = 0;
  let refused = 0;
  while (performance.now() - startedMs < 2000)
    for (const code of await Promise.all(clients.map(send))) {
      if (code === TOO_MANY) refused += 1;
      else stored += 1;
    }
  const seconds = (performance.now() - startedMs) / 1000;
  expect(refused).toBeGreaterThan(0);
  // One burst, which a process that has refused may have again, and the rate.
  expect(stored).toBeLessThanOrEqual(20 + 20 * seconds + clients.length);
  expect(stored).toBeGreaterThan(10);
  for (const client of clients) client.close();
  expect(await accepted('ledger')).toBe(8 * keys.length);
}, 90_000);

test('each process is killed under traffic: nothing confirmed is lost, it is named, counts never fall', async () => {
  const [producer, push] = await Promise.all([
    startProducer(port, 'orders'),
    startPushConsumer(port, 'push', 'orders', () => true),
  ]);
  const clients = await connected(4);
  const confirmed = new Set<string>();
  let over = false;
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
  const sending = [
    (async () => {
      while (!over)
        await producer.send({ topic: 'orders', body: Buffer.from('sdk') }).then(
          ({ messageId }) => confirmed.add(messageId),
          () => pause(),
        );
    })(),
    ...clients.map(async (client) => {
      while (!over) {
        const message = rawMessage('orders');
        await client.call('SendMessage', { messages: [message] }).then(
          ({ status }) => status.code === 20_000 && confirmed.add(message.systemProperties?.messageId ?? ''),
          () => undefined,
        );
        await pause();
      }
    }),
  ];
  for (const name of NAMES) {
    const before = confirmed.size;
    await until('traffic', () => confirmed.size > before + 50, 30_000);
    const [countedBefore, killed] = [await accepted('orders'), pidOf(name)];
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(async () => (await health()).parts['processes'], { timeout: 30_000 })
      .toContain(`${name} was ended by SIGKILL`);
    // The other one serves meanwhile.
    expect((await health()).status).not.toBe('unavailable');
    expect(await accepted('orders')).toBeGreaterThanOrEqual(countedBefore);
    await until(
      'it runs again',
      async () => (await health()).parts['processes']?.endsWith('runs again') ?? false,
      60_000,
    );
    expect(pidOf(name)).not.toBe(killed);
    expect((await health()).status).toBe('degraded');
    expect(await accepted('orders')).toBeGreaterThanOrEqual(countedBefore);
  }
  expect(node.output()).toContain('a process ended; it is started again');
  over = true;
  await Promise.all(sending);
  const consumed = (): Set<string> => new Set(push.deliveries.map(({ messageId }) => messageId));
  const missing = (): string[] => [...confirmed].filter((id) => !consumed().has(id));
  await until('all confirmed are consumed', () => missing().length === 0, 60_000).catch(async (error: unknown) => {
    throw new Error(`${missing().length} of ${confirmed.size} are missing: ${await whereabouts(missing())}`, {
      cause: error,
    });
  });
  // Ids stay, so the shares of limits do.
  expect((await read('metrics')).match(/^redrive_nodes\{.*\} (\d+)$/m)?.[1]).toBe('2');
  await Promise.all([producer.shutdown(), push.consumer.shutdown()]);
  for (const client of clients) client.close();
}, 180_000);

test(
  'a process that hangs is named, ended and started again; the others serve',
  { tags: ['long'], timeout: 120_000 },
  async () => {
    const [client] = await connected(1);
    const name = NAMES.find((each) => connectionsOf(pidOf(each), port) === 0) ?? NAMES[0];
    const hung = pidOf(name);
    process.kill(hung, 'SIGSTOP');
    await expect
      .poll(async () => (await health()).parts['processes'], { timeout: 20_000 })
      .toContain(`${name} does not answer`);
    expect((await client?.call('QueryRoute', { topic: { name: 'orders' } }))?.status.code).toBe(20_000);
    await expect
      .poll(async () => (await health()).parts['processes'], { timeout: 40_000 })
      .toContain(`${name} did not answer for 15 s and was ended`);
    await until('another one', () => pidOf(name) !== hung && pidOf(name) !== 0, 30_000);
    client?.close();
  },
);

test('SIGTERM: held receives are released, and all processes end; PostgreSQL stays for its other user', async () => {
  const clients = await connected(2);
  const held = clients.map((client) =>
    client.receive(receiveRequest({ topic: 'empty', group: 'billing' }, { longPollingTimeout: { seconds: 20 } })),
  );
  await until(
    'receives are held',
    async () => /^rocketmq_processor_watermark\{processor="pull".*\} 2$/m.test(await read('metrics')),
    15_000,
  );
  const startedMs = performance.now();
  node.child.kill('SIGTERM');
  for (const answer of await Promise.all(held)) expect(messagesOf(answer)).toEqual([]);
  expect(await node.waitForExit()).toEqual({ code: 0, signal: null });
  expect(performance.now() - startedMs).toBeLessThan(9000);
  for (const client of clients) client.close();
  // This test uses it too.
  expect(server.isRunning()).toBe(true);
}, 60_000);
