import type { PushConsumer, SimpleConsumer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type {
  QueryAssignmentResponse,
  QueryRouteResponse,
  SendMessageResponse,
  StatusResponse,
} from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker } from './support/broker';
import { messagesOf, RawClient, rawMessage, statusOf } from './support/raw-client';
import { startProducer, startPushConsumer, startSimpleConsumer } from './support/sdk';
import { until } from './support/wait';

let broker: ProtocolBroker;
let raw: RawClient;
const clients: (PushConsumer | SimpleConsumer | { shutdown(): Promise<void> })[] = [];
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

function receiveRaw(topic: string, group: string) {
  return raw.receive({
    group: { name: group },
    messageQueue: { topic: { name: topic } },
    batchSize: 16,
    invisibleDuration: { seconds: 30, nanos: 0 },
    longPollingTimeout: { seconds: 5, nanos: 0 },
  });
}

/** Messages whose group gives each one delivery and fails it. */
async function kill(count: number): Promise<{ topic: string; group: string; ids: string[] }> {
  const [topic, group] = await Promise.all([broker.topic(), broker.group({ maxRetries: 0 })]);
  const producer = await startProducer(broker.port, topic);
  const { consumer } = await startPushConsumer(broker.port, group, topic, () => false);
  clients.push(producer, consumer);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const receipt = await producer.send({
      topic,
      body: Buffer.from(`poison ${index}`),
      tag: 'TagA',
      keys: ['ord-1', 'ord-2'],
      properties: new Map([['shop', 'berlin']]),
    });
    ids.push(receipt.messageId);
  }
  await until('dead letters', async () => (await broker.deadLetters(group)).length === count);
  return { topic, group, ids };
}

test.concurrent('[case 51] a push consumer of another group consumes dead letters like any message: existing ones and new ones', async () => {
  const { topic, group, ids } = await kill(2);
  const reader = await broker.group({ retryPolicy: { type: 'customized', intervalsMs: [200] } });
  const failed = new Set<string>();
  const { consumer, deliveries } = await startPushConsumer(broker.port, reader, `%DLQ%${group}`, ({ messageId }) => {
    const again = failed.has(messageId);
    failed.add(messageId);
    return again;
  });
  clients.push(consumer);
  await until('two deliveries of each', () => deliveries.length === 4);
  expect(deliveries.map(({ messageId }) => messageId).toSorted()).toEqual([...ids, ...ids].toSorted());
  expect(deliveries.map(({ attempt }) => attempt).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2]);
  const producer = await startProducer(broker.port, topic);
  clients.push(producer);
  const late = await producer.send({ topic, body: Buffer.from('late') });
  await until('the late one', () => deliveries.some(({ messageId }) => messageId === late.messageId));
  // the console still shows them: they are dead letters until an operator re-drives them
  expect(await broker.deadLetters(group)).toHaveLength(3);
  expect(await broker.deadLetters(reader)).toEqual([]);
});

test.concurrent('[case 50, 51] a simple consumer gets the message as it was, with its own attempts', async () => {
  const { group, ids } = await kill(1);
  const dlq = `%DLQ%${group}`;
  const consumer = await startSimpleConsumer(broker.port, await broker.group(), dlq);
  clients.push(consumer);
  const [view] = await consumer.receive(8, 10_000);
  expect(view).toMatchObject({
    messageId: ids[0],
    topic: dlq,
    tag: 'TagA',
    keys: ['ord-1', 'ord-2'],
    deliveryAttempt: 1,
  });
  expect(view?.body.toString()).toBe('poison 0');
  expect([...(view?.properties ?? [])]).toEqual([['shop', 'berlin']]);
  if (view !== undefined) await consumer.ack(view);
  expect(await consumer.receive(8, 10_000)).toEqual([]);
});

