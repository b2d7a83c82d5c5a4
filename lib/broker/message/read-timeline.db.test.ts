import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { MessageTimeline } from '../../model/message/timeline';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { ack } from '../delivery/ack';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { reportFailure } from '../failure/report';
import { createGroup } from '../group/create';
import { createTopic } from '../topic/create';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { readTimeline } from './read-timeline';
import { send } from './send';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

let scenes = 0;
interface Scene {
  readonly topic: string;
  readonly group: string;
}

async function scene(
  group: Partial<Parameters<typeof createGroup>[1]> = {},
  messageType: 'NORMAL' | 'FIFO' = 'NORMAL',
): Promise<Scene> {
  scenes += 1;
  const names = { topic: `topic-${scenes}`, group: `group-${scenes}` };
  await createGroup(broker.ctx, {
    name: names.group,
    actor: systemActor('test'),
    maxRetries: 2,
    retryPolicy: { type: 'fixed', intervalMs: 10_000 },
    ...group,
  });
  await createTopic(broker.ctx, { name: names.topic, messageType, queues: 1, actor: systemActor('test') });
  return names;
}

async function sent(names: Scene, fields: Parameters<typeof testMessage>[0] = {}): Promise<string> {
  const message = testMessage(fields);
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  return message.messageId;
}

async function failNow(names: Scene): Promise<string> {
  const [delivered] = await receiveNow(broker.ctx, names);
  const messageId = delivered?.messageId ?? '';
  await fail(broker.ctx, { ...names, receiptHandle: delivered?.receiptHandle ?? '', messageId, clientId: 'client-1' });
  return messageId;
}

async function timeline(messageId: string, group: string): Promise<MessageTimeline> {
  const found = (await readTimeline(broker.ctx, { messageId })).find((entry) => entry.group === group);
  if (found === undefined) throw new Error(`no timeline of ${messageId} for ${group}`);
  return found;
}

const at = (offsetMs: number): string => new Date(broker.clock.nowOrNull().getTime() + offsetMs).toISOString();

test('no group reads the topic yet, or the id is unknown: no timeline', async () => {
  const names = await scene();
  const messageId = await sent(names);
  expect(await readTimeline(broker.ctx, { messageId })).toEqual([]);
  expect(await readTimeline(broker.ctx, { messageId: 'no-such-id' })).toEqual([]);
  await expect(readTimeline(broker.ctx, { messageId: '' })).rejects.toMatchObject({ code: 'illegal-message-id' });
});

test('a first delivery in flight, then acknowledged: known from the lease row alone', async () => {
  const names = await scene();
  await sent(names);
  const messageId = await sent(names);
  broker.clock.advance(500);
  const delivered = await receiveNow(broker.ctx, names);
  expect(await timeline(messageId, names.group)).toMatchObject({
    state: 'in-flight',
    events: [],
    deliveries: [
      {
        attempt: 1,
        state: 'in-flight',
        startedAt: at(0),
        leaseEndsAt: at(60_000),
        waitedMs: 500,
        client: 'client-1',
        autoRenew: true,
      },
    ],
    prediction: {
      next: [
        { attempt: 2, at: at(10_000), waitMs: 10_000 },
        { attempt: 3, at: at(20_000) },
      ],
      diesAt: at(20_000),
      fromNow: false,
    },
  });
  broker.clock.advance(1234);
  const second = delivered.find((message) => message.messageId === messageId);
  await ack(broker.ctx, { ...names, entries: [{ receiptHandle: second?.receiptHandle ?? '', messageId }] });
  expect(await timeline(messageId, names.group)).toMatchObject({
    state: 'consumed',
    deliveries: [{ attempt: 1, state: 'consumed', tookMs: 1234, endedAt: at(0), cause: 'acked' }],
    prediction: null,
  });
  const first = delivered.find((message) => message.messageId !== messageId);
  expect(await timeline(first?.messageId ?? '', names.group)).toMatchObject({
    state: 'in-flight',
    deliveries: [{ tookMs: null }],
  });
});

test('failures with and without a report, the coming attempts, then the dead letters', async () => {
  const names = await scene();
  const messageId = await sent(names);
  await receiveNow(broker.ctx, { ...names, topic: names.topic }).then(async ([delivered]) => {
    broker.clock.advance(2000);
    await reportFailure(broker.ctx, {
      messageId,
      group: names.group,
      attempt: 1,
      errorType: 'Timeout',
      message: 'upstream 504',
      stack: 'at x',
    });
    await fail(broker.ctx, {
      ...names,
      receiptHandle: delivered?.receiptHandle ?? '',
      messageId,
      clientId: 'client-1',
    });
  });
  expect(await timeline(messageId, names.group)).toMatchObject({
    state: 'waiting-retry',
    dueAt: at(10_000),
    deliveries: [
      {
        attempt: 1,
        state: 'failed',
        tookMs: 2000,
        cause: 'nack',
        reason: { errorType: 'Timeout', message: 'upstream 504', stack: 'at x' },
      },
    ],
    prediction: {
      assumedTryMs: 2000,
      diesAt: at(10_000 + 2000 + 10_000 + 2000),
      next: [
        { attempt: 2, at: at(10_000) },
        { attempt: 3, at: at(22_000) },
      ],
    },
  });
  broker.clock.advance(10_000);
  expect(await timeline(messageId, names.group)).toMatchObject({ state: 'ready', prediction: { fromNow: true } });
  await receiveNow(broker.ctx, names);
  broker.clock.advance(60_000);
  await expire(broker.ctx);
  expect(await timeline(messageId, names.group)).toMatchObject({
    state: 'ready',
    deliveries: [{}, { attempt: 2, state: 'failed', cause: 'timeout', reason: null, waitedMs: 10_000, tookMs: 60_000 }],
  });
  await failNow(names);
  expect(await timeline(messageId, names.group)).toMatchObject({
    state: 'dead',
    deadAt: at(0),
    deadLetterId: expect.any(Number),
    prediction: null,
    deliveries: [{}, {}, { attempt: 3, state: 'failed', cause: 'nack' }],
    lives: [{ generation: 0, deliveries: 3, end: 'dead', endedAt: at(0) }],
  });
});

