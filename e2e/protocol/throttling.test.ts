import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type {
  AckMessageResponse,
  ChangeInvisibleDurationResponse,
  ReceiveMessageRequest,
  SendMessageResponse,
} from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker } from './support/broker';
import { holdRows } from './support/hold';
import { messagesOf, RawClient, rawMessage } from './support/raw-client';
import { startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';

let broker: ProtocolBroker;
let narrow: ProtocolBroker;
const raws: RawClient[] = [];
beforeAll(async () => {
  broker = await startBroker({ protection: {} });
  narrow = await startBroker({ maxRunningCalls: 1 });
});
afterAll(async () => {
  for (const raw of raws) raw.close();
  await Promise.all([broker.close(), narrow.close()]);
  expect([...broker.errors, ...narrow.errors]).toEqual([]);
});

function client(at: ProtocolBroker): RawClient {
  const raw = new RawClient(at.port);
  raws.push(raw);
  return raw;
}

const sendRaw = (raw: RawClient, topic: string): Promise<SendMessageResponse> =>
  raw.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(topic)] });

async function countStored(at: ProtocolBroker, topic: string): Promise<number> {
  const { rows } = await at.database.store.console.query<{ stored: number }>(
    'SELECT count(*)::int AS stored FROM message m JOIN topic t USING (topic_id) WHERE t.name = $1',
    [topic],
  );
  return rows[0]?.stored ?? -1;
}

/** Refusals counted so far, by limit, then topic, then group. */
function countRefused(at: ProtocolBroker, labels: string): number {
  let sum = 0;
  for (const [key, count] of at.counted) {
    if (key.startsWith(`redrive_throttled_requests_total ${labels}`)) sum += count;
  }
  return sum;
}

function receiveRequest(topic: string, group: string, seconds = 20): ReceiveMessageRequest {
  return {
    group: { name: group },
    messageQueue: { topic: { name: topic } },
    batchSize: 1,
    autoRenew: true,
    longPollingTimeout: { seconds },
  };
}

test('[case 76, 81] a send that waited 200 ms behind a stuck one is refused, not stored, and counted', async () => {
  const [topic, raw] = [await broker.topic(), client(broker)];
  const letGo = await holdRows(broker.database.url, 'SELECT 1 FROM queue FOR UPDATE');
  const stuck = sendRaw(raw, topic);
  await sleep(50);
  const startedMs = performance.now();
  const refused = await Promise.all([sendRaw(raw, topic), sendRaw(raw, topic)]);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(195);
  for (const { status } of refused) {
    expect(status.code).toBe(42900);
    expect(status.message).toMatch(
      /^\[TIMEOUT_CLEAN_QUEUE\]broker busy.* period in queue: \d+ms.* its limit 200 ms\.$/,
    );
  }
  await letGo();
  expect((await stuck).status.code).toBe(20000);
  expect(await countStored(broker, topic)).toBe(1);
  expect(countRefused(broker, `send-head-wait ${topic}`)).toBe(2);
});

test('[case 60, 76] half messages wait as others do; the SDK does not try a refused one again', async () => {
  const topic = await broker.topic('TRANSACTION');
  const producer = await startProducer(broker.port, topic, { checker: { check: async () => 0 } });
  const send = (): Promise<unknown> => producer.send({ topic, body: Buffer.from('tx') }, producer.beginTransaction());
  const letGo = await holdRows(broker.database.url, 'LOCK TABLE half_message IN EXCLUSIVE MODE');
  const stuck = send();
  await sleep(50);
  await expect(send()).rejects.toThrow('TIMEOUT_CLEAN_QUEUE');
  await letGo();
  await stuck;
  expect(countRefused(broker, `send-head-wait ${topic}`)).toBe(1);
  const { rows } = await broker.database.store.console.query('SELECT 1 FROM half_message');
  expect(rows).toHaveLength(1);
  await producer.shutdown();
});

test('[case 57, 76] the SDK backs off after it and stores its message once', async () => {
  const [topic, raw] = [await broker.topic(), client(broker)];
  const producer = await startProducer(broker.port, topic);
  const letGo = await holdRows(broker.database.url, 'SELECT 1 FROM queue FOR UPDATE');
  const stuck = sendRaw(raw, topic);
  await sleep(50);
  const startedMs = performance.now();
  const sent = producer.send({ topic, body: Buffer.from('throttled once') });
  await sleep(600);
  await letGo();
  await sent;
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_150);
  expect(performance.now() - startedMs).toBeLessThan(2_500);
  await stuck;
  expect(await countStored(broker, topic)).toBe(2);
  await producer.shutdown();
});

