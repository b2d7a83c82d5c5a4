// @module-tag landing
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type BrokerContext, createBrokerContext, createGroup, createTopic, receive } from '../../lib/broker';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { createTestDatabase, type TestDatabase } from '../../lib/testing/database';
import { expectBackedOff, expectRefusedForGood } from './support/back-off';
import { TESTER } from './support/broker';
import { type Child, startChild } from './support/child';
import { type ClientProcess, type Sent, startClientProcess } from './support/client-process';
import { setTestLimit, storedBodies } from './support/limits';

let database: TestDatabase;
/** Another node, where the operator is. */
let ctx: BrokerContext;
let port: number;
let broker: Child;
beforeAll(async () => {
  database = await createTestDatabase();
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  ctx = await createBrokerContext({ store: database.store, log, metrics: { count: silent, observe: silent } });
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

const client = 'app';
/** One producer of the official SDK, in a process of its own. */
async function startApplication(topic: string): Promise<ClientProcess> {
  const started = await startClientProcess();
  await started.producer({ client, port, topic });
  return started;
}

async function openTopic(name: string): Promise<string> {
  await createTopic(ctx, { name, messageType: 'NORMAL', queues: 4, actor: TESTER });
  return name;
}

/**
 * The broker process hears of the raised limit within a second or so: on a busy machine after the last try of a send.
 */
async function sendUntilStored(app: ClientProcess, topic: string, body: string, refused: RegExp): Promise<Sent> {
  for (;;) {
    const sent = await app.send({ client, topic, body });
    if (sent.messageId !== null) return sent;
    expectRefusedForGood(sent, refused);
  }
}

test(
  'the broker process is killed and started again: its first send meets the limits as they were',
  { tags: ['long'] },
  async () => {
    const [behind, paced] = await Promise.all([openTopic('behind'), openTopic('paced')]);
    const { name: group } = await createGroup(ctx, { name: 'reports', actor: TESTER });
    const how = { batchSize: 1, invisibleMs: 10_000, autoRenew: true, clientId: 'test', attemptId: null, waitMs: 0 };
    await receive(ctx, { topic: behind, group, ...how, filter: { type: 'TAG', expression: '*' } });
    const before = await startApplication(behind);
    expect(await before.send({ client, topic: behind, body: 'before' })).toMatchObject({ error: null });
    await before.close();
    const backlog = await setTestLimit(ctx, { kind: 'backlog-count', scope: 'group', subject: group, hard: 1 });
    await setTestLimit(ctx, { kind: 'send-rate', scope: 'topic', subject: paced, hard: 0.001, burstMs: 0 });
    broker.process.kill('SIGKILL');
    expect(await broker.ended()).toBe('SIGKILL');
    broker = await startBrokerChild();

    const app = await startApplication(behind);
    const full = new RegExp(`backlog-count of group ${group} is 1, its limit 1 messages`);
    expectRefusedForGood(await app.send({ client, topic: behind, body: 'refused' }), full);
    expect(await storedBodies({ database }, behind)).toEqual(['before']);

    expect(await app.send({ client, topic: paced, body: 'its burst' })).toMatchObject({ error: null, refusals: [] });
    const usedUp = new RegExp(`send-rate of topic ${paced} is used up, its limit 0\\.001 messages/s`);
    expectRefusedForGood(await app.send({ client, topic: paced, body: 'one too many' }), usedUp);
    expect(await storedBodies({ database }, paced)).toEqual(['its burst']);

    const [sent] = await Promise.all([sendUntilStored(app, behind, 'after', full), backlog.raise(1_000)]);
    expectBackedOff(sent, full);
    expect(await storedBodies({ database }, behind)).toEqual(['before', 'after']);
    await app.close();
    expect(broker.errors()).toBe('');
  },
);

test('killed while a backlog that closed its limit falls: between the lines, the next process refuses as the first one did', async () => {
  const falling = await openTopic('falling');
  const { name: group } = await createGroup(ctx, { name: 'billing', actor: TESTER });
  const from = { topic: falling, group, filter: { type: 'TAG', expression: '*' } } as const;
  const how = { invisibleMs: 60_000, autoRenew: false, clientId: 'test', attemptId: null, waitMs: 0 };
  const take = (batchSize: number): Promise<unknown[]> => receive(ctx, { ...from, ...how, batchSize });
  await take(1);
  const limit = { kind: 'backlog-count', scope: 'group', subject: group, hard: 4, softShare: 0.5 } as const;
  await setTestLimit(ctx, limit);
  const before = await startApplication(falling);
  const bodies = ['1', '2', '3', '4'];
  for (const body of bodies) expect(await before.send({ client, topic: falling, body })).toMatchObject({ error: null });
  await before.close();
  await expect.poll(() => closedLimits(), { timeout: 10_000 }).toEqual([group]);
  expect(await take(1)).toHaveLength(1);
  broker.process.kill('SIGKILL');
  expect(await broker.ended()).toBe('SIGKILL');
  broker = await startBrokerChild();

  const app = await startApplication(falling);
  const full = new RegExp(`backlog-count of group ${group} is 3, its limit 4 messages`);
  expectRefusedForGood(await app.send({ client, topic: falling, body: 'refused' }), full);
  expect((await storedBodies({ database }, falling)).toSorted()).toEqual(bodies);
  // One is left: below the soft line of two.
  const falls = new RegExp(`backlog-count of group ${group} is [23], its limit 4 messages`);
  const [sent, taken] = await Promise.all([sendUntilStored(app, falling, 'after', falls), take(2)]);
  expect(taken).toHaveLength(2);
  expectBackedOff(sent, falls);
  expect((await storedBodies({ database }, falling)).toSorted()).toEqual([...bodies, 'after']);
  await app.close();
  expect(broker.errors()).toBe('');
});

async function closedLimits(): Promise<string[]> {
  const { rows } = await database.store.console.query<{ subject: string }>(
    'SELECT subject FROM throttle_limit WHERE closed',
  );
  return rows.map(({ subject }) => subject);
}
