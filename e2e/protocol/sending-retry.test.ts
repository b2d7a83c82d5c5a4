import type { Producer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { findSetting, updateSetting } from '../../lib/broker';
import type { UserAgent } from '../../lib/gateway/proto/wire';
import { DEFAULT_PRODUCER_RETRY, type ProducerRetry } from '../../lib/model/delivery/producer-retry';
import { type ProtocolBroker, startBroker, TESTER } from './support/broker';
import { startClientProcess } from './support/client-process';
import { type FaultProxy, startFaultProxy } from './support/fault-proxy';
import { RawClient } from './support/raw-client';
import { startProducer } from './support/sdk';
import { until } from './support/wait';

const THROTTLED = { code: 42900 };
const FAILED = { code: 50001 };
/** The shortest wait that any of these producers gets: one that does not wait is back long before. */
const SHORTEST_WAIT_MS = 1_000;
/** Timers are late on a busy machine, and never early. */
const LATE_MS = 10_000;

let broker: ProtocolBroker;
let proxy: FaultProxy;
let producer: Producer;
/** What the SDK said that it waits, since the test began. */
const waitsMs: number[] = [];
let topic: string;
let orders: string;
beforeAll(async () => {
  broker = await startBroker();
  proxy = await startFaultProxy(broker.port);
  [topic, orders] = await Promise.all([broker.topic(), broker.topic('FIFO')]);
  producer = await startProducer(proxy.port, topic, { onWait: (waitMs) => waitsMs.push(Math.round(waitMs)) });
  // Its connections are open: the first try of a test is as quick as the others.
  await send();
});
beforeEach(async () => {
  waitsMs.length = 0;
  await setRetry(DEFAULT_PRODUCER_RETRY);
});
afterAll(async () => {
  await producer.shutdown();
  await proxy.close();
  await broker.close();
  expect(broker.errors).toEqual([]);
});

function send(): Promise<{ messageId: string }> {
  return producer.send({ topic, body: Buffer.from('x') });
}

async function setRetry(value: ProducerRetry): Promise<void> {
  const { version } = await findSetting(broker.ctx, 'producer-retry');
  await updateSetting(broker.ctx, { name: 'producer-retry', version, value, actor: TESTER, reason: 'test' });
}

function gapsMs(): number[] {
  return proxy.seen.slice(1).map(({ atMs }, index) => atMs - (proxy.seen[index]?.atMs ?? 0));
}

/** It said so, and it did so. */
function expectWaited(wanted: readonly number[]): void {
  expect(waitsMs).toEqual(wanted);
  expect(gapsMs()).toHaveLength(wanted.length);
  gapsMs().forEach((gap, index) => {
    expect(gap).toBeGreaterThanOrEqual((wanted[index] ?? 0) - 5);
    expect(gap).toBeLessThan((wanted[index] ?? 0) + LATE_MS);
  });
}

async function stored(messageId: string): Promise<number> {
  const { rows } = await broker.database.store.console.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM message WHERE msg_id = $1',
    [messageId],
  );
  return rows[0]?.n ?? -1;
}

function ids(): Set<string> {
  return new Set(proxy.seen.flatMap(({ messageIds }) => messageIds));
}

/** What a producer of this language gets, and what it does with it: initial · multiplier^(try - 1), no jitter. */
async function waitsToldTo(userAgent: UserAgent): Promise<number[]> {
  const raw = new RawClient(broker.port);
  const { first, stream } = await raw.introduce({
    clientType: 1,
    userAgent,
    publishing: { topics: [{ name: topic }] },
  });
  stream.end();
  raw.close();
  const { initial, max, multiplier = 0 } = first.settings?.backoffPolicy?.exponentialBackoff ?? {};
  const ms = ({ seconds = 0, nanos = 0 } = {}): number => seconds * 1000 + nanos / 1e6;
  return [2, 3, 4].map((attempt) => Math.min(ms(initial) * multiplier ** (attempt - 1), ms(max)));
}

test('[case 55] a producer process, 50001 twice, then OK: three requests with one message id, no pause, stored once', async () => {
  const app = await startClientProcess();
  await app.producer({ client: 'app', port: proxy.port, topic });
  await app.send({ client: 'app', topic, body: 'first' });
  proxy.script(FAILED, FAILED);
  const { messageId, refusals } = await app.send({ client: 'app', topic, body: 'x' });
  await app.close();
  expect(refusals).toEqual([]);
  expect(proxy.seen).toHaveLength(3);
  expect([...ids()]).toEqual([messageId]);
  for (const gap of gapsMs()) expect(gap).toBeLessThan(SHORTEST_WAIT_MS);
  expect(await stored(messageId ?? '')).toBe(1);
});

