// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createBrokerContext, createGroup, createTopic } from '../../lib/broker';
import { CLIENT_TYPE } from '../../lib/gateway/proto/codes';
import type { StatusResponse } from '../../lib/gateway/proto/wire';
import { LIMITS } from '../../lib/model/limits';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { createTestDatabase, type TestDatabase } from '../../lib/testing/database';
import { TESTER } from './support/broker';
import { type Child, startChild } from './support/child';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';

const TOPIC = 'orders';
const GROUP = 'billing';
const HEARTBEAT_MS = 10_000;
/** The scan for silent clients comes every 10 s; what it lets go is delivered again a second later. */
const NOTICED_MS = 15_000;

let database: TestDatabase;
const brokers: Child[] = [];
let ports: [number, number];
beforeAll(async () => {
  database = await createTestDatabase();
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const ctx = await createBrokerContext({ store: database.store, log, metrics: { count: silent, observe: silent } });
  await createTopic(ctx, { name: TOPIC, messageType: 'NORMAL', queues: 1, actor: TESTER });
  await createGroup(ctx, { name: GROUP, actor: TESTER });
  ports = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  for (const port of ports) {
    const env = { DATABASE_URL: database.url, REDRIVE_GRPC_PORT: String(port) };
    brokers.push(await startChild('broker-child.ts', [], env));
  }
});
afterAll(async () => {
  for (const broker of brokers) {
    broker.process.kill('SIGKILL');
    await broker.ended();
  }
  await database.close();
});

const names = { group: { name: GROUP }, messageQueue: { topic: { name: TOPIC } } };
const receive = (client: RawClient, autoRenew: boolean) =>
  client.receive({
    ...names,
    filterExpression: { expression: '*' },
    longPollingTimeout: { seconds: 5 },
    invisibleDuration: { seconds: 30 },
    batchSize: 1,
    autoRenew,
  });

// In short: keeper.db.test.ts, on test time.
test('[case 19] two broker processes: a push consumer that moved to the other one keeps what it holds past 120 s of silence at the first', async () => {
  const settings = {
    clientType: CLIENT_TYPE.PUSH_CONSUMER,
    userAgent: { language: 1, version: '5.2.1' },
    subscription: {
      group: { name: GROUP },
      subscriptions: [{ topic: { name: TOPIC }, expression: { type: 1, expression: '*' } }],
    },
  };
  const clientId = 'moving-client';
  const [first, second] = ports.map((port) => new RawClient(port, { clientId })) as [RawClient, RawClient];
  const stranger = new RawClient(ports[0]);
  await stranger.call('SendMessage', { messages: [rawMessage(TOPIC)] });
  const { stream } = await first.introduce(settings);
  const [message] = messagesOf(await receive(first, true));
  expect(message?.systemProperties?.deliveryAttempt).toBe(1);
  stream.end();
  first.close();

  const here = await second.introduce(settings);
  const endsAt = performance.now() + LIMITS.clientSilenceMs + NOTICED_MS;
  while (performance.now() < endsAt) {
    const { status } = await second.call<StatusResponse>('Heartbeat', {
      group: { name: GROUP },
      clientType: CLIENT_TYPE.PUSH_CONSUMER,
    });
    expect(status.code).toBe(20000);
    await sleep(HEARTBEAT_MS);
  }
  expect(messagesOf(await receive(stranger, false))).toEqual([]);
  const ack = await second.call<StatusResponse>('AckMessage', {
    group: { name: GROUP },
    topic: { name: TOPIC },
    entries: [
      { messageId: message?.systemProperties?.messageId, receiptHandle: message?.systemProperties?.receiptHandle },
    ],
  });
  expect(ack.status.code).toBe(20000);
  const { rows } = await database.store.console.query<{ events: number }>(
    'SELECT count(*)::int AS events FROM delivery_event',
  );
  expect(rows[0]?.events).toBe(0);
  here.stream.end();
  for (const client of [second, stranger]) client.close();
  expect(brokers.map((broker) => broker.errors())).toEqual(['', '']);
}, 200_000);
