import { setTimeout as sleep } from 'node:timers/promises';

import type { Producer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { receive, removeLimit, setLimit, type SetLimitInput } from '../../lib/broker';
import type { SendMessageResponse } from '../../lib/gateway/proto/wire';
import { type ProtocolBroker, startBroker, TESTER } from './support/broker';
import { holdRows } from './support/hold';
import { RawClient, rawMessage } from './support/raw-client';
import { startProducer, startPushConsumer } from './support/sdk';
import { sendSteadily } from './support/steady-producer';
import { until } from './support/wait';

let broker: ProtocolBroker;
let raw: RawClient;
beforeAll(async () => {
  broker = await startBroker();
  raw = new RawClient(broker.port);
});
afterAll(async () => {
  raw.close();
  await broker.close();
  expect(broker.errors).toEqual([]);
});

type Limit = Pick<SetLimitInput, 'kind' | 'scope' | 'subject' | 'hard'> & Partial<SetLimitInput>;

async function limit(input: Limit): Promise<{ raise(hard: number): Promise<void>; remove(): Promise<void> }> {
  const given = { version: 0, reason: 'test', actor: TESTER, ...input };
  let { version } = await setLimit(broker.ctx, given);
  return {
    raise: async (hard) => {
      ({ version } = await setLimit(broker.ctx, { ...given, hard, version }));
    },
    remove: () => removeLimit(broker.ctx, { ...given, version }),
  };
}

async function storedBodies(topic: string): Promise<string[]> {
  const { rows } = await broker.database.store.console.query<{ body: Buffer }>(
    'SELECT m.body FROM message m JOIN topic t USING (topic_id) WHERE t.name = $1 ORDER BY m.stored_at, m.off',
    [topic],
  );
  return rows.map(({ body }) => body.toString());
}

function countRefused(labels: string): number {
  let sum = 0;
  for (const [key, count] of broker.counted) {
    if (key.startsWith(`redrive_throttled_requests_total ${labels}`)) sum += count;
  }
  return sum;
}

/** @returns how long it took, milliseconds */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}

const sendBy = (producer: Producer, topic: string, body: string): Promise<unknown> =>
  producer.send({ topic, body: Buffer.from(body) });

const sendRaw = async (topic: string, body = 'raw'): Promise<void> => {
  const { status } = await raw.call<SendMessageResponse>('SendMessage', {
    messages: [rawMessage(topic, {}, { body: Buffer.from(body) })],
  });
  if (status.code !== 20000) throw new Error(`${status.code} ${status.message}`);
};

test('[case 57, 58] above its rate, the SDK waits 1 s and 1.6 s between tries of one send', async () => {
  const topic = await broker.topic();
  await limit({ kind: 'send-rate', scope: 'topic', subject: topic, hard: 0.45, burstMs: 0 });
  const producer = await startProducer(broker.port, topic);
  await sendBy(producer, topic, 'first');
  // A token after 2.2 s: the try at 1 s is refused, the one at 2.6 s is not.
  const tookMs = await timed(() => sendBy(producer, topic, 'second'));
  expect(tookMs).toBeGreaterThanOrEqual(2_590);
  expect(countRefused(`send-rate of topic ${topic}`)).toBe(2);
  expect(await storedBodies(topic)).toEqual(['first', 'second']);
  await producer.shutdown();
});

test('a producer process above its quota gets the rate, loses nothing and stores nothing twice', async () => {
  const topic = await broker.topic();
  const rate = await limit({ kind: 'send-rate', scope: 'topic', subject: topic, hard: 4, burstMs: 1_000 });
  const sending = sendSteadily(broker.port, topic, 40, 50);
  await until('refusals', () => countRefused(`send-rate of topic ${topic}`) >= 20);
  const soFar = (await storedBodies(topic)).length;
  expect(soFar).toBeLessThan(40);
  await rate.raise(1_000);
  const sends = await sending;
  const bodies = await storedBodies(topic);
  expect(bodies.toSorted()).toEqual(Array.from({ length: 40 }, (_, index) => `order ${index + 1}`).toSorted());
  // Whatever was refused and stored later had waited; whatever failed for good had waited twice.
  for (const { stored, tookMs, error } of sends) {
    if (stored) continue;
    expect(error).toContain('TOO_MANY_REQUESTS');
    expect(tookMs).toBeGreaterThanOrEqual(2_590);
  }
  expect(sends.filter(({ tookMs }) => tookMs >= 990).length).toBeGreaterThan(0);
}, 60_000);

