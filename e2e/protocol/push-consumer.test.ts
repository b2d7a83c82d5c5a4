import { setTimeout as sleep } from 'node:timers/promises';

import type { Producer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readTimeline, updateGroup } from '../../lib/broker';
import type {
  AckMessageResponse,
  ChangeInvisibleDurationResponse,
  SendMessageResponse,
} from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker, TESTER } from './support/broker';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
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

async function listen(
  group: string,
  topic: string,
  mayConsume: (delivery: Delivery) => boolean | Promise<boolean>,
): Promise<Listening> {
  const started = await startPushConsumer(broker.port, group, topic, mayConsume);
  listening.push(started);
  return started;
}

async function produce(topic: string): Promise<(body: string) => Promise<string>> {
  const producer = await startProducer(broker.port, topic);
  producers.push(producer);
  return async (body) =>
    (await producer.send({ topic, body: Buffer.from(body), tag: 'TagA', keys: ['key'] })).messageId;
}

const gapsMs = (deliveries: readonly Delivery[]): number[] =>
  deliveries.slice(1).map(({ atMs }, index) => atMs - (deliveries[index]?.atMs ?? 0));

test.concurrent("[case 5, 10, 11] a failed message comes again after the group's interval, whatever the SDK asks, and is committed when it succeeds", async () => {
  const topic = await broker.topic();
  const group = await broker.group({ retryPolicy: { type: 'customized', intervalsMs: [700, 1_500] } });
  const { deliveries } = await listen(group, topic, ({ attempt }) => attempt === 3);
  const send = await produce(topic);
  const messageId = await send('fails twice');
  await until('three deliveries', () => deliveries.length === 3);
  expect(deliveries.map((delivery) => [delivery.messageId, delivery.attempt])).toEqual(
    [1, 2, 3].map((attempt) => [messageId, attempt]),
  );
  const [first = 0, second = 0] = gapsMs(deliveries);
  expect(first).toBeGreaterThanOrEqual(700);
  expect(first).toBeLessThan(700 + LATE_MS);
  expect(second).toBeGreaterThanOrEqual(1_500);
  expect(second).toBeLessThan(1_500 + LATE_MS);
  for (const { view } of deliveries) {
    expect(view).toMatchObject({ topic, tag: 'TagA', keys: ['key'], bornTimestamp: deliveries[0]?.view.bornTimestamp });
    expect(view.body.toString()).toBe('fails twice');
  }
  await sleep(2_000);
  expect(deliveries).toHaveLength(3);
  expect(await broker.deadLetters(group)).toEqual([]);
});

test.concurrent('[case 2, 6] N retries are N + 1 deliveries, then the dead letters; a thrown error is a failure; the next message goes on', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ maxRetries: 2, retryPolicy: { type: 'customized', intervalsMs: [200] } });
  const { deliveries } = await listen(group, topic, ({ body }) => {
    if (body === 'poison') throw new Error('listener failed');
    return true;
  });
  const send = await produce(topic);
  const messageId = await send('poison');
  await send('good');
  await until('a dead letter', async () => (await broker.deadLetters(group)).length > 0);
  expect(await broker.deadLetters(group)).toEqual([{ messageId, attempts: 3, cause: 'nack' }]);
  expect(deliveries.filter(({ body }) => body === 'poison').map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(deliveries.filter(({ body }) => body === 'good')).toHaveLength(1);
  // counted after the commit that shows the dead letter
  await until('the count', () => broker.counted.get(`rocketmq_send_to_dlq_messages_total ${topic} ${group}`) === 1);
});

test.concurrent('[case 87] an edited policy counts from the next failure', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ retryPolicy: { type: 'customized', intervalsMs: [300] } });
  const { deliveries } = await listen(group, topic, async ({ attempt }) => {
    if (attempt === 2) {
      const { version } = await broker.ctx.groups.find(group);
      await updateGroup(broker.ctx, {
        name: group,
        version,
        retryPolicy: { type: 'customized', intervalsMs: [1_200] },
        actor: TESTER,
      });
    }
    return attempt === 3;
  });
  await (
    await produce(topic)
  )('edited on the way');
  await until('three deliveries', () => deliveries.length === 3);
  const [first = 0, second = 0] = gapsMs(deliveries);
  expect(first).toBeGreaterThanOrEqual(300);
  expect(second).toBeGreaterThanOrEqual(1_200);
});

