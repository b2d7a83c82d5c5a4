import { setTimeout as sleep } from 'node:timers/promises';

import type { MessageView } from 'rocketmq-client-nodejs';
import { beforeAll, expect, test } from 'vitest';

import type {
  AckMessageResponse,
  ChangeInvisibleDurationResponse,
  Message,
  ReceiveMessageRequest,
  SendMessageResponse,
} from '../../lib/gateway/proto/wire';
import { messagesOf, RawClient, rawMessage, statusOf } from './support/raw-client';
import { ackRequest, changeRequest, receiveRequest, type Scene } from './support/raw-requests';
import { startProducer, startSimpleConsumer } from './support/sdk';
import { openStage } from './support/stage';
import { until } from './support/wait';

const stage = openStage();
// The broker must know which kind of client changes a message, whichever tests of this file run.
beforeAll(async () => {
  await stage.raw.introduce({ clientType: 3, subscription: { group: { name: await stage.broker.group() } } });
});

/** How late a machine that is busy with others may make what comes in seconds. */
const LATE_MS = 5_000;

async function scene(): Promise<Scene> {
  const [topic, group] = await Promise.all([stage.broker.topic(), stage.broker.group()]);
  return { topic, group };
}

async function sendRaw({ topic }: Scene, count = 1): Promise<void> {
  const messages = Array.from({ length: count }, () => rawMessage(topic));
  expect((await stage.raw.call<SendMessageResponse>('SendMessage', { messages })).status.code).toBe(20000);
}

async function receiveRaw(at: Scene, rest: Partial<ReceiveMessageRequest> = {}): Promise<Message[]> {
  return messagesOf(await stage.raw.receive(receiveRequest(at, rest)));
}

const ackRaw = (at: Scene, ...handles: string[]): Promise<AckMessageResponse> =>
  stage.raw.call<AckMessageResponse>('AckMessage', ackRequest(at, handles));

const changeRaw = (at: Scene, handle: string, seconds: number): Promise<ChangeInvisibleDurationResponse> =>
  stage.raw.call<ChangeInvisibleDurationResponse>('ChangeInvisibleDuration', changeRequest(at, handle, seconds));

const handleOf = (message: Message | undefined): string => message?.systemProperties?.receiptHandle ?? '';
const attemptOf = (message: Message | undefined): number | undefined => message?.systemProperties?.deliveryAttempt;

test.concurrent('[case 23] the SDK receives what was sent, acks it, changes its time, and gets it again after its time', async () => {
  const at = await scene();
  const [producer, consumer] = await Promise.all([
    startProducer(stage.broker.port, at.topic),
    startSimpleConsumer(stage.broker.port, at.group, at.topic),
  ]);
  stage.clients.push(producer, consumer);
  await producer.send({
    topic: at.topic,
    tag: 'TagA',
    keys: ['k1', 'k2'],
    body: Buffer.from('hällo'),
    properties: new Map([['a', 'b']]),
  });
  const [first] = await consumer.receive(10, 10_000);
  expect(first).toMatchObject({ topic: at.topic, tag: 'TagA', keys: ['k1', 'k2'], deliveryAttempt: 1 });
  expect(first?.corrupted).toBeFalsy();
  expect(first?.body.toString()).toBe('hällo');
  expect(first?.properties.get('a')).toBe('b');
  const before = first?.receiptHandle;
  const changedAtMs = performance.now();
  await consumer.changeInvisibleDuration(first as MessageView, 2_000);
  expect(first?.receiptHandle).not.toBe(before);
  const [second] = await consumer.receive(10, 10_000);
  const waitedMs = performance.now() - changedAtMs;
  expect(second).toMatchObject({ messageId: first?.messageId, deliveryAttempt: 2 });
  expect(waitedMs).toBeGreaterThanOrEqual(2_000);
  expect(waitedMs).toBeLessThan(2_000 + LATE_MS);
  await consumer.ack(second as MessageView);
  await expect(consumer.ack(first as MessageView)).rejects.toThrow();
  expect(await consumer.receive(10, 10_000)).toEqual([]);
});

