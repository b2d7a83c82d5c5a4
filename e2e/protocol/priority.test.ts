import type { SimpleConsumer } from 'rocketmq-client-nodejs';
import { expect, test } from 'vitest';

import type { SendMessageResponse } from '../../lib/gateway/proto/wire';
import { rawMessage } from './support/raw-client';
import { startProducer, startPushConsumer, startSimpleConsumer } from './support/sdk';
import { openStage } from './support/stage';
import { until } from './support/wait';

const stage = openStage();

/** Of a message, as the SDK shows it: "body priority attempt". */
async function take(consumer: SimpleConsumer, count: number): Promise<string[]> {
  const views = await consumer.receive(count, 30_000);
  await Promise.all(views.map((view) => consumer.ack(view)));
  return views.map((view) => `${view.body.toString()} ${view.getPriority()} ${view.deliveryAttempt}`);
}

test.concurrent('the SDK receives the highest priority first, and within one the first that was sent', async () => {
  const [topic, group] = await Promise.all([stage.broker.topic('PRIORITY'), stage.broker.group()]);
  const [producer, consumer] = await Promise.all([
    startProducer(stage.broker.port, topic),
    startSimpleConsumer(stage.broker.port, group, topic),
  ]);
  stage.clients.push(producer, consumer);
  // Version 1.0.8 of the Node SDK takes 0 for no priority, and refuses to send.
  const priorities = [1, 3, 2, 7, 1, 3];
  for (const [index, priority] of priorities.entries())
    await producer.send({ topic, priority, body: Buffer.from(String(index)) });
  // The topic has four queues, hence four priorities, 0 to 3: 7 is as high as 3.
  expect(await take(consumer, 2)).toEqual(['1 3 1', '3 7 1']);
  expect(await take(consumer, 32)).toEqual(['5 3 1', '2 2 1', '0 1 1', '4 1 1']);
});

test.concurrent('a listener that fails gets the message again with its priority, before what is lower', async () => {
  const retryPolicy = { type: 'fixed', intervalMs: 500 } as const;
  const [topic, group] = await Promise.all([stage.broker.topic('PRIORITY'), stage.broker.group({ retryPolicy })]);
  const { consumer, deliveries } = await startPushConsumer(
    stage.broker.port,
    group,
    topic,
    ({ attempt }) => attempt > 1,
  );
  const producer = await startProducer(stage.broker.port, topic);
  stage.clients.push(producer, consumer);
  await producer.send({ topic, priority: 2, body: Buffer.from('once') });
  await until('the retry', () => deliveries.length === 2);
  expect(deliveries.map(({ view, attempt }) => [view.getPriority(), attempt])).toEqual([
    [2, 1],
    [2, 2],
  ]);
});

test.concurrent('the topic refuses another type, and other topics refuse a priority', async () => {
  const [priority, normal] = await Promise.all([stage.broker.topic('PRIORITY'), stage.broker.topic('NORMAL')]);
  const codeOf = async (topic: string, systemProperties: object): Promise<number | undefined> => {
    const message = rawMessage(topic);
    const messages = [{ ...message, systemProperties: { ...message.systemProperties, ...systemProperties } }];
    return (await stage.raw.call<SendMessageResponse>('SendMessage', { messages })).status.code;
  };
  expect(await codeOf(priority, { messageType: 6, priority: 1 })).toBe(20000);
  expect(await codeOf(priority, { messageType: 1, priority: 1 })).toBe(20000);
  expect(await codeOf(priority, { messageType: 6 })).toBe(40014);
  expect(await codeOf(priority, { messageType: 2, priority: 1, messageGroup: 'g' })).toBe(40014);
  expect(await codeOf(normal, { messageType: 6, priority: 1 })).toBe(40014);
  expect(await codeOf(priority, { messageType: 6, priority: -1 })).toBe(40000);
});