test('bytes per second: a large message is paid for before the next one', async () => {
  const topic = await broker.topic();
  await limit({ kind: 'send-bytes', scope: 'topic', subject: topic, hard: 10_000, burstMs: 1_000 });
  const producer = await startProducer(broker.port, topic);
  await sendBy(producer, topic, 'x'.repeat(15_000));
  const tookMs = await timed(() => sendBy(producer, topic, 'small'));
  expect(tookMs).toBeGreaterThanOrEqual(990);
  expect(countRefused(`send-bytes of topic ${topic}`)).toBeGreaterThan(0);
  expect(await storedBodies(topic)).toHaveLength(2);
  await producer.shutdown();
});

/** A group starts with what is stored after it first asks. */
async function subscribe(topic: string, group: string): Promise<void> {
  const how = { batchSize: 1, invisibleMs: 10_000, autoRenew: true, clientId: 'test', attemptId: null, waitMs: 0 };
  await receive(broker.ctx, { topic, group, ...how, filter: { type: 'TAG', expression: '*' } });
}

/** While the gate is closed: three tries with the documented waits, then an error; nothing is stored. */
async function expectRefusedForGood(producer: Producer, topic: string, name: string): Promise<void> {
  const before = await storedBodies(topic);
  const counted = countRefused(`${name} ${topic}`);
  const tookMs = await timed(() =>
    expect(sendBy(producer, topic, 'refused')).rejects.toThrow(
      new RegExp(`TOO_MANY_REQUESTS.*${name} is .*, its limit`),
    ),
  );
  expect(tookMs).toBeGreaterThanOrEqual(2_590);
  expect(countRefused(`${name} ${topic}`) - counted).toBe(3);
  expect(await storedBodies(topic)).toEqual(before);
}

test.each([
  ['backlog-count', 'group', 3],
  ['backlog-count', 'topic', 3],
  ['backlog-bytes', 'group', 300],
  ['backlog-age', 'group', 3],
] as const)(
  '%s of a %s: senders are refused until it has caught up; it is given everything once',
  async (kind, scope, hard) => {
    const [topic, group] = [await broker.topic(), await broker.group()];
    await subscribe(topic, group);
    const name = scope === 'group' ? group : topic;
    await limit({ kind, scope, subject: name, hard });
    const producer = await startProducer(broker.port, topic);
    for (const body of ['one', 'two', 'three']) await sendRaw(topic, body.padEnd(100));
    const state = (): string | undefined =>
      broker.ctx.throttle.uses().find(({ limit: { subject } }) => subject === name)?.state;
    await until('the gate is closed', () => state() === 'refusing');
    await expectRefusedForGood(producer, topic, `${kind} of ${scope} ${name}`);
    const { consumer, deliveries } = await startPushConsumer(broker.port, group, topic, () => true);
    await until('the gate is open', () => state() !== 'refusing');
    await sendBy(producer, topic, 'four');
    await until('all deliveries', () => deliveries.length >= 4);
    await sleep(300);
    expect(deliveries.map(({ body, attempt }) => `${body.trim()} ${attempt}`).toSorted()).toEqual([
      'four 1',
      'one 1',
      'three 1',
      'two 1',
    ]);
    await Promise.all([consumer.shutdown(), producer.shutdown()]);
  },
  60_000,
);

test('storage near its limit: every topic is refused; the send under way succeeds once the limit is raised', async () => {
  const topic = await broker.topic();
  const producer = await startProducer(broker.port, topic);
  await sendBy(producer, topic, 'before');
  const storage = await limit({ kind: 'storage', scope: 'broker', subject: '', hard: 1_000 });
  await until('the gate is closed', () =>
    broker.ctx.throttle.uses().some((use) => use.limit.kind === 'storage' && use.state === 'refusing'),
  );
  await expectRefusedForGood(producer, topic, 'storage of the broker');
  const counted = countRefused('storage of the broker');
  const sending = timed(() => sendBy(producer, topic, 'after'));
  await until('its first try', () => countRefused('storage of the broker') > counted);
  await storage.raise(1e15);
  expect(await sending).toBeGreaterThanOrEqual(990);
  expect(await storedBodies(topic)).toEqual(['before', 'after']);
  await storage.remove();
  await producer.shutdown();
}, 60_000);

test('a nearly full disk refuses sends and lets through again', async () => {
  const topic = await broker.topic();
  const producer = await startProducer(broker.port, topic);
  broker.ctx.throttle.setDiskFree(1_000_000);
  const sending = timed(() => sendBy(producer, topic, 'after'));
  await until('its first try', () => countRefused(`disk-free ${topic}`) > 0);
  broker.ctx.throttle.setDiskFree(1e12);
  expect(await sending).toBeGreaterThanOrEqual(990);
  expect(await storedBodies(topic)).toEqual(['after']);
  await producer.shutdown();
});

