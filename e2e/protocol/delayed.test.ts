import { setTimeout as sleep } from 'node:timers/promises';

import type { Producer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type {
  QueryRouteResponse,
  RecallMessageResponse,
  SendMessageResponse,
  Timestamp,
} from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker } from './support/broker';
import { RawClient, rawMessage } from './support/raw-client';
import { type Listening, startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';

const DAY_MS = 24 * 3_600_000;
/** From falling due to the listener: the release loop, the wake-up, the stream, on a busy machine. */
const LATEST_MS = 10_000;

let broker: ProtocolBroker;
let raw: RawClient;
let topic: string;
let producer: Producer;
let listening: Listening;
const arrived = new Map<string, number>();

beforeAll(async () => {
  broker = await startBroker();
  raw = new RawClient(broker.port);
  topic = await broker.topic('DELAY');
  producer = await startProducer(broker.port, topic);
  listening = await startPushConsumer(broker.port, await broker.group(), topic, ({ messageId }) => {
    arrived.set(messageId, Date.now());
    return true;
  });
});
afterAll(async () => {
  await listening.consumer.shutdown();
  await producer.shutdown();
  raw.close();
  await broker.close();
  expect(broker.errors).toEqual([]);
});

async function sendAt(deliverAtMs: number): Promise<{ messageId: string; recallHandle: string }> {
  const { messageId, recallHandle } = await producer.send({
    topic,
    tag: 'T',
    body: Buffer.from('later'),
    deliveryTimestamp: new Date(deliverAtMs),
  });
  return { messageId, recallHandle };
}

function timestamp(ms: number): Timestamp {
  return { seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1e6 };
}

function sendRaw(to: string, systemProperties: object): Promise<SendMessageResponse> {
  return raw.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(to, systemProperties)] });
}

function recall(of: string, recallHandle: string): Promise<RecallMessageResponse> {
  return raw.call<RecallMessageResponse>('RecallMessage', { topic: { name: of }, recallHandle });
}

test('[case 69] 3 s later it arrives, never early, and says for when it was', async () => {
  const dueMs = Date.now() + 3000;
  const { messageId } = await sendAt(dueMs);
  await until('the delayed message', () => arrived.has(messageId));
  const lateMs = (arrived.get(messageId) ?? 0) - dueMs;
  expect(lateMs).toBeGreaterThanOrEqual(0);
  expect(lateMs).toBeLessThanOrEqual(LATEST_MS);
  const { view } = listening.deliveries.find((delivery) => delivery.messageId === messageId) ?? {};
  expect(view?.deliveryTimestamp?.getTime()).toBe(dueMs);
  expect(view?.tag).toBe('T');
  expect([...(view?.properties.keys() ?? [])]).toEqual([]);
});

test('[case 70] a time 20 s ago means at once', async () => {
  const sentMs = Date.now();
  const { messageId, recallHandle } = await sendAt(sentMs - 20_000);
  expect(recallHandle).toBe('');
  await until('the message', () => arrived.has(messageId));
  expect((arrived.get(messageId) ?? 0) - sentMs).toBeLessThan(LATEST_MS);
});

test('[case 71] 24 h and 1 s ahead is 40012; a little under 24 h is taken', async () => {
  await expect(sendAt(Date.now() + DAY_MS + 1000)).rejects.toMatchObject({ code: 40012 });
  const { status } = await sendRaw(topic, { messageType: 3, deliveryTimestamp: timestamp(Date.now() + DAY_MS - 2000) });
  expect(status.code).toBe(20000);
});

test('[case 72] recalled before it is due, it never arrives; a message that is not delayed has no handle', async () => {
  const dueMs = Date.now() + 2500;
  const { messageId, recallHandle } = await sendAt(dueMs);
  expect(Buffer.from(recallHandle, 'base64url').toString()).toBe(`v1 ${topic} redrive ${dueMs} ${messageId}`);
  expect((await producer.recallMessage(topic, recallHandle)).messageId).toBe(messageId);
  expect((await recall(topic, recallHandle)).status.code).toBe(20000);
  const after = await sendAt(dueMs + 200);
  await until('the message after it', () => arrived.has(after.messageId));
  await sleep(300);
  expect(arrived.has(messageId)).toBe(false);
  const normal = await broker.topic();
  expect((await sendRaw(normal, {})).entries?.[0]?.recallHandle ?? '').toBe('');
});

test('[case 72] a recall that cannot be is refused: too late, bent, of another topic, unknown topic', async () => {
  const { messageId, recallHandle } = await sendAt(Date.now() + 300);
  await until('the message', () => arrived.has(messageId));
  const late = await recall(topic, recallHandle);
  expect(late.status).toMatchObject({ code: 40000, message: expect.stringContaining('cannot be recalled') as string });
  await expect(producer.recallMessage(topic, recallHandle)).rejects.toThrow(/cannot be recalled.*40000/);
  expect((await recall(topic, recallHandle.slice(4))).status.code).toBe(40000);
  expect((await recall(topic, '')).status.code).toBe(40000);
  const other = await broker.topic('DELAY');
  expect((await recall(other, recallHandle)).status.code).toBe(40000);
  expect((await recall(await broker.topic(), recallHandle)).status.code).toBe(40000);
  expect((await recall('nowhere', recallHandle)).status.code).toBe(40402);
  const forged = Buffer.from(`v1 ${topic} redrive ${Date.now() + 60_000} made-up`).toString('base64url');
  expect((await recall(topic, forged)).status.code).toBe(40000);
});

test('the type is what the message is, not what it says: a delivery time makes it DELAY', async () => {
  const deliveryTimestamp = timestamp(Date.now() + 600_000);
  const normal = await broker.topic();
  expect((await sendRaw(normal, { messageType: 1, deliveryTimestamp })).status.code).toBe(40014);
  expect((await sendRaw(topic, { messageType: 1, deliveryTimestamp })).status.code).toBe(20000);
  expect((await sendRaw(topic, { messageType: 1 })).status.code).toBe(40014);
  expect((await sendRaw(topic, { messageType: 3 })).status).toMatchObject({
    code: 40000,
    message: expect.stringContaining('deliveryTimestamp is required') as string,
  });
  const route = await raw.call<QueryRouteResponse>('QueryRoute', { topic: { name: topic } });
  expect(route.messageQueues?.every(({ acceptMessageTypes }) => acceptMessageTypes?.join() === '3')).toBe(true);
});

test('what was counted', async () => {
  expect(broker.counted.get(`rocketmq_timer_dequeue_total ${topic}`)).toBeGreaterThanOrEqual(2);
  expect(broker.counted.get(`rocketmq_timer_enqueue_total ${topic}`)).toBeGreaterThan(
    broker.counted.get(`rocketmq_timer_dequeue_total ${topic}`) ?? 0,
  );
});