test('[case 56] 50001 three times: the application gets the error after exactly three requests', async () => {
  proxy.script(FAILED, FAILED, FAILED, FAILED);
  await expect(send()).rejects.toThrow(/50001/);
  expect(proxy.seen).toHaveLength(3);
  expect(ids().size).toBe(1);
  proxy.script();
});

test('[case 57] 42900 twice, then OK: the SDK waits the documented 1 s and 1.6 s', async () => {
  proxy.script(THROTTLED, THROTTLED);
  const { messageId } = await send();
  expectWaited([1000, 1600]);
  expect([...ids()]).toEqual([messageId]);
  expect(await stored(messageId)).toBe(1);
});

test('[case 57] a Java client gets settings that make it wait 1 s, 1.6 s, 2.56 s; with the first wait 1.6 s it starts one later', async () => {
  const java = { language: 1, version: '5.2.1' };
  expect((await waitsToldTo(java)).map(Math.round)).toEqual([1000, 1600, 2560]);
  await setRetry({ ...DEFAULT_PRODUCER_RETRY, firstWaitMs: 1600 });
  expect((await waitsToldTo(java)).map(Math.round)).toEqual([1600, 2560, 4096]);
});

test('[case 58] the Node SDK 1.0.8 with 1000 s and x1.6 waits 1.6 s and 2.56 s: a changed setting reaches it without a restart', async () => {
  await setRetry({ ...DEFAULT_PRODUCER_RETRY, firstWaitMs: 1600 });
  const initial = (): number | undefined => proxy.told()?.settings?.backoffPolicy?.exponentialBackoff?.initial?.seconds;
  await until('the new settings have arrived', () => initial() === 1000);
  proxy.script(THROTTLED, THROTTLED);
  await send();
  expectWaited([1600, 2560]);
});

test('a change is pushed to every connected producer, and to no consumer', async () => {
  const raw = new RawClient(broker.port);
  const group = await broker.group();
  const told: (number | undefined)[] = [];
  const publisher = await raw.introduce({ clientType: 1, publishing: { topics: [{ name: topic }] } });
  publisher.stream.on('data', ({ settings }) => told.push(settings?.backoffPolicy?.exponentialBackoff?.max?.seconds));
  const other = new RawClient(broker.port);
  const consumer = await other.introduce({ clientType: 2, subscription: { group: { name: group } } });
  let toldConsumer = 0;
  consumer.stream.on('data', () => (toldConsumer += 1));
  await setRetry({ ...DEFAULT_PRODUCER_RETRY, maxWaitMs: 30_000 });
  await until('the push', () => told.length > 0);
  expect(told).toEqual([30]);
  expect(toldConsumer).toBe(0);
  for (const { stream } of [publisher, consumer]) stream.end();
  raw.close();
  other.close();
});

test('[case 59] 40000 for a message: the SDK tries three times all the same, without a pause', async () => {
  const refused = { code: 40000 };
  proxy.script(refused, refused, refused, refused);
  await expect(send()).rejects.toThrow(/40000/);
  expect(proxy.seen).toHaveLength(3);
  expect(waitsMs).toEqual([]);
  for (const gap of gapsMs()) expect(gap).toBeLessThan(SHORTEST_WAIT_MS);
  proxy.script();
});

test('[case 62] every try of a FIFO message names the same queue', async () => {
  const ordered = await startProducer(proxy.port, orders);
  for (const messageGroup of ['a', 'b', 'c', 'd']) {
    proxy.script(FAILED, FAILED);
    const { messageId } = await ordered.send({ topic: orders, messageGroup, body: Buffer.from('x') });
    expect(proxy.seen).toHaveLength(3);
    expect([...ids()]).toEqual([messageId]);
    expect(new Set(proxy.seen.flatMap(({ queueIds }) => queueIds)).size).toBe(1);
    expect(await stored(messageId)).toBe(1);
  }
  await ordered.shutdown();
});

test('a message whose reply was lost is sent again by the SDK and stored once', async () => {
  proxy.script({ ...FAILED, lose: true }, { ...FAILED, lose: true });
  const { messageId } = await send();
  expect(proxy.seen).toHaveLength(3);
  expect([...ids()]).toEqual([messageId]);
  expect(await stored(messageId)).toBe(1);
});