test('a re-driven message has two lives; the report of the second does not touch the first', async () => {
  const names = await scene({ maxRetries: 0 });
  const messageId = await sent(names);
  await failNow(names);
  const { redriveId } = await startRedrive(broker.ctx, {
    group: names.group,
    messageIds: [messageId],
    reason: '',
    actor: systemActor('test'),
  });
  expect(await timeline(messageId, names.group)).toMatchObject({ state: 'dead', redriveId });
  broker.clock.advance(1000);
  expect(await stepRedrives(broker.ctx)).toBe(1);
  expect(await timeline(messageId, names.group)).toMatchObject({
    state: 'ready',
    generation: 1,
    redriveId: null,
    prediction: { fromNow: true, next: [{ attempt: 1 }] },
  });
  broker.clock.advance(500);
  const [delivered] = await receiveNow(broker.ctx, names);
  expect(delivered).toMatchObject({ messageId, attempt: 1, generation: 1 });
  await reportFailure(broker.ctx, { messageId, group: names.group, attempt: 1, errorType: 'New', message: 'm' });
  broker.clock.advance(100);
  await ack(broker.ctx, { ...names, entries: [{ receiptHandle: delivered?.receiptHandle ?? '', messageId }] });
  expect(await timeline(messageId, names.group)).toMatchObject({
    state: 'consumed',
    generation: 1,
    deliveries: [
      { generation: 0, attempt: 1, state: 'failed', reason: null },
      { generation: 1, attempt: 1, state: 'consumed', waitedMs: 500, tookMs: 100, reason: { errorType: 'New' } },
    ],
    lives: [
      { generation: 0, end: 'dead' },
      { generation: 1, end: 'consumed', redriveId },
    ],
  });
});

test('a tag that does not match: counted as consumed, and said so', async () => {
  const names = await scene();
  const skipped = await sent(names, { tag: 'B' });
  const taken = await sent(names, { tag: 'A' });
  const skippedAfter = await sent(names, { tag: 'B' });
  const filter = { type: 'TAG' as const, expression: 'A' };
  expect(await receiveNow(broker.ctx, { ...names, filter })).toHaveLength(1);
  await receiveNow(broker.ctx, { ...names, filter });
  expect(await timeline(taken, names.group)).toMatchObject({ state: 'in-flight' });
  expect(await timeline(skippedAfter, names.group)).toMatchObject({ state: 'filtered-out', deliveries: [] });
  expect((await timeline(skipped, names.group)).state).toMatch(/filtered-out|unrecorded/);
});

test('an ordered group: the later message of a key waits behind its head, another key does not', async () => {
  const names = await scene({ deliveryOrder: 'ordered' }, 'FIFO');
  const head = await sent(names, { messageGroup: 'k1' });
  const [delivered] = await receiveNow(broker.ctx, { ...names, batchSize: 1 });
  expect(delivered?.messageId).toBe(head);
  const next = await sent(names, { messageGroup: 'k1' });
  const third = await sent(names, { messageGroup: 'k1' });
  const other = await sent(names, { messageGroup: 'k2' });
  expect(await receiveNow(broker.ctx, { ...names, batchSize: 1 })).toMatchObject([{ messageId: other }]);
  expect(await timeline(next, names.group)).toMatchObject({
    state: 'ready',
    waitingBehind: { headId: head, headHeld: true, headAttempt: 1, ahead: 1 },
  });
  await fail(broker.ctx, {
    ...names,
    receiptHandle: delivered?.receiptHandle ?? '',
    messageId: head,
    clientId: 'client-1',
  });
  expect(await timeline(head, names.group)).toMatchObject({ state: 'waiting-retry', waitingBehind: null });
  expect(await timeline(third, names.group)).toMatchObject({
    state: 'ready',
    waitingBehind: { headId: head, headHeld: false, headVisibleAt: at(10_000), ahead: 2 },
  });
  expect(await timeline(other, names.group)).toMatchObject({ state: 'in-flight', waitingBehind: null });
});

test('one id in two topics: a timeline for each', async () => {
  const one = await scene();
  const two = await scene();
  const messageId = await sent(one);
  await sent(two, { messageId });
  await receiveNow(broker.ctx, one);
  await failNow(two);
  const found = await readTimeline(broker.ctx, { messageId });
  expect(found.map(({ topic, group, state }) => ({ topic, group, state }))).toEqual([
    { topic: one.topic, group: one.group, state: 'in-flight' },
    { topic: two.topic, group: two.group, state: 'waiting-retry' },
  ]);
});
