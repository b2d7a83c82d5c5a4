import type { MessageView, Producer, PushConsumer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ProtocolBroker, startBroker } from './support/broker';
import { until } from './support/wait';

type Handle = (message: MessageView) => Promise<void>;

/** The examples of docs/integrate/connect.md. */
interface Examples {
  connectProducer(endpoints: string, topic: string): Promise<Producer>;
  send(producer: Producer, topic: string): Promise<string>;
  sendOrdered(producer: Producer, topic: string, messageGroup: string, body: string): Promise<string>;
  connectPushConsumer(endpoints: string, group: string, topic: string, handle: Handle): Promise<PushConsumer>;
  connectDeadLetterConsumer(endpoints: string, reader: string, group: string, handle: Handle): Promise<PushConsumer>;
  receiveOnce(endpoints: string, group: string, topic: string, handle: Handle): Promise<void>;
}

let broker: ProtocolBroker;
let examples: Examples;
let endpoints: string;
const clients: (Producer | PushConsumer)[] = [];
beforeAll(async () => {
  broker = await startBroker();
  endpoints = `127.0.0.1:${broker.port}`;
  const file = new URL('../../docs/snippets/node/connect.mjs', import.meta.url).href;
  examples = (await import(/* @vite-ignore */ file)) as Examples;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.shutdown()));
  await broker.close();
  expect(broker.errors).toEqual([]);
});

async function producer(topic: string): Promise<Producer> {
  const made = await examples.connectProducer(endpoints, topic);
  clients.push(made);
  return made;
}

test.concurrent('producer, push consumer, dead letters', async () => {
  const [topic, group, reader] = await Promise.all([broker.topic(), broker.group({ maxRetries: 0 }), broker.group()]);
  const dead: MessageView[] = [];
  clients.push(
    await examples.connectPushConsumer(endpoints, group, topic, () => Promise.reject(new Error('card declined'))),
    await examples.connectDeadLetterConsumer(endpoints, reader, group, (message) => {
      dead.push(message);
      return Promise.resolve();
    }),
  );
  const messageId = await examples.send(await producer(topic), topic);
  await until('the dead letter', () => dead.length === 1);
  expect(dead[0]).toMatchObject({ messageId, tag: 'created', keys: ['ord-1'], topic: `%DLQ%${group}` });
  expect([...(dead[0]?.properties ?? [])]).toEqual([['shop', 'berlin']]);
});

test.concurrent('simple consumer', async () => {
  const [topic, group] = await Promise.all([broker.topic(), broker.group()]);
  const messageId = await examples.send(await producer(topic), topic);
  const received: string[] = [];
  await examples.receiveOnce(endpoints, group, topic, (message) => {
    received.push(message.messageId);
    return Promise.resolve();
  });
  expect(received).toEqual([messageId]);
});

test.concurrent('ordered messages', async () => {
  const [topic, group] = await Promise.all([broker.topic('FIFO'), broker.group({ deliveryOrder: 'ordered' })]);
  const sender = await producer(topic);
  const bodies = ['created', 'paid', 'shipped'];
  const seen: string[] = [];
  for (const body of bodies) await examples.sendOrdered(sender, topic, 'customer-7', body);
  clients.push(
    await examples.connectPushConsumer(endpoints, group, topic, (message) => {
      seen.push(message.body.toString());
      return Promise.resolve();
    }),
  );
  await until('all of them', () => seen.length === bodies.length);
  expect(seen).toEqual(bodies);
});
