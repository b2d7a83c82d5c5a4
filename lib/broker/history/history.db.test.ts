import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import type { Queryable } from '../../store/queryable';
import { groupHistory, refusals, topicHistory } from '../../store/queries/history/history-read';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { flushHistory } from './flush';
import { rollUpHistory } from './roll-up';
import { sampleHistory } from './sample';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());
// Steps begin at full ten seconds, minutes at full minutes.
beforeEach(() => broker.clock.advance(60_000 - (broker.clock.nowOrNull().getTime() % 60_000)));

const range = (stepSeconds: 10 | 60) => ({
  stepSeconds,
  from: new Date(0),
  until: new Date('2100-01-01T00:00:00Z'),
});
const groupPoints = async (at: Scene, step: 10 | 60 = 10) =>
  await groupHistory(broker.database.store.console, (await broker.ctx.groups.find(at.group)).groupId, range(step));
const refusedBy = async (at: Scene, step: 10 | 60) =>
  (await refusals(broker.database.store.console, range(step), 1_000)).filter(({ topic }) => topic === at.topic);
const topicPoints = async (at: Scene, step: 10 | 60 = 10) =>
  await topicHistory(broker.database.store.console, (await broker.ctx.topics.find(at.topic)).topicId, range(step));

test('what happened in a step is added up, of two processes too; deaths and retries are distinguished', async () => {
  const at = await Scene.open(broker, { maxRetries: 1, retryPolicy: { type: 'customized', intervalsMs: [1_000] } });
  await at.send();
  await at.fail(await at.one(at.push()));
  await flushHistory(broker.ctx);
  const silent = { count: () => undefined, observe: () => undefined };
  const { store, log } = broker.ctx;
  const other = await createBrokerContext({ store, log, metrics: silent, clock: broker.clock });
  other.meter.count('rocketmq_messages_in_total', { topic: at.topic }, 5);
  other.meter.count('rocketmq_throughput_in_total', { topic: at.topic }, 500);
  await flushHistory(other);
  broker.clock.advance(1_000);
  await at.fail(await at.one(at.push()));
  await flushHistory(broker.ctx);
  const bytes = 500 + (await bodyBytes(at));
  expect(await topicPoints(at)).toMatchObject([
    { messagesIn: 6, bytesIn: bytes, refused: 0, peakMessagesPerSecond: 5 },
  ]);
  expect(await groupPoints(at)).toMatchObject([
    { delivered: 2, redelivered: 1, died: 1, ready: null, inFlight: null, dead: null },
  ]);
  await flushHistory(broker.ctx);
  expect(await groupPoints(at)).toMatchObject([{ delivered: 2 }]);
});

async function bodyBytes(at: Scene): Promise<number> {
  const { rows } = await broker.database.store.console.query<{ bytes: number }>(
    'SELECT sum(octet_length(body))::int AS bytes FROM message m JOIN topic t USING (topic_id) WHERE t.name = $1',
    [at.topic],
  );
  return rows[0]?.bytes ?? -1;
}

test('levels are read once per step; without a subscription ready is unknown, not 0', async () => {
  const at = await Scene.open(broker);
  await at.sendMany(5);
  expect(await sampleHistory(broker.ctx)).toBe(true);
  expect(await sampleHistory(broker.ctx)).toBe(false);
  expect(await groupPoints(at)).toMatchObject([{ ready: null, inFlight: 0, waiting: 0, dead: 0, oldestReadyAt: null }]);
  const [held] = await at.simple({ batchSize: 1 });
  await at.fail(held ?? { receiptHandle: '', messageId: '' });
  await at.simple({ batchSize: 1 });
  broker.clock.advance(10_000);
  expect(await sampleHistory(broker.ctx)).toBe(true);
  expect((await groupPoints(at))[1]).toMatchObject({ ready: 4, inFlight: 1, waiting: 0 });
});