test('[case 79] a push consumer above its rate is given everything once, later; no attempt is counted', async () => {
  const [topic, group] = [await broker.topic(), await broker.group()];
  await limit({ kind: 'receive-rate', scope: 'group', subject: group, hard: 10, burstMs: 0 });
  const { consumer, deliveries } = await startPushConsumer(broker.port, group, topic, () => true);
  for (let count = 1; count <= 20; count += 1) await sendRaw(topic, `early ${count}`);
  await until('refusals', () => countRefused(`receive-rate of group ${group} ${topic} ${group}`) > 0);
  for (let count = 1; count <= 10; count += 1) await sendRaw(topic, `late ${count}`);
  await until('all deliveries', () => deliveries.length >= 30);
  await sleep(300);
  expect(new Set(deliveries.map(({ body }) => body)).size).toBe(30);
  expect(deliveries.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 30 }, () => 1));
  expect(await broker.deadLetters(group)).toEqual([]);
  await consumer.shutdown();
}, 60_000);

test('[case 79] a group that reads back from an old position gets its allowance, and nothing is lost', async () => {
  const [topic, group] = [await broker.topic(), await broker.group()];
  const body = (count: number): string => `${count} ${'x'.repeat(1_000)}`;
  for (let count = 1; count <= 60; count += 1) await sendRaw(topic, body(count));
  await broker.database.store.broker.query(
    "UPDATE message SET stored_at = stored_at - interval '1 hour' WHERE topic_id = (SELECT topic_id FROM topic WHERE name = $1)",
    [topic],
  );
  await limit({ kind: 'cold-read', scope: 'group', subject: group, hard: 20_000, burstMs: 0 });
  await broker.database.store.broker.query(
    "UPDATE consumer_group SET created_at = created_at - interval '2 hours' WHERE name = $1",
    [group],
  );
  const { consumer, deliveries } = await startPushConsumer(broker.port, group, topic, () => true);
  await until('refusals', () => countRefused(`cold-read of group ${group} ${topic} ${group}`) > 0);
  await until('all deliveries', () => deliveries.length >= 60);
  await sleep(300);
  expect(new Set(deliveries.map(({ messageId }) => messageId)).size).toBe(60);
  expect(deliveries.filter(({ attempt }) => attempt !== 1)).toEqual([]);
  await consumer.shutdown();
}, 60_000);

test('a full send queue: the SDK backs off until there is room, and its message is stored once', async () => {
  const tight = await startBroker({ protection: { sendQueueItems: 1, sendHeadWaitMs: 15_000 } });
  const topic = await tight.topic();
  const [client, producer] = [new RawClient(tight.port), await startProducer(tight.port, topic)];
  const letGo = await holdRows(tight.database.url, 'SELECT 1 FROM queue FOR UPDATE');
  const queued = (): Promise<SendMessageResponse> =>
    client.call<SendMessageResponse>('SendMessage', { messages: [rawMessage(topic)] });
  const running = queued();
  await sleep(100);
  const waiting = queued();
  await until('the queue is full', () => tight.ctx.sends.pressure.waiting === 1);
  const sending = timed(() => sendBy(producer, topic, 'after'));
  const refused = (): boolean => [...tight.counted.keys()].some((key) => key.includes(`send-queue ${topic}`));
  await until('its first try', refused);
  await letGo();
  expect(await sending).toBeGreaterThanOrEqual(990);
  expect([(await running).status.code, (await waiting).status.code]).toEqual([20000, 20000]);
  const { rows } = await tight.database.store.console.query('SELECT 1 FROM message');
  expect(rows).toHaveLength(3);
  await producer.shutdown();
  client.close();
  await tight.close();
  expect(tight.errors).toEqual([]);
});

test('[case 60] a refused transaction message is not tried again', async () => {
  const topic = await broker.topic('TRANSACTION');
  await limit({ kind: 'send-rate', scope: 'topic', subject: topic, hard: 0.001, burstMs: 0 });
  const producer = await startProducer(broker.port, topic, { checker: { check: async () => 0 } });
  const send = (): Promise<unknown> => producer.send({ topic, body: Buffer.from('tx') }, producer.beginTransaction());
  await send();
  await expect(send()).rejects.toThrow('TOO_MANY_REQUESTS');
  expect(countRefused(`send-rate of topic ${topic}`)).toBe(1);
  await producer.shutdown();
});