test.concurrent('[case 50] on the wire: one readable and writable queue, the origin in the system properties', async () => {
  const { topic, group, ids } = await kill(1);
  const reader = await broker.group();
  const dlq = `%DLQ%${group}`;
  const route = await raw.call<QueryRouteResponse>('QueryRoute', { topic: { name: dlq } });
  expect(route.status.code).toBe(20_000);
  expect(route.messageQueues).toMatchObject([{ topic: { name: dlq }, id: 0, permission: 4, acceptMessageTypes: [1] }]);
  const assignment = await raw.call<QueryAssignmentResponse>('QueryAssignment', {
    topic: { name: dlq },
    group: { name: reader },
  });
  expect(assignment.assignments).toMatchObject([{ messageQueue: { id: -1, topic: { name: dlq } } }]);
  const [message] = messagesOf(await receiveRaw(dlq, reader));
  expect(message?.systemProperties).toMatchObject({
    messageId: ids[0],
    deliveryAttempt: 1,
    deadLetterQueue: { topic, messageId: ids[0] },
  });
  expect(message?.userProperties).toEqual({ shop: 'berlin' });
  const sent = await raw.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(dlq)] });
  expect(sent.status.code).toBe(20_000);
});

test.concurrent('[case 52] the dead letters of one group are not in the topic of another', async () => {
  const [one, two] = await Promise.all([kill(1), kill(1)]);
  const reader = await broker.group();
  const ids = async (group: string): Promise<unknown[]> =>
    messagesOf(await receiveRaw(`%DLQ%${group}`, reader)).map(({ systemProperties }) => systemProperties?.messageId);
  expect(await ids(one.group)).toEqual(one.ids);
  expect(await ids(two.group)).toEqual(two.ids);
});

test.concurrent('other system topics stay refused, and an unknown group has no dead-letter topic', async () => {
  const group = await broker.group();
  const codes: [string, number][] = [
    [`%RETRY%${group}`, 40_002],
    ['%DLQ%', 40_002],
    ['RMQ_SYS_TRANS_HALF_TOPIC', 40_002],
    ['rmq_sys_wheel_timer', 40_002],
    ['%DLQ%nobody', 40_402],
    [`%DLQ%%DLQ%${group}`, 40_402],
  ];
  for (const [name, code] of codes) {
    const { status } = await raw.call<QueryRouteResponse>('QueryRoute', { topic: { name } });
    expect([name, status.code]).toEqual([name, code]);
    expect([name, statusOf(await receiveRaw(name, group))]).toEqual([name, code]);
  }
});

test.concurrent('[case 53] a move is counted once, with the topic it came from, for every caller', async () => {
  const { topic, group } = await kill(3);
  // counted after the commit that shows the dead letter
  const counted = (): number | undefined => broker.counted.get(`rocketmq_send_to_dlq_messages_total ${topic} ${group}`);
  await until('the count', () => (counted() ?? 0) >= 3);
  expect(counted()).toBe(3);
});

test.concurrent('[case 54] forward: an invalid handle is refused with 40013, the same valid one twice is OK, one dead letter, one count', async () => {
  const [topic, group] = await Promise.all([broker.topic(), broker.group()]);
  const message = rawMessage(topic);
  await raw.call<SendMessageResponse>('SendMessage', { messages: [message] });
  const [received] = messagesOf(await receiveRaw(topic, group));
  const forward = async (receiptHandle: string, name = topic): Promise<number> => {
    const { status } = await raw.call<StatusResponse>('ForwardMessageToDeadLetterQueue', {
      group: { name: group },
      topic: { name },
      receiptHandle,
      messageId: message.systemProperties?.messageId ?? '',
      deliveryAttempt: 17,
      maxDeliveryAttempts: 17,
    });
    return status.code;
  };
  const handle = received?.systemProperties?.receiptHandle ?? '';
  expect(await forward('garbage')).toBe(40_013);
  expect(await forward(`${handle.slice(0, -1)}${handle.endsWith('A') ? 'B' : 'A'}`)).toBe(40_013);
  expect(await broker.deadLetters(group)).toEqual([]);
  // a client that names another topic does not move the count there
  expect(await forward(handle, 'elsewhere')).toBe(20_000);
  expect(await forward(handle)).toBe(20_000);
  expect(await broker.deadLetters(group)).toMatchObject([{ attempts: 17, cause: 'forwarded' }]);
  expect(broker.counted.get(`rocketmq_send_to_dlq_messages_total ${topic} ${group}`)).toBe(1);
});