test.concurrent('[case 22, 25, 26, 29, 37c] an unacked message comes again at the end of its time; the old handle is 40013 then', async () => {
  const at = await scene();
  await sendRaw(at);
  const startedMs = performance.now();
  const [first] = await receiveRaw(at);
  const [none, [second]] = [await receiveRaw(at), await receiveRaw(at, { longPollingTimeout: { seconds: 20 } })];
  expect(none).toEqual([]);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(10_000);
  expect(performance.now() - startedMs).toBeLessThan(10_000 + LATE_MS);
  expect(attemptOf(second)).toBe(2);
  expect((await ackRaw(at, handleOf(first))).status.code).toBe(40013);
  expect((await changeRaw(at, handleOf(first), 30)).status.code).toBe(40013);
  const mixed = await ackRaw(at, handleOf(first), handleOf(second));
  expect(mixed.status.code).toBe(30000);
  expect(mixed.entries?.map(({ status }) => status.code)).toEqual([40013, 20000]);
  expect((await ackRaw(at, handleOf(second))).status.code).toBe(20000);
  expect((await changeRaw(at, handleOf(second), 30)).status.code).toBe(40013);
});

test.concurrent.each([
  [{ seconds: 9, nanos: 999_000_000 }, 40011],
  [{ seconds: 43_200, nanos: 1_000_000 }, 40011],
  [undefined, 40011],
])('[case 27] invisible duration %j of a receive', async (invisibleDuration, code) => {
  const { invisibleDuration: _, ...rest } = receiveRequest(await scene());
  expect(
    statusOf(await stage.raw.receive(invisibleDuration === undefined ? rest : { ...rest, invisibleDuration })),
  ).toBe(code);
});

test.concurrent('[case 27, 28] 10 s and 12 h are accepted; a change may be 0 s to 12 h', async () => {
  const at = await scene();
  await sendRaw(at, 2);
  const [first] = await receiveRaw(at, { batchSize: 1 });
  const [second] = await receiveRaw(at, { batchSize: 1, invisibleDuration: { seconds: 43_200 } });
  expect((await changeRaw(at, handleOf(second), 43_201)).status.code).toBe(40011);
  expect((await changeRaw(at, handleOf(second), 43_200)).status.code).toBe(20000);
  const released = await changeRaw(at, handleOf(first), 0);
  expect(released.status.code).toBe(20000);
  expect(released.receiptHandle).toBeTruthy();
  expect(attemptOf((await receiveRaw(at))[0])).toBe(2);
});

test.concurrent('[case 30] names and handles that mean nothing', async () => {
  const at = await scene();
  expect((await ackRaw(at, 'garbage')).status.code).toBe(40013);
  expect((await ackRaw(at)).status.code).toBe(40000);
  expect((await ackRaw({ ...at, group: 'no-such-group' }, 'x')).status.code).toBe(40403);
  expect(statusOf(await stage.raw.receive(receiveRequest({ ...at, group: 'no-such-group' })))).toBe(40403);
  expect(statusOf(await stage.raw.receive(receiveRequest({ ...at, group: 'CID_RMQ_SYS_TRANS' })))).toBe(40003);
  expect(statusOf(await stage.raw.receive(receiveRequest({ ...at, topic: 'no-such-topic' })))).toBe(40402);
  expect(
    statusOf(await stage.raw.receive(receiveRequest(at, { filterExpression: { type: 1, expression: 'a|b' } }))),
  ).toBe(40010);
});

test.concurrent('a client of unknown kind cannot change a message', async () => {
  const at = await scene();
  const stranger = new RawClient(stage.broker.port);
  const change = {
    group: { name: at.group },
    topic: { name: at.topic },
    receiptHandle: 'x',
    invisibleDuration: { seconds: 1 },
  };
  expect((await stranger.call<ChangeInvisibleDurationResponse>('ChangeInvisibleDuration', change)).status.code).toBe(
    40015,
  );
  stranger.close();
});