test('[case 77, 79, 81] 1 024 held receives are the most; an SDK that is refused loses nothing and counts nothing', async () => {
  const [topic, group, raw] = [await broker.topic(), await broker.group(), client(broker)];
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  // A thousand calls cancelled at once end an HTTP/2 connection (rapid reset): several share them.
  const holders = [client(broker), client(broker), client(broker), client(broker)] as const;
  const held = Array.from({ length: 1_024 }, (_, index) =>
    (holders[index % 4] ?? raw).receive(receiveRequest(topic, group), { signal: leaving.signal }).catch(() => []),
  );
  await until('all held', () => broker.ctx.deliveries.held >= 1_024);
  const [refused] = await raw.receive(receiveRequest(topic, group));
  expect(refused?.status?.code).toBe(42900);
  expect(refused?.status?.message).toMatch(/^polling full; held-receives is 1024, its limit 1024/);
  const { consumer, deliveries } = await startPushConsumer(broker.port, group, topic, () => true);
  await until('the SDK refused too', () => countRefused(broker, `held-receives ${topic} ${group}`) > 10);
  leaving.abort();
  await Promise.all(held);
  await sendRaw(raw, topic);
  await until('its delivery', () => deliveries.length > 0);
  await sleep(300);
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1]);
  await consumer.shutdown();
}, 60_000);

test('[case 78] one call more than may be under way is 42900; a change of invisibility answers the old handle', async () => {
  const [topic, group, raw] = [await narrow.topic(), await narrow.group(), client(narrow)];
  await sendRaw(raw, topic);
  await raw.introduce({ clientType: 3, subscription: { group: { name: group } } });
  const [message] = messagesOf(
    await raw.receive({ ...receiveRequest(topic, group), autoRenew: false, invisibleDuration: { seconds: 10 } }),
  );
  const receiptHandle = message?.systemProperties?.receiptHandle ?? '';
  const change = (): Promise<ChangeInvisibleDurationResponse> =>
    raw.call<ChangeInvisibleDurationResponse>('ChangeInvisibleDuration', {
      group: { name: group },
      topic: { name: topic },
      messageId: 'm',
      receiptHandle,
      invisibleDuration: { seconds: 30 },
    });
  const letGo = await holdRows(narrow.database.url, 'SELECT 1 FROM lease FOR UPDATE');
  const stuck = change();
  await sleep(100);
  const refused = await change();
  expect(refused.status.code).toBe(42900);
  expect(refused.status.message).toMatch(
    /^flow limit; ChangeInvisibleDuration calls under way are 1, their limit 1\.$/,
  );
  expect(refused.receiptHandle).toBe(receiptHandle);
  await letGo();
  const changed = await stuck;
  expect(changed.status.code).toBe(20000);
  expect(changed.receiptHandle).not.toBe(receiptHandle);
});

test('[case 80] an SDK whose ack is refused acks again and is not given the message twice', async () => {
  const [topic, group, raw] = [await narrow.topic(), await narrow.group(), client(narrow)];
  const other = await narrow.group();
  await sendRaw(raw, topic);
  const [blocking] = messagesOf(await raw.receive(receiveRequest(topic, other)));
  const letGo = await holdRows(narrow.database.url, 'SELECT 1 FROM lease FOR UPDATE');
  const stuck = raw.call<AckMessageResponse>('AckMessage', {
    group: { name: other },
    topic: { name: topic },
    entries: [{ messageId: 'm', receiptHandle: blocking?.systemProperties?.receiptHandle ?? '' }],
  });
  await sleep(100);
  const { consumer, deliveries } = await startPushConsumer(narrow.port, group, topic, () => true);
  await until('its delivery', () => deliveries.length > 0);
  await sleep(1_500);
  await letGo();
  expect((await stuck).status.code).toBe(20000);
  const open = async (): Promise<number> => {
    const { rows } = await narrow.database.store.console.query<{ open: number }>(
      'SELECT count(*)::int AS open FROM lease JOIN consumer_group g USING (group_id) WHERE live AND g.name = $1',
      [group],
    );
    return rows[0]?.open ?? -1;
  };
  await until('its ack', async () => (await open()) === 0);
  expect(countRefused(narrow, 'running-calls')).toBeGreaterThan(0);
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1]);
  await consumer.shutdown();
});