test.concurrent('[case 13] one of two groups fails: its retries do not reach the other', async () => {
  const topic = await broker.topic();
  const [failing, well] = await Promise.all([
    broker.group({ retryPolicy: { type: 'customized', intervalsMs: [200] } }),
    broker.group(),
  ]);
  const one = await listen(failing, topic, ({ attempt }) => attempt === 2);
  const other = await listen(well, topic, () => true);
  const send = await produce(topic);
  for (let index = 0; index < 20; index += 1) await send(`message ${index}`);
  await until('all retried', () => one.deliveries.filter(({ attempt }) => attempt === 2).length === 20);
  await until('all in the other', () => other.deliveries.length === 20);
  expect(new Set(other.deliveries.map(({ attempt }) => attempt))).toEqual(new Set([1]));
});

test.concurrent('[case 91] three consumers of a group share its messages', async () => {
  const topic = await broker.topic();
  const group = await broker.group();
  const shared = await Promise.all([1, 2, 3].map(() => listen(group, topic, () => true)));
  const send = await produce(topic);
  const sent = await Promise.all(Array.from({ length: 100 }, (_, index) => send(`message ${index}`)));
  const received = (): string[] => shared.flatMap(({ deliveries }) => deliveries.map(({ messageId }) => messageId));
  await until('all messages', () => received().length >= 100);
  await sleep(300);
  expect(received().toSorted()).toEqual(sent.toSorted());
});

test.concurrent('[case 4] no retries: one delivery, then the dead letters', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ maxRetries: 0 });
  const { deliveries } = await listen(group, topic, () => false);
  const messageId = await (await produce(topic))('poison');
  await until('a dead letter', async () => (await broker.deadLetters(group)).length > 0);
  expect(await broker.deadLetters(group)).toEqual([{ messageId, attempts: 1, cause: 'nack' }]);
  await sleep(1_000);
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1]);
});

test.concurrent('[case 7] the wait begins with the failure, not with the delivery', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ retryPolicy: { type: 'customized', intervalsMs: [500] } });
  const { deliveries } = await listen(group, topic, async ({ attempt }) => {
    await sleep(1_000);
    return attempt === 2;
  });
  await (
    await produce(topic)
  )('slow to fail');
  await until('two deliveries', () => deliveries.length === 2);
  const [gapMs = 0] = gapsMs(deliveries);
  expect(gapMs).toBeGreaterThanOrEqual(1_500);
  expect(gapMs).toBeLessThan(1_500 + LATE_MS);
});

test.concurrent('[case 8] the limit lowered in mid-flight: the waiting message dies when it is due', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ retryPolicy: { type: 'customized', intervalsMs: [1_000] } });
  const { deliveries } = await listen(group, topic, async ({ attempt }) => {
    if (attempt === 3) {
      const { version } = await broker.ctx.groups.find(group);
      await updateGroup(broker.ctx, { name: group, version, maxRetries: 1, actor: TESTER });
    }
    return false;
  });
  const messageId = await (await produce(topic))('dies of an edit');
  await until('a dead letter', async () => (await broker.deadLetters(group)).length > 0);
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(await broker.deadLetters(group)).toMatchObject([{ messageId, attempts: 3 }]);
});

test.concurrent('[case 9] an exponential policy doubles up to its maximum', async () => {
  const topic = await broker.topic();
  const group = await broker.group({
    retryPolicy: { type: 'exponential', initialMs: 400, maxMs: 1_000, multiplier: 2 },
  });
  const { deliveries } = await listen(group, topic, ({ attempt }) => attempt === 5);
  const messageId = await (await produce(topic))('fails four times');
  await until('five deliveries', () => deliveries.length === 5);
  const waits = [400, 800, 1_000, 1_000];
  for (const [index, waitMs] of waits.entries()) expect(gapsMs(deliveries)[index]).toBeGreaterThanOrEqual(waitMs);
  const [timeline] = await readTimeline(broker.ctx, { messageId });
  const failures = timeline?.events.filter(({ cause }) => cause === 'nack') ?? [];
  expect(failures.map(({ at, dueAt }) => Date.parse(dueAt ?? '') - Date.parse(at))).toEqual(waits);
});

test.concurrent('[case 12] three consumers share the retries: N + 1 deliveries in all', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ maxRetries: 5, retryPolicy: { type: 'customized', intervalsMs: [200] } });
  const three = await Promise.all([1, 2, 3].map(() => listen(group, topic, () => false)));
  const messageId = await (await produce(topic))('poison');
  await until('a dead letter', async () => (await broker.deadLetters(group)).length > 0);
  const attempts = three.flatMap(({ deliveries }) => deliveries.map(({ attempt }) => attempt));
  expect(attempts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await broker.deadLetters(group)).toEqual([{ messageId, attempts: 6, cause: 'nack' }]);
});