test.concurrent('[case 32, 36] a receive is held, woken by a message, and 32 is the most', async () => {
  const at = await scene();
  const startedMs = performance.now();
  const held = stage.raw.receive(receiveRequest(at, { longPollingTimeout: { seconds: 20 }, batchSize: 50 }));
  await sleep(1_000);
  await sendRaw(at, 1);
  const responses = await held;
  // Long before the time it asked for.
  expect(performance.now() - startedMs).toBeLessThan(1_000 + LATE_MS);
  expect(responses.map((response) => Object.keys(response)[0])).toEqual(['status', 'message', 'deliveryTimestamp']);
  await sendRaw(at, 40);
  expect((await receiveRaw(at, { batchSize: 50 })).length).toBeLessThanOrEqual(32);
});

test.concurrent(
  '[case 24] an extension beyond the first time: nothing at its end, one attempt more at the new one',
  { tags: ['long'] },
  async () => {
    const at = await scene();
    await sendRaw(at);
    const [first] = await receiveRaw(at);
    const changedMs = performance.now();
    expect((await changeRaw(at, handleOf(first), 14)).status.code).toBe(20000);
    const [second] = await receiveRaw(at, { longPollingTimeout: { seconds: 20 } });
    expect(performance.now() - changedMs).toBeGreaterThanOrEqual(14_000);
    expect(performance.now() - changedMs).toBeLessThan(14_000 + LATE_MS);
    expect(attemptOf(second)).toBe(2);
  },
);

test.concurrent(
  '[case 31] one retry, never acked: two deliveries, then the dead letters',
  { tags: ['long'] },
  async () => {
    const topic = await stage.broker.topic();
    const at = { topic, group: await stage.broker.group({ maxRetries: 1 }) };
    await sendRaw(at);
    const [first] = await receiveRaw(at);
    const [second] = await receiveRaw(at, { longPollingTimeout: { seconds: 20 } });
    expect([attemptOf(first), attemptOf(second)]).toEqual([1, 2]);
    expect(await receiveRaw(at, { longPollingTimeout: { seconds: 12 } })).toEqual([]);
    await until('the dead letter', async () => (await stage.broker.deadLetters(at.group)).length > 0);
    expect(await stage.broker.deadLetters(at.group)).toMatchObject([
      { messageId: first?.systemProperties?.messageId, attempts: 2, cause: 'unconfirmed' },
    ]);
  },
);

test.concurrent('[case 33] an empty topic: the SDK gets an empty list after the time it waits', async () => {
  const at = await scene();
  const consumer = await startSimpleConsumer(stage.broker.port, at.group, at.topic);
  stage.clients.push(consumer);
  const startedMs = performance.now();
  expect(await consumer.receive(10, 10_000)).toEqual([]);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(4_950);
  expect(performance.now() - startedMs).toBeLessThan(5_000 + LATE_MS);
});

test.concurrent('[case 37, 37e] all acked but one: only that one comes again, at the time it was given', async () => {
  const at = await scene();
  await sendRaw(at, 20);
  const [left, ...others] = await receiveRaw(at);
  expect(others).toHaveLength(19);
  expect((await ackRaw(at, ...others.map(handleOf))).status.code).toBe(20000);
  const changedMs = performance.now();
  await changeRaw(at, handleOf(left), 2);
  const again = await receiveRaw(at);
  expect(performance.now() - changedMs).toBeGreaterThanOrEqual(2_000);
  expect(again.map((message) => [message.systemProperties?.messageId, attemptOf(message)])).toEqual([
    [left?.systemProperties?.messageId, 2],
  ]);
});

test.concurrent(
  '[case 37a] never acked three times: every 10 s with the next attempt, none after the ack',
  { tags: ['long'] },
  async () => {
    const at = await scene();
    await sendRaw(at);
    const startedMs = performance.now();
    const times: number[] = [];
    let message: Message | undefined;
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      [message] = await receiveRaw(at, { longPollingTimeout: { seconds: 20 } });
      expect(attemptOf(message)).toBe(attempt);
      times.push(performance.now() - startedMs);
    }
    for (const [index, atMs] of times.entries()) {
      expect(atMs).toBeGreaterThanOrEqual(index * 10_000);
      expect(atMs).toBeLessThan(index * 10_000 + (index + 1) * LATE_MS);
    }
    expect((await ackRaw(at, handleOf(message))).status.code).toBe(20000);
    expect(await receiveRaw(at, { longPollingTimeout: { seconds: 11 } })).toEqual([]);
  },
);

