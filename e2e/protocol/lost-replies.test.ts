import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect } from 'vitest';

import { type BrokerContext, createBrokerContext, createGroup, createTopic, readTimeline } from '../../lib/broker';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { createTestDatabase, type TestDatabase } from '../../lib/testing/database';
import { TESTER } from './support/broker';
import { type Child, startChild } from './support/child';
import { RawClient } from './support/raw-client';
import { startProducer, startPushConsumer } from './support/sdk';
import { startTurningProxy, type TurningProxy } from './support/turning-proxy';
import { until } from './support/wait';
import { eachShortFirst } from '../../lib/testing/each-short-first';

const BACK_WITHIN_MS = 5_000;

interface Node {
  readonly port: number;
  readonly broker: Child;
}

let database: TestDatabase;
let ctx: BrokerContext;
let nodes: [Node, Node];
let proxy: TurningProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  ctx = await createBrokerContext({ store: database.store, log, metrics: { count: silent, observe: silent } });
  nodes = await Promise.all([startNode(), startNode()]);
  proxy = await startTurningProxy(nodes[0].port);
});
afterAll(async () => {
  await proxy.close();
  for (const { broker } of nodes) {
    broker.process.kill('SIGKILL');
    await broker.ended();
  }
  await database.close();
});

async function startNode(): Promise<Node> {
  const port = await findFreePort('127.0.0.1');
  const env = { DATABASE_URL: database.url, REDRIVE_GRPC_PORT: String(port) };
  return { port, broker: await startChild('broker-child.ts', [], env) };
}

async function retriesOf(group: string, leased: boolean): Promise<number> {
  const { rows } = await database.store.console.query(
    'SELECT FROM retry r JOIN consumer_group g USING (group_id) WHERE g.name = $1 AND r.leased = $2',
    [group, leased],
  );
  return rows.length;
}

/** The second one is the node that lives on. */
eachShortFirst([
  ['its connection is cut', async (): Promise<void> => undefined],
  [
    'its node is killed',
    async (): Promise<void> => {
      nodes[0].broker.process.kill('SIGKILL');
      await nodes[0].broker.ended();
    },
  ],
])(
  'the reply with a retry is under way when %s: the retry is back in < 5 s, and counts once',
  async ([what, strike]) => {
    const name = what.replaceAll(' ', '-');
    await createTopic(ctx, { name, messageType: 'NORMAL', queues: 1, actor: TESTER });
    await createGroup(ctx, { name, retryPolicy: { type: 'fixed', intervalMs: 1_000 }, actor: TESTER });
    const push = await startPushConsumer(proxy.port, name, name, ({ attempt }) => attempt > 1);
    const producer = await startProducer(nodes[1].port, name);
    const { messageId } = await producer.send({ topic: name, body: Buffer.from('order') });
    await until('the first delivery failed', async () => (await retriesOf(name, false)) === 1);
    proxy.lose();
    await until('the retry is handed out', async () => (await retriesOf(name, true)) === 1);
    // Long enough for the reply to be written into the void.
    await sleep(50);
    const struckMs = performance.now();
    await strike();
    proxy.turnTo(what === 'its node is killed' ? nodes[1].port : nodes[0].port);
    await until('the retry is back', () => push.deliveries.length === 2, 15_000);
    expect(performance.now() - struckMs).toBeLessThan(BACK_WITHIN_MS);
    expect(push.deliveries.map(({ attempt }) => attempt)).toEqual([1, 2]);
    await until('it is done', async () => (await retriesOf(name, true)) === 0);
    const [timeline] = await readTimeline(ctx, { messageId });
    expect(timeline?.deliveries.map(({ attempt, state }) => `${attempt} ${state}`)).toEqual([
      '1 failed',
      '2 lost',
      '2 consumed',
    ]);
    await Promise.all([producer.shutdown(), push.consumer.shutdown()]);
    // As in crash.test.ts: streams that the SDK has let go of end before the process that knows them.
    const last = new RawClient(nodes[1].port);
    await last.call('QueryRoute', { topic: { name } });
    last.close();
  },
);
