import { afterAll, beforeAll, expect, test } from 'vitest';

import { createAccessKey } from '../../lib/broker';
import type { Status, TelemetryCommand } from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker, TESTER } from './support/broker';
import { type CountingProxy, startCountingProxy } from './support/counting-proxy';
import { RawClient, rawMessage, statusOf } from './support/raw-client';

const MEGABYTE = 1024 * 1024;
const HUGE = 19 * MEGABYTE;
/** What flow control lets a client send before the server reads, and more. */
const UNREAD = MEGABYTE / 2;

let broker: ProtocolBroker;
let proxy: CountingProxy;
let topic: string;
let client: RawClient;
/** The client signs with what this says at the moment of a call. */
const key = { accessKey: '', accessSecret: '' };
let secret: string;
beforeAll(async () => {
  broker = await startBroker({ requireAccessKeys: true });
  topic = await broker.topic();
  proxy = await startCountingProxy(broker.port);
  const made = await createAccessKey(broker.ctx, { name: 'k', rules: [{ resource: 'everything' }], actor: TESTER });
  key.accessKey = made.key.accessKeyId;
  secret = made.secret;
  client = new RawClient(proxy.port, { key });
});
afterAll(async () => {
  client.close();
  await proxy.close();
  await broker.close();
  expect(broker.errors).toEqual([]);
});

async function withSecret<T>(accessSecret: string, run: () => Promise<T>): Promise<{ result: T; sent: number }> {
  key.accessSecret = accessSecret;
  const before = proxy.sent();
  const result = await run();
  return { result, sent: proxy.sent() - before };
}

const send = async (bytes: number): Promise<Status> => {
  const messages = [rawMessage(topic, {}, { body: Buffer.alloc(bytes, 'x') })];
  return (await client.call<{ status: Status }>('SendMessage', { messages })).status;
};
const receive = async (): Promise<Status> => {
  const responses = await client.receive({
    group: { name: 'g' },
    messageQueue: { topic: { name: topic } },
    filterExpression: { expression: 'x'.repeat(HUGE) },
    invisibleDuration: { seconds: 30 },
    longPollingTimeout: { seconds: 5 },
    batchSize: 1,
  });
  return { code: statusOf(responses) ?? 0, message: '' };
};
const telemetry = async (): Promise<Status> => {
  const stream = client.telemetry();
  const first = new Promise<TelemetryCommand>((resolve, reject) => {
    stream.once('data', resolve);
    stream.once('error', reject);
  });
  stream.write({ settings: { publishing: { topics: [{ name: 'x'.repeat(HUGE) }] } } });
  const { status } = await first;
  stream.end();
  return status ?? { code: 0 };
};

test('a body of 19 MB is read for a good key, and refused for its size', async () => {
  const { result, sent } = await withSecret(secret, () => send(HUGE));
  expect(result.code).toBe(41301);
  expect(sent).toBeGreaterThan(HUGE);
});

test.each([
  ['SendMessage', () => send(HUGE)],
  ['ReceiveMessage', receive],
  ['Telemetry', telemetry],
])('[case 88] %s of 19 MB with a wrong signature is 40100 before it is read', async (_, call) => {
  const { result, sent } = await withSecret(`${secret}x`, call);
  expect(result.code).toBe(40100);
  expect(sent).toBeLessThan(UNREAD);
});

test('refused calls take nothing from the connection: the next good call on it is served', async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const { result, sent } = await withSecret(`${secret}x`, () => send(HUGE));
    expect(result.code).toBe(40100);
    expect(sent).toBeLessThan(UNREAD);
  }
  expect((await withSecret(secret, () => send(MEGABYTE))).result.code).toBe(20000);
  const refused = [...broker.counted].find(([name]) => name === 'redrive_rpc_requests_total SendMessage 40100');
  expect(refused?.[1]).toBe(9);
  // Nothing came after the answers either.
  expect(proxy.sent()).toBeLessThan(2 * HUGE);
});
