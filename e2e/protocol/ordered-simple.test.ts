import { setTimeout as sleep } from 'node:timers/promises';

import type { MessageView } from 'rocketmq-client-nodejs';
import { beforeAll, expect, test } from 'vitest';

import type {
  AckMessageResponse,
  ChangeInvisibleDurationResponse,
  Message,
  SendMessageResponse,
  StatusResponse,
} from '../../lib/gateway/proto/wire';
import { messagesOf, rawMessage } from './support/raw-client';
import { ackRequest, changeRequest, receiveRequest, type Scene } from './support/raw-requests';
import { startSimpleConsumer } from './support/sdk';
import { openStage } from './support/stage';

const stage = openStage();
// The broker must know which kind of client changes a message, whichever tests of this file run.
beforeAll(async () => {
  await stage.raw.introduce({ clientType: 3, subscription: { group: { name: await stage.broker.group() } } });
});

/** An ordered group, and messages of one message group that carry their names as bodies. */
async function scene(...bodies: readonly string[]): Promise<Scene> {
  const at = { topic: await stage.broker.topic('FIFO'), group: await stage.broker.group({ deliveryOrder: 'ordered' }) };
  for (const body of bodies) {
    const message = rawMessage(at.topic, { messageGroup: 'm', messageType: 2 }, { body: Buffer.from(body) });
    const { status } = await stage.raw.call<SendMessageResponse>('SendMessage', { messages: [message] });
    expect(status.code).toBe(20000);
  }
  return at;
}

async function receive(at: Scene, batchSize = 32, attemptId?: string): Promise<Message[]> {
  const rest = { batchSize, longPollingTimeout: { seconds: 20 }, ...(attemptId === undefined ? {} : { attemptId }) };
  return messagesOf(await stage.raw.receive(receiveRequest(at, rest)));
}

const bodyOf = (message: Message): string => Buffer.from(message.body ?? []).toString();
const labels = (messages: readonly Message[]): string[] =>
  messages.map((message) => `${bodyOf(message)} ${message.systemProperties?.deliveryAttempt}`);
const handleOf = (messages: readonly Message[], body: string): string =>
  messages.find((message) => bodyOf(message) === body)?.systemProperties?.receiptHandle ?? '';

async function ack(at: Scene, handle: string): Promise<number> {
  return (await stage.raw.call<AckMessageResponse>('AckMessage', ackRequest(at, [handle]))).status.code;
}

const change = (at: Scene, handle: string, seconds: number): Promise<ChangeInvisibleDurationResponse> =>
  stage.raw.call<ChangeInvisibleDurationResponse>('ChangeInvisibleDuration', changeRequest(at, handle, seconds));

test.concurrent(
  '[case 42] the SDK: one message without ack blocks until its time is over, then comes again',
  { tags: ['long'] },
  async () => {
    const at = await scene('m1', 'm2');
    const consumer = await startSimpleConsumer(stage.broker.port, at.group, at.topic);
    stage.clients.push(consumer);
    const startedMs = performance.now();
    const [first] = await consumer.receive(1, 10_000);
    expect(await consumer.receive(1, 10_000)).toEqual([]);
    let again: MessageView[] = [];
    while (again.length === 0) again = await consumer.receive(1, 10_000);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(9_990);
    expect(again[0]).toMatchObject({ messageId: first?.messageId, deliveryAttempt: 2 });
    await consumer.ack(again[0] as MessageView);
    const [second] = await consumer.receive(1, 10_000);
    expect(second?.body.toString()).toBe('m2');
  },
);

test.concurrent(
  '[case 43] the SDK: acks of m2 and m3 without m1 are OK, and all three come again in order',
  { tags: ['long'] },
  async () => {
    const at = await scene('m1', 'm2', 'm3');
    const consumer = await startSimpleConsumer(stage.broker.port, at.group, at.topic);
    stage.clients.push(consumer);
    const batch = await consumer.receive(3, 10_000);
    expect(batch.map(({ body }) => body.toString())).toEqual(['m1', 'm2', 'm3']);
    await consumer.ack(batch[1] as MessageView);
    await consumer.ack(batch[2] as MessageView);
    let again: MessageView[] = [];
    while (again.length === 0) again = await consumer.receive(3, 10_000);
    expect(again.map(({ body, deliveryAttempt }) => `${body.toString()} ${deliveryAttempt}`)).toEqual([
      'm1 2',
      'm2 2',
      'm3 2',
    ]);
    for (const message of again) await consumer.ack(message);
    expect(await consumer.receive(3, 10_000)).toEqual([]);
  },
);