test.concurrent(
  '[case 37b] 10 s changed to 20 s at once: nothing at 10 s, then there, and its ack is taken',
  { tags: ['long'] },
  async () => {
    const at = await scene();
    await sendRaw(at);
    const startedMs = performance.now();
    const [first] = await receiveRaw(at);
    await changeRaw(at, handleOf(first), 20);
    expect(await receiveRaw(at, { longPollingTimeout: { seconds: 12 } })).toEqual([]);
    const [second] = await receiveRaw(at, { longPollingTimeout: { seconds: 20 } });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(20_000);
    expect(performance.now() - startedMs).toBeLessThan(20_000 + LATE_MS);
    expect((await ackRaw(at, handleOf(second))).status.code).toBe(20000);
  },
);

test.concurrent('[case 37d] three hundred messages, each acked: none comes twice', { tags: ['long'] }, async () => {
  const at = await scene();
  for (let sent = 0; sent < 300; sent += 50) await sendRaw(at, 50);
  const seen = new Set<string>();
  while (seen.size < 300) {
    const batch = await receiveRaw(at);
    expect(batch.length).toBeLessThanOrEqual(32);
    for (const { systemProperties } of batch) {
      expect(seen.has(systemProperties?.messageId ?? '')).toBe(false);
      seen.add(systemProperties?.messageId ?? '');
    }
    expect((await ackRaw(at, ...batch.map(handleOf))).status.code).toBe(20000);
  }
  expect(await receiveRaw(at, { longPollingTimeout: { seconds: 11 } })).toEqual([]);
});

test.concurrent('[case 34] nothing there: 40401 after the asked time, not before 5 s', async () => {
  const at = await scene();
  const startedMs = performance.now();
  const responses = await stage.raw.receive(receiveRequest(at, { longPollingTimeout: { seconds: 1 } }));
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(4_950);
  expect(responses.map(({ status }) => status?.code)).toEqual([40401, undefined]);
  expect(responses[1]?.deliveryTimestamp).toBeDefined();
});

test.concurrent('[case 35] a deadline nearer than 5 s is 40018, 40000 for clients older than that code', async () => {
  const at = await scene();
  const older = new RawClient(stage.broker.port, { version: '5.0.2' });
  const deadline = (): { deadline: number } => ({ deadline: Date.now() + 4_000 });
  expect(statusOf(await stage.raw.receive(receiveRequest(at), deadline()))).toBe(40018);
  expect(statusOf(await older.receive(receiveRequest(at), deadline()))).toBe(40000);
  older.close();
});

test.concurrent('a client that leaves while it waits takes nothing with it', async () => {
  const at = await scene();
  const leaving = new AbortController();
  const left = stage.raw.receive(receiveRequest(at, { longPollingTimeout: { seconds: 20 } }), {
    signal: leaving.signal,
  });
  left.catch(() => undefined);
  await sleep(200);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 1 });
  await sleep(100);
  await sendRaw(at);
  const [message] = await receiveRaw(at);
  expect(attemptOf(message)).toBe(1);
});

test.concurrent('[case 15] tags: a subscription gets its own, others are passed over', async () => {
  const at = await scene();
  const messages = ['TagA', 'TagB', 'TagC'].map((tag) => rawMessage(at.topic, { tag }));
  await stage.raw.call<SendMessageResponse>('SendMessage', { messages });
  const received = await receiveRaw(at, { filterExpression: { type: 1, expression: 'TagA || TagC' } });
  expect(new Set(received.map(({ systemProperties }) => systemProperties?.tag))).toEqual(new Set(['TagA', 'TagC']));
  expect(received).toHaveLength(2);
});

test.concurrent('[case 86] a compressed body comes back as it was sent', async () => {
  const { gzipSync, gunzipSync } = await import('node:zlib');
  const at = await scene();
  const text = 'redrive '.repeat(512);
  await stage.raw.call<SendMessageResponse>('SendMessage', {
    messages: [rawMessage(at.topic, { bodyEncoding: 2 }, { body: gzipSync(text) })],
  });
  const [message] = await receiveRaw(at);
  expect(message?.systemProperties?.bodyEncoding).toBe(2);
  expect(gunzipSync(message?.body ?? Buffer.alloc(0)).toString()).toBe(text);
});