test.concurrent('[case 14] a hundred new messages come while one waits for its retry', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ retryPolicy: { type: 'customized', intervalsMs: [15_000] } });
  // On a busy machine a hundred sends take seconds: the retry is due well after them.
  const { deliveries } = await listen(group, topic, ({ body, attempt }) => body !== 'poison' || attempt === 2);
  const send = await produce(topic);
  await send('poison');
  await until('the failure', () => deliveries.length === 1);
  await Promise.all(Array.from({ length: 100 }, (_, index) => send(`message ${index}`)));
  await until('all hundred and the retry', () => deliveries.length === 102);
  expect(deliveries.findIndex(({ attempt }) => attempt === 2)).toBe(101);
});

test.concurrent('[case 18] goodbye gives back what a push client holds, after a second, as the next delivery', async () => {
  const topic = await broker.topic();
  const group = await broker.group();
  const [leaving, staying] = [new RawClient(broker.port), new RawClient(broker.port)];
  const receive = {
    group: { name: group },
    messageQueue: { topic: { name: topic } },
    batchSize: 10,
    autoRenew: true,
    longPollingTimeout: { seconds: 20 },
  };
  await leaving.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(topic)] });
  const [first] = messagesOf(await leaving.receive(receive));
  expect(first?.systemProperties).toMatchObject({ deliveryAttempt: 1, invisibleDuration: { seconds: 60 } });
  const leftAtMs = performance.now();
  await leaving.call('NotifyClientTermination', { group: { name: group } });
  const [second] = messagesOf(await staying.receive(receive));
  expect(second?.systemProperties).toMatchObject({ messageId: first?.systemProperties?.messageId, deliveryAttempt: 2 });
  expect(performance.now() - leftAtMs).toBeGreaterThanOrEqual(1_000);
  leaving.close();
  staying.close();
});

test.concurrent('[case 19] a broken telemetry stream gives nothing back; opened again, the ack counts', async () => {
  const topic = await broker.topic();
  const group = await broker.group();
  const settings = {
    clientType: 2,
    userAgent: { language: 1, version: '5.2.1' },
    subscription: { group: { name: group }, subscriptions: [{ topic: { name: topic } }] },
  };
  const receive = {
    group: { name: group },
    messageQueue: { topic: { name: topic } },
    autoRenew: true,
    longPollingTimeout: { seconds: 5 },
  };
  const [holder, other] = [new RawClient(broker.port), new RawClient(broker.port)];
  const { stream } = await holder.introduce(settings);
  await holder.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(topic)] });
  const [held] = messagesOf(await holder.receive(receive));
  stream.removeAllListeners('error');
  stream.on('error', () => undefined);
  stream.cancel();
  expect(messagesOf(await other.receive(receive))).toEqual([]);
  const again = await holder.introduce(settings);
  const acked = await holder.call<AckMessageResponse>('AckMessage', {
    group: { name: group },
    topic: { name: topic },
    entries: [{ messageId: 'm', receiptHandle: held?.systemProperties?.receiptHandle ?? '' }],
  });
  expect(acked.status.code).toBe(20000);
  again.stream.end();
  holder.close();
  other.close();
});

test.concurrent('a nack answers a new handle, is final, and asks for what it likes in vain', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ retryPolicy: { type: 'customized', intervalsMs: [60_000] } });
  const client = new RawClient(broker.port);
  await client.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(topic)] });
  const names = { group: { name: group }, topic: { name: topic } };
  const [message] = messagesOf(
    await client.receive({
      ...names,
      messageQueue: { topic: { name: topic } },
      autoRenew: true,
      longPollingTimeout: { seconds: 5 },
    }),
  );
  const handle = message?.systemProperties?.receiptHandle ?? '';
  const nack = await client.call<ChangeInvisibleDurationResponse>('ChangeInvisibleDuration', {
    ...names,
    receiptHandle: handle,
    messageId: 'm',
    invisibleDuration: {},
  });
  expect(nack.status.code).toBe(20000);
  expect(nack.receiptHandle).toBeTruthy();
  expect(nack.receiptHandle).not.toBe(handle);
  const late = await client.call<AckMessageResponse>('AckMessage', {
    ...names,
    entries: [{ messageId: 'm', receiptHandle: handle }],
  });
  expect(late.status.code).toBe(40013);
  client.close();
});