test.concurrent('[case 43a] only m1 acked: delivery starts again at m2', async () => {
  const at = await scene('m1', 'm2', 'm3');
  const batch = await receive(at, 3);
  expect(await ack(at, handleOf(batch, 'm1'))).toBe(20000);
  expect(labels(await receive(at))).toEqual(['m2 2', 'm3 2']);
});

test.concurrent(
  '[case 44] the same attempt id gets the same messages uncounted; another one only after the new end',
  { tags: ['long'] },
  async () => {
    const at = await scene('m1', 'm2');
    const first = await receive(at, 32, 'attempt-1');
    await sleep(1_000);
    const startedMs = performance.now();
    const again = await receive(at, 32, 'attempt-1');
    expect(labels(again)).toEqual(['m1 1', 'm2 1']);
    expect(handleOf(again, 'm1')).toBe(handleOf(first, 'm1'));
    expect(labels(await receive(at, 32, 'attempt-2'))).toEqual(['m1 2', 'm2 2']);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(9_990);
  },
);

test.concurrent('[case 45] m2 changed to 5 s, m1 and m3 acked: m1, m2, m3, m2, m3, m4', async () => {
  const at = await scene('m1', 'm2', 'm3', 'm4');
  const batch = await receive(at, 3);
  const seen = labels(batch);
  const startedMs = performance.now();
  expect((await change(at, handleOf(batch, 'm2'), 5)).status.code).toBe(20000);
  expect([await ack(at, handleOf(batch, 'm1')), await ack(at, handleOf(batch, 'm3'))]).toEqual([20000, 20000]);
  for (let round = 0; round < 3; round += 1) {
    const next = await receive(at, 1);
    if (round === 0) expect(performance.now() - startedMs).toBeGreaterThanOrEqual(4_990);
    seen.push(...labels(next));
    for (const message of next) expect(await ack(at, handleOf(next, bodyOf(message)))).toBe(20000);
  }
  expect(seen).toEqual(['m1 1', 'm2 1', 'm3 1', 'm2 2', 'm3 2', 'm4 1']);
});

test.concurrent(
  '[case 46] an ack with the handle of the pop before is 40013 and frees nothing',
  { tags: ['long'] },
  async () => {
    const at = await scene('m1', 'm2');
    const first = await receive(at, 1);
    const second = await receive(at, 1);
    expect(labels(second)).toEqual(['m1 2']);
    expect(await ack(at, handleOf(first, 'm1'))).toBe(40013);
    expect(labels(await receive(at, 1))).toEqual(['m1 3']);
  },
);

test.concurrent('[case 47] forwarded twice: OK both times, one dead letter, the next one comes', async () => {
  const at = await scene('m1', 'm2');
  const receiptHandle = handleOf(await receive(at, 1), 'm1');
  const request = {
    group: { name: at.group },
    topic: { name: at.topic },
    receiptHandle,
    messageId: 'm',
    deliveryAttempt: 17,
    maxDeliveryAttempts: 17,
  };
  for (let time = 0; time < 2; time += 1) {
    expect((await stage.raw.call<StatusResponse>('ForwardMessageToDeadLetterQueue', request)).status.code).toBe(20000);
  }
  expect(await stage.broker.deadLetters(at.group)).toMatchObject([{ attempts: 17, cause: 'forwarded' }]);
  expect(labels(await receive(at))).toEqual(['m2 1']);
});

test.concurrent('[case 49] five of ten popped without ack: the same five come again, counted', async () => {
  const bodies = Array.from({ length: 10 }, (_, index) => `m${index}`);
  const at = await scene(...bodies);
  expect(labels(await receive(at, 5))).toEqual(bodies.slice(0, 5).map((body) => `${body} 1`));
  expect(labels(await receive(at, 5))).toEqual(bodies.slice(0, 5).map((body) => `${body} 2`));
});
