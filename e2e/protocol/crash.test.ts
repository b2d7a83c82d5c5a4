// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';

import type { Producer, SimpleConsumer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createBrokerContext, createGroup, createTopic } from '../../lib/broker';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { createTestDatabase, type TestDatabase } from '../../lib/testing/database';
import { TESTER } from './support/broker';
import { type Child, startChild } from './support/child';
import { RawClient } from './support/raw-client';
import { startProducer, startPushConsumer, startSimpleConsumer } from './support/sdk';
import { until } from './support/wait';

const TOPIC = 'orders';
const KILL_AFTER = 150;
const IN_ALL = 400;

let database: TestDatabase;
let port: number;
let broker: Child;
beforeAll(async () => {
  database = await createTestDatabase();
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const ctx = await createBrokerContext({ store: database.store, log, metrics: { count: silent, observe: silent } });
  await createTopic(ctx, { name: TOPIC, messageType: 'NORMAL', queues: 4, actor: TESTER });
  await createGroup(ctx, { name: 'simple', actor: TESTER });
  // Short, because a message whose delivery was lost with the process is held for a client that never got it.
  await createGroup(ctx, {
    name: 'push',
    consumptionTimeoutMs: 8_000,
    retryPolicy: { type: 'customized', intervalsMs: [100] },
    actor: TESTER,
  });
  port = await findFreePort('127.0.0.1');
  broker = await startBrokerChild();
});
afterAll(async () => {
  broker.process.kill('SIGKILL');
  await broker.ended();
  await database.close();
});

const startBrokerChild = (): Promise<Child> =>
  startChild('broker-child.ts', [], { DATABASE_URL: database.url, REDRIVE_GRPC_PORT: String(port) });

/** Sends until enough were confirmed; an unconfirmed one may be stored or not. */
async function sendUntil(producer: Producer, confirmed: Set<string>, count: number): Promise<void> {
  while (confirmed.size < count) {
    await producer.send({ topic: TOPIC, body: Buffer.from('order') }).then(
      ({ messageId }) => confirmed.add(messageId),
      () => sleep(100),
    );
  }
}

/**
 * Receives and acks until stopped; an acked message must not be delivered again. An ack without an answer (the
 * process was killed between commit and reply) may have counted or not: then the message comes again, or is done.
 */
async function consume(
  consumer: SimpleConsumer,
  acked: Set<string>,
  unanswered: Set<string>,
  redelivered: string[],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const views = await consumer.receive(8, 10_000).catch(() => sleep(100).then(() => []));
    await Promise.all(
      views.map(async (view) => {
        if (acked.has(view.messageId)) redelivered.push(view.messageId);
        await consumer.ack(view).then(
          () => acked.add(view.messageId),
          () => unanswered.add(view.messageId),
        );
      }),
    );
  }
}

test('[case 90] the process is killed in mid-delivery: nothing confirmed is lost, nothing acked comes again', async () => {
  const [producer, simple, push] = await Promise.all([
    startProducer(port, TOPIC),
    startSimpleConsumer(port, 'simple', TOPIC),
    startPushConsumer(port, 'push', TOPIC, () => sleep(5).then(() => true)),
  ]);
  const confirmed = new Set<string>();
  const acked = new Set<string>();
  const unanswered = new Set<string>();
  const redelivered: string[] = [];
  let over = false;
  const sending = Promise.all([1, 2, 3, 4].map(() => sendUntil(producer, confirmed, IN_ALL)));
  const consuming = Promise.all([1, 2].map(() => consume(simple, acked, unanswered, redelivered, () => over)));
  await until('enough acks', () => acked.size >= KILL_AFTER);
  broker.process.kill('SIGKILL');
  expect(await broker.ended()).toBe('SIGKILL');
  broker = await startBrokerChild();
  await sending;
  const consumed = (): Set<string> => new Set(push.deliveries.map(({ messageId }) => messageId));
  const missing = (have: ReadonlySet<string>): string[] => [...confirmed].filter((messageId) => !have.has(messageId));
  const unacked = (): string[] => missing(acked).filter((messageId) => !unanswered.has(messageId));
  await until('all confirmed messages acked', () => unacked().length === 0, 60_000);
  await until('all confirmed messages at the listener', () => missing(consumed()).length === 0, 60_000);
  await until('nothing open', async () => (await countOpen()) === 0, 60_000);
  over = true;
  await Promise.all([consuming, producer.shutdown(), push.consumer.shutdown()]);
  await simple.shutdown();
  // An SDK that has let go of its stream dies of a late error there, as after the kill below: the broker answers this
  // after it has ended those streams.
  const last = new RawClient(port);
  await last.call('QueryRoute', { topic: { name: TOPIC } });
  last.close();
  await sleep(300);
  expect(redelivered).toEqual([]);
  expect(push.deliveries.every(({ attempt }) => attempt <= 2)).toBe(true);
  expect(broker.errors()).toBe('');
}, 300_000);

async function countOpen(): Promise<number> {
  const { rows } = await database.store.console.query<{ open: number }>(
    'SELECT ((SELECT count(*) FROM lease WHERE live) + (SELECT count(*) FROM retry))::int AS open',
  );
  return rows[0]?.open ?? 0;
}
