// @module-tag landing
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ReceiveMessageResponse, Settings, Status, UserAgent } from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker } from './support/broker';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { receiveRequest } from './support/raw-requests';

const GOLANG = 4;
const PYTHON = 6;
const PUSH_CONSUMER = 2;

let broker: ProtocolBroker;
const clients: RawClient[] = [];
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(async () => {
  for (const client of clients) client.close();
  await broker.close();
  expect(broker.errors).toEqual([]);
});

function raw(options: ConstructorParameters<typeof RawClient>[1] = {}): RawClient {
  const client = new RawClient(broker.port, options);
  clients.push(client);
  return client;
}

/** The settings that a push consumer of an ordered group gets, and the client that got them. */
async function introduced(group: string, userAgent: UserAgent): Promise<{ client: RawClient; told: Settings }> {
  const client = raw();
  const settings = {
    clientType: PUSH_CONSUMER,
    userAgent,
    subscription: { group: { name: group }, subscriptions: [] },
  };
  const { first } = await client.introduce(settings);
  return { client, told: first.settings ?? {} };
}

// As SDKs do it that were given no credentials: Go, and Python.
test.each(['Credential=//RocketMQ', 'Credential='])(
  'a signature with an empty name (%s) is no key: accepted where none is required, else refused as missing',
  async (credential) => {
    const authorization = `MQv2-HMAC-SHA1 ${credential}, SignedHeaders=x-mq-date-time, Signature=${'0'.repeat(40)}`;
    const topic = await broker.topic();
    const query = { topic: { name: topic } };
    expect((await raw({ authorization }).call('QueryRoute', query)).status.code).toBe(20_000);
    const closed = await startBroker({ requireAccessKeys: true });
    const client = new RawClient(closed.port, { authorization });
    const { status } = await client.call<{ status: Status }>('QueryRoute', query);
    client.close();
    await closed.close();
    expect(status).toMatchObject({ code: 40_100, message: expect.stringContaining('needs an access key') });
  },
);

test('Go up to 5.1.4, which goes on with a batch past a failed message, gets ordered messages one at a time', async () => {
  const group = await broker.group({ deliveryOrder: 'ordered' });
  const batchFor = async (version: string): Promise<unknown> =>
    (await introduced(group, { language: GOLANG, version })).told.subscription?.receiveBatchSize;
  expect(await batchFor('5.1.4')).toBe(1);
  expect(await batchFor('5.1.5')).toBe(32);
  const unordered = await broker.group();
  const { told } = await introduced(unordered, { language: GOLANG, version: '5.1.4' });
  expect(told.subscription?.receiveBatchSize).toBe(32);
});

test('Go, whose start waits for settings without end, hears from the end of the stream why there are none', async () => {
  const subscription = { group: { name: 'nowhere' }, subscriptions: [] };
  const start = (language: number): Promise<unknown> =>
    raw().introduce({ clientType: PUSH_CONSUMER, userAgent: { language, version: '5.1.4' }, subscription });
  await expect(start(GOLANG)).rejects.toThrow(/FAILED_PRECONDITION: .*nowhere/);
  expect(await start(PYTHON)).toMatchObject({ first: { status: { code: 40_403 } } });
});

test('Python up to 5.1.2: whole seconds, and all its tries counted though it reports the first', async () => {
  const topic = await broker.topic('FIFO');
  const group = await broker.group({
    deliveryOrder: 'ordered',
    maxRetries: 2,
    retryPolicy: { type: 'fixed', intervalMs: 1_500 },
  });
  const { client, told } = await introduced(group, { language: PYTHON, version: '5.1.2' });
  expect(told.backoffPolicy).toMatchObject({ maxAttempts: 3, customizedBackoff: { next: [{ seconds: 2 }] } });
  const message = rawMessage(topic, { messageType: 2, messageGroup: 'g' });
  await client.call('SendMessage', { messages: [message] });
  const responses: ReceiveMessageResponse[] = await client.receive(
    receiveRequest({ topic, group }, { autoRenew: true }),
  );
  const [received] = messagesOf(responses);
  const { status } = await client.call<{ status: Status }>('ForwardMessageToDeadLetterQueue', {
    group: { name: group },
    topic: { name: topic },
    receiptHandle: received?.systemProperties?.receiptHandle,
    messageId: message.systemProperties?.messageId,
    deliveryAttempt: 1,
    maxDeliveryAttempts: 3,
  });
  expect(status.code).toBe(20_000);
  expect(await broker.deadLetters(group)).toMatchObject([{ attempts: 3, cause: 'forwarded' }]);
});
