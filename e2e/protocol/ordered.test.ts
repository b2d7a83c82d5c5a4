import type { Producer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ProtocolBroker, startBroker } from './support/broker';
import { expectLateAck, revokeHead, stateOf } from './support/revoke';
import { type Delivery, type Listening, startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';

/** How late a machine that is busy with others may make what comes in seconds. */
const LATE_MS = 15_000;

let broker: ProtocolBroker;
const producers: Producer[] = [];
const listening: Listening[] = [];
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(async () => {
  await Promise.all([...producers, ...listening.map(({ consumer }) => consumer)].map((client) => client.shutdown()));
  await broker.close();
  expect(broker.errors).toEqual([]);
});

async function listen(group: string, topic: string, mayConsume: (delivery: Delivery) => boolean): Promise<Listening> {
  const started = await startPushConsumer(broker.port, group, topic, mayConsume);
  listening.push(started);
  return started;
}

async function produce(topic: string): Promise<(messageGroup: string, body: string) => Promise<string>> {
  const producer = await startProducer(broker.port, topic);
  producers.push(producer);
  return async (messageGroup, body) =>
    (await producer.send({ topic, messageGroup, body: Buffer.from(body) })).messageId;
}

const labels = (deliveries: readonly Delivery[]): string[] =>
  deliveries.map(({ body, attempt }) => `${body} ${attempt}`);

test.concurrent('[case 40] a head that fails once holds its successors back: m1, 3 s, m1, m2, m3', async () => {
  const topic = await broker.topic('FIFO');
  const group = await broker.group({ deliveryOrder: 'ordered' });
  const { deliveries } = await listen(group, topic, ({ body, attempt }) => body !== 'm1' || attempt === 2);
  const send = await produce(topic);
  for (const body of ['m1', 'm2', 'm3']) await send('customer-1', body);
  await until('all', () => deliveries.length === 4);
  expect(labels(deliveries)).toEqual(['m1 1', 'm1 2', 'm2 1', 'm3 1']);
  const gapMs = (deliveries[1]?.atMs ?? 0) - (deliveries[0]?.atMs ?? 0);
  expect(gapMs).toBeGreaterThanOrEqual(2_990);
  expect(gapMs).toBeLessThan(3_000 + LATE_MS);
});

test.concurrent('[case 39] two retries: the successor starts 2 x 3 s after the first try; dead with the number the SDK counted', async () => {
  const topic = await broker.topic('FIFO');
  const group = await broker.group({
    deliveryOrder: 'ordered',
    maxRetries: 2,
  });
  const { deliveries } = await listen(group, topic, ({ body }) => body !== 'm1');
  const send = await produce(topic);
  const messageId = await send('customer-1', 'm1');
  for (const body of ['m2', 'm3', 'm4']) await send('customer-1', body);
  await until('the successors', () => deliveries.length === 6);
  expect(labels(deliveries)).toEqual(['m1 1', 'm1 2', 'm1 3', 'm2 1', 'm3 1', 'm4 1']);
  expect(await broker.deadLetters(group)).toEqual([{ messageId, attempts: 3, cause: 'forwarded' }]);
  const totalMs = (deliveries[3]?.atMs ?? 0) - (deliveries[0]?.atMs ?? 0);
  expect(totalMs).toBeGreaterThanOrEqual(5_980);
  expect(totalMs).toBeLessThan(6_000 + LATE_MS);
});

test.concurrent('[case 38] sixteen retries in the SDK: m1 17 times, forwarded once, then m2, m3, m4 in order', async () => {
  const topic = await broker.topic('FIFO');
  const group = await broker.group({
    deliveryOrder: 'ordered',
    retryPolicy: { type: 'fixed', intervalMs: 200 },
  });
  const { deliveries } = await listen(group, topic, ({ body }) => body !== 'm1');
  const send = await produce(topic);
  const messageId = await send('customer-1', 'm1');
  for (const body of ['m2', 'm3', 'm4']) await send('customer-1', body);
  await until('the successors', () => deliveries.length === 20);
  const tries = Array.from({ length: 17 }, (_, index) => `m1 ${index + 1}`);
  expect(labels(deliveries)).toEqual([...tries, 'm2 1', 'm3 1', 'm4 1']);
  const gapsMs = deliveries.slice(1, 17).map(({ atMs }, index) => atMs - (deliveries[index]?.atMs ?? 0));
  expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(195);
  expect(await broker.deadLetters(group)).toEqual([{ messageId, attempts: 17, cause: 'forwarded' }]);
});

test.concurrent('[case 41] one blocked message group does not block another', { tags: ['long'] }, async () => {
  const topic = await broker.topic('FIFO');
  const group = await broker.group({
    deliveryOrder: 'ordered',
    maxRetries: 1,
    // Time for the others, also on a busy machine.
    retryPolicy: { type: 'fixed', intervalMs: 20_000 },
  });
  const { deliveries } = await listen(group, topic, ({ body, attempt }) => body !== 'a1' || attempt === 2);
  const send = await produce(topic);
  await send('A', 'a1');
  await until('the head', () => deliveries.length === 1);
  await send('A', 'a2');
  for (const name of ['B', 'C', 'D']) await send(name, name.toLowerCase());
  await until('the others', () => deliveries.length >= 4);
  expect(
    deliveries
      .map(({ body }) => body)
      .slice(1, 4)
      .toSorted(),
  ).toEqual(['b', 'c', 'd']);
  await until('the successor', () => deliveries.length === 6);
  expect(labels(deliveries).slice(4)).toEqual(['a1 2', 'a2 1']);
});

test.concurrent('a poison head taken back and moved: the next is delivered, the late ack refused', async () => {
  const topic = await broker.topic('FIFO');
  const group = await broker.group({
    deliveryOrder: 'ordered',
    maxRetries: 20,
    retryPolicy: { type: 'fixed', intervalMs: 1_000 },
  });
  const { deliveries } = await listen(group, topic, ({ body, attempt }) => body !== 'm1' || attempt >= 4);
  const send = await produce(topic);
  const head = await send('customer-1', 'm1');
  await until('two attempts in the client', () => deliveries.length === 2);
  const next = await send('customer-1', 'm2');
  const client = await revokeHead(broker, 'bury', { group, key: 'customer-1', head });
  expect(client).not.toBeNull();
  await until('the next of the key', () => deliveries.some(({ body }) => body === 'm2'));
  expect(await broker.deadLetters(group)).toEqual([{ messageId: head, attempts: 1, cause: 'buried' }]);
  await expectLateAck(broker, head, client);
  expect(await stateOf(broker, head)).toBe('dead');
  await until('the end of the next', async () => (await stateOf(broker, next)) === 'consumed');
  expect(labels(deliveries).filter((label) => label.startsWith('m2'))).toEqual(['m2 1']);
});

test.concurrent('a head taken back to be retried is delivered as the next attempt, before its key goes on', async () => {
  const topic = await broker.topic('FIFO');
  const group = await broker.group({
    deliveryOrder: 'ordered',
    maxRetries: 20,
    retryPolicy: { type: 'fixed', intervalMs: 60_000 },
  });
  // The first client would keep it for 20 minutes.
  const stuck = await listen(group, topic, ({ attempt }) => attempt > 1);
  const send = await produce(topic);
  const head = await send('customer-1', 'm1');
  await until('the first attempt', () => stuck.deliveries.length === 1);
  await send('customer-1', 'm2');
  const healthy = await listen(group, topic, () => true);
  await revokeHead(broker, 'now', { group, key: 'customer-1', head });
  const all = (): Delivery[] => [...stuck.deliveries, ...healthy.deliveries].toSorted((a, b) => a.atMs - b.atMs);
  await until('both', async () => (await stateOf(broker, head)) === 'consumed' && all().length >= 3);
  expect(labels(all()).slice(0, 3)).toEqual(['m1 1', 'm1 2', 'm2 1']);
  expect(await broker.deadLetters(group)).toEqual([]);
});

test.concurrent('two consumers keep the order of every message group', async () => {
  const topic = await broker.topic('FIFO');
  const group = await broker.group({ deliveryOrder: 'ordered' });
  const consumers = [await listen(group, topic, () => true), await listen(group, topic, () => true)];
  const send = await produce(topic);
  const names = ['A', 'B', 'C', 'D', 'E'];
  await Promise.all(
    names.map(async (name) => {
      for (let index = 0; index < 20; index += 1) await send(name, `${name} ${index}`);
    }),
  );
  const all = (): Delivery[] => consumers.flatMap(({ deliveries }) => deliveries);
  await until('all messages', () => all().length >= 100);
  const inOrder = all().toSorted((left, right) => left.atMs - right.atMs);
  for (const name of names) {
    expect(inOrder.filter(({ body }) => body.startsWith(name)).map(({ body }) => body)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${name} ${index}`),
    );
  }
});