test('a connection that ends while levels are read fails the reading, and nothing else', async () => {
  const { ctx } = broker;
  const { console } = ctx.store;
  const lost = new Error('Connection terminated unexpectedly');
  const db: Queryable = {
    query: async (...args: Parameters<Queryable['query']>) => {
      const text = JSON.stringify(args[0]);
      if (text.includes('FROM blocked b')) throw lost;
      if (text.includes('clock_timestamp() AS now')) await sleep(50);
      return await console.query(...args);
    },
  };
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const withLost = { ...ctx, clock: { nowOrNull: () => null }, store: { ...ctx.store, console: db } };
  await expect(sampleHistory(withLost as unknown as BrokerContext)).rejects.toBe(lost);
  await sleep(0);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('a minute is the last level and the sum of its steps; a minute without levels stays unknown', async () => {
  const at = await Scene.open(broker);
  await at.push();
  for (let step = 0; step < 6; step += 1) {
    await at.sendMany(2);
    broker.ctx.meter.count('redrive_redriven_messages_total', { consumer_group: at.group }, step);
    await flushHistory(broker.ctx);
    await sampleHistory(broker.ctx);
    broker.clock.advance(10_000);
  }
  await at.sendMany(3);
  await flushHistory(broker.ctx);
  await at.push({ batchSize: 1 });
  await flushHistory(broker.ctx);
  await rollUpHistory(broker.ctx);
  expect(await topicPoints(at, 60)).toEqual([]);
  broker.clock.advance(20_000);
  await rollUpHistory(broker.ctx);
  expect(await topicPoints(at, 60)).toMatchObject([{ messagesIn: 12 }]);
  expect(await groupPoints(at, 60)).toMatchObject([{ ready: 12, inFlight: 0, delivered: 0, redriven: 15 }]);
  broker.clock.advance(60_000);
  await rollUpHistory(broker.ctx);
  await rollUpHistory(broker.ctx);
  expect(await topicPoints(at, 60)).toMatchObject([{ messagesIn: 12 }, { messagesIn: 3 }]);
  expect(await groupPoints(at, 60)).toMatchObject([{ ready: 12 }, { ready: null, inFlight: null, delivered: 1 }]);
});

test('several nodes at once: a step is sampled by one of them, and a minute is made as by one', async () => {
  const at = await Scene.open(broker);
  await at.push();
  const { store, log } = broker.ctx;
  const metrics = { count: () => undefined, observe: () => undefined };
  const nodes = await Promise.all(
    Array.from({ length: 4 }, () => createBrokerContext({ store, log, metrics, clock: broker.clock })),
  );
  const sampled: number[] = [];
  for (let step = 0; step < 6; step += 1) {
    await at.sendMany(2);
    for (const node of nodes) {
      node.meter.count('rocketmq_messages_in_total', { topic: at.topic }, 1);
      node.meter.count('redrive_throttled_requests_total', { limit: 'send-queue', topic: at.topic, client_id: 'c' }, 1);
    }
    await Promise.all([broker.ctx, ...nodes].map((node) => flushHistory(node)));
    const claims = await Promise.all(nodes.map((node) => sampleHistory(node)));
    sampled.push(claims.filter(Boolean).length);
    broker.clock.advance(10_000);
  }
  broker.clock.advance(20_000);
  for (let pass = 0; pass < 3; pass += 1) await Promise.all(nodes.map((node) => rollUpHistory(node)));
  expect(sampled).toEqual([1, 1, 1, 1, 1, 1]);
  // 2 of the scene and one of each node, in each of 6 steps.
  expect(await topicPoints(at, 60)).toMatchObject([{ messagesIn: 6 * (2 + 4), refused: 6 * 4 }]);
  expect(await groupPoints(at, 60)).toMatchObject([{ ready: 12, inFlight: 0 }]);
  expect((await refusedBy(at, 60)).map(({ client, refused }) => [client, refused])).toEqual([['c', 24]]);
});

test('a storm of other clients in each step: a minute has the most refused 100 by name, all of them are counted', async () => {
  const at = await Scene.open(broker);
  const labels = { limit: 'send-queue', topic: at.topic };
  for (let step = 0; step < 6; step += 1) {
    for (let client = 0; client < 150; client += 1)
      broker.ctx.meter.count('redrive_throttled_requests_total', { ...labels, client_id: `s${step}-${client}` }, 1);
    broker.ctx.meter.count('redrive_throttled_requests_total', { ...labels, client_id: 'every step' }, 5);
    await flushHistory(broker.ctx);
    await sampleHistory(broker.ctx);
    broker.clock.advance(10_000);
  }
  broker.clock.advance(20_000);
  for (let pass = 0; pass < 2; pass += 1) {
    await rollUpHistory(broker.ctx);
    const found = await refusedBy(at, 60);
    expect(found).toHaveLength(101);
    expect(found.find(({ client }) => client === 'every step')?.refused).toBe(30);
    expect(found.reduce((sum, { refused }) => sum + refused, 0)).toBe(6 * 155);
  }
});

test('steps of 10 s go after a day, minutes after a fortnight', async () => {
  const at = await Scene.open(broker);
  await at.sendMany(2);
  await flushHistory(broker.ctx);
  await sampleHistory(broker.ctx);
  broker.clock.advance(90_000);
  await rollUpHistory(broker.ctx);
  broker.clock.advance(25 * 3600_000);
  await rollUpHistory(broker.ctx);
  expect([await topicPoints(at, 10), await topicPoints(at, 60)]).toMatchObject([[], [{ messagesIn: 2 }]]);
  expect([await groupPoints(at, 10), await groupPoints(at, 60)]).toMatchObject([[], [{ inFlight: 0 }]]);
  broker.clock.advance(14 * 24 * 3600_000);
  await rollUpHistory(broker.ctx);
  expect([await topicPoints(at, 60), await groupPoints(at, 60)]).toEqual([[], []]);
});

test('refusals say which limit, topic, group and client; past a number of clients they are counted together', async () => {
  const at = await Scene.open(broker);
  const labels = { limit: 'send-queue', topic: at.topic };
  const refuse = (client: number, by: number): void => {
    const who = { client_id: `client-${client}`, access_key: `AK${client}` };
    broker.ctx.meter.count('redrive_throttled_requests_total', { ...labels, ...who }, by);
  };
  for (let client = 0; client < 600; client += 1) refuse(client, 2);
  refuse(599, 7);
  await flushHistory(broker.ctx);
  const found = await refusedBy(at, 10);
  expect(found.reduce((sum, { refused }) => sum + refused, 0)).toBe(1_207);
  expect(found.find(({ client }) => client === '')).toMatchObject({
    limit: 'send-queue',
    accessKey: '',
    refused: 1_000,
  });
  const most = { client: 'client-599', accessKey: 'AK599', refused: 9 };
  expect(found.find(({ client }) => client === 'client-599')).toMatchObject(most);
  broker.clock.advance(80_000);
  for (let pass = 0; pass < 3; pass += 1) await rollUpHistory(broker.ctx);
  expect((await refusedBy(at, 60)).find(({ client }) => client === 'client-599')).toMatchObject(most);
  expect(found).toHaveLength(101);
  expect(await topicPoints(at)).toMatchObject([{ refused: 1_207 }]);
});

test('counts of a flush that failed go with the next one', async () => {
  const at = await Scene.open(broker);
  await at.send();
  broker.ctx.meter.count('redrive_throttled_requests_total', { limit: 'send-queue', topic: at.topic });
  await broker.database.store.console.query('ALTER TABLE topic_sample RENAME TO hidden_sample');
  await expect(flushHistory(broker.ctx)).rejects.toThrow('topic_sample');
  await broker.database.store.console.query('ALTER TABLE hidden_sample RENAME TO topic_sample');
  await flushHistory(broker.ctx);
  expect(await topicPoints(at)).toMatchObject([{ messagesIn: 1, refused: 1 }]);
});

test('after a long standstill the minutes are made in parts, and none is left out', async () => {
  const at = await Scene.open(broker);
  await at.push();
  await at.sendMany(3);
  await flushHistory(broker.ctx);
  await sampleHistory(broker.ctx);
  broker.clock.advance(90_000);
  await rollUpHistory(broker.ctx);
  // No roll-up for five hours, and no samples for the first three of them.
  broker.clock.advance(3 * 3_600_000);
  for (let hour = 0; hour < 5; hour += 1) {
    await sampleHistory(broker.ctx);
    broker.clock.advance(1_800_000);
  }
  for (let pass = 0; pass < 4; pass += 1) await rollUpHistory(broker.ctx);
  expect(await groupPoints(at, 60)).toMatchObject(Array.from({ length: 6 }, () => ({ ready: 3 })));
});
