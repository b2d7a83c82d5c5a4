import type { Producer, PushConsumer, SimpleConsumer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ReceiveMessageRequest, SendMessageResponse } from '../../lib/gateway/proto/wire';
import { readTimeline } from '../../lib/broker';
import { type ProtocolBroker, startBroker } from './support/broker';
import { messagesOf, RawClient, rawMessage, statusOf } from './support/raw-client';
import { sql, startProducer, startPushConsumer, startSimpleConsumer } from './support/sdk';
import { until } from './support/wait';

const TAG = 1;
const SQL = 2;

let broker: ProtocolBroker;
let raw: RawClient;
const clients: (Producer | PushConsumer | SimpleConsumer)[] = [];
beforeAll(async () => {
  broker = await startBroker();
  raw = new RawClient(broker.port);
});
afterAll(async () => {
  raw.close();
  await Promise.all(clients.map((client) => client.shutdown()));
  await broker.close();
  expect(broker.errors).toEqual([]);
});

async function scene(): Promise<{ topic: string; group: string }> {
  const [topic, group] = await Promise.all([broker.topic(), broker.group()]);
  return { topic, group };
}

function request(at: { topic: string; group: string }, type: number, expression: string): ReceiveMessageRequest {
  return {
    group: { name: at.group },
    messageQueue: { topic: { name: at.topic } },
    filterExpression: { type, expression },
    batchSize: 32,
    invisibleDuration: { seconds: 10 },
    longPollingTimeout: { seconds: 5 },
  };
}

test('an SDK push consumer with an SQL filter gets the messages whose properties match, and only those', async () => {
  const { topic, group } = await scene();
  const producer = await startProducer(broker.port, topic);
  const { consumer, deliveries } = await startPushConsumer(broker.port, group, topic, () => true, {
    filter: sql("amount >= 500 AND region IN ('eu', 'us') AND TAGS IS NOT NULL"),
  });
  clients.push(producer, consumer);
  const sent = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const region = ['eu', 'us', 'asia', 'eu'][index % 4] ?? '';
      const amount = index * 25;
      const { messageId } = await producer.send({
        topic,
        tag: 'created',
        body: Buffer.from(String(index)),
        properties: new Map([
          ['amount', String(amount)],
          ['region', region],
        ]),
      });
      return { messageId, wanted: amount >= 500 && region !== 'asia' };
    }),
  );
  const wanted = sent.filter((message) => message.wanted).map(({ messageId }) => messageId);
  await until('all that match', () => deliveries.length >= wanted.length);
  expect(deliveries.map(({ messageId }) => messageId).toSorted()).toEqual(wanted.toSorted());
  const unwanted = sent.filter((message) => !message.wanted).map(({ messageId }) => messageId);
  // One for each queue, after what was delivered from it: of a message before that, there is no record how it was
  // passed.
  for (let queue = 0; queue < 4; queue += 1)
    unwanted.push((await producer.send({ topic, tag: 'created', body: Buffer.from('late') })).messageId);
  await until('the others are passed', async () => {
    const timelines = await Promise.all(unwanted.map((messageId) => readTimeline(broker.ctx, { messageId })));
    const states = timelines.map(([timeline]) => timeline?.state);
    const passed = states.every((state) => state === 'filtered-out' || state === 'unrecorded');
    return passed && states.includes('filtered-out');
  });
  expect(deliveries).toHaveLength(wanted.length);
});

test('an SDK simple consumer: held until a message matches', async () => {
  const { topic, group } = await scene();
  const producer = await startProducer(broker.port, topic);
  const consumer = await startSimpleConsumer(broker.port, group, topic, { filter: sql("color = 'red'") });
  clients.push(producer, consumer);
  const send = async (color: string): Promise<string> =>
    (await producer.send({ topic, body: Buffer.from(color), properties: new Map([['color', color]]) })).messageId;
  await Promise.all(Array.from({ length: 100 }, () => send('blue')));
  const held = consumer.receive(10, 15_000);
  const red = await send('red');
  const messages = await held;
  expect(messages.map(({ messageId }) => messageId)).toEqual([red]);
  for (const message of messages) await consumer.ack(message);
  await expect(consumer.receive(10, 15_000)).resolves.toEqual([]);
  expect(await broker.deadLetters(group)).toEqual([]);
});

test.each([
  ['words that make no expression', 'amount >'],
  ['an empty expression', ''],
  ['an operator it does not have', "color LIKE 'r%'"],
  ['more than it may have', `color = '${'x'.repeat(40_000)}'`],
])('a filter that is refused (40010): %s', async (_what, expression) => {
  const at = await scene();
  const responses = await raw.receive(request(at, SQL, expression));
  expect(statusOf(responses)).toBe(40010);
  expect(responses.find(({ status }) => status !== undefined)?.status?.message).toMatch(
    /^filter .* at character \d+ .*allowed: /,
  );
  const consumer = await startSimpleConsumer(broker.port, at.group, at.topic, { filter: sql(expression) });
  clients.push(consumer);
  await expect(consumer.receive(1, 10_000)).rejects.toThrow(/40010/);
});

test('a tag expression that is refused (40010)', async () => {
  expect(statusOf(await raw.receive(request(await scene(), TAG, 'a || | b')))).toBe(40010);
});

test('[case 15] tag filter TagA: a TagB message is never delivered, counts as consumed, and is neither retried nor dead', async () => {
  const at = await scene();
  const messages = ['TagA', 'TagB', 'TagA', 'TagB'].map((tag) => rawMessage(at.topic, { tag }));
  expect((await raw.call<SendMessageResponse>('SendMessage', { messages })).status.code).toBe(20000);
  const first = messagesOf(await raw.receive(request(at, TAG, 'TagA')));
  expect(first.map(({ systemProperties }) => systemProperties?.tag)).toEqual(['TagA', 'TagA']);
  const entries = first.map(({ systemProperties }) => ({
    messageId: systemProperties?.messageId,
    receiptHandle: systemProperties?.receiptHandle,
  }));
  const acked = await raw.call('AckMessage', { group: { name: at.group }, topic: { name: at.topic }, entries });
  expect(acked.status.code).toBe(20000);
  expect(statusOf(await raw.receive(request(at, TAG, '*')))).toBe(40401);
  expect(await broker.deadLetters(at.group)).toEqual([]);
});
