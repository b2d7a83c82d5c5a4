import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/actor';
import type { OutgoingMessage } from '../../model/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { createBrokerContext } from '../context';
import { ack } from '../delivery/ack';
import { createGroup } from '../group/create';
import { readCountGauges } from '../backlog/gauges';
import { send } from '../message/send';
import { keepHouse } from '../retention/keep-house';
import { createTopic } from '../topic/create';
import { countScheduled, findScheduled, listScheduled } from './browse';
import { recallByProducer, recallScheduled } from './recall';
import { releaseDue } from './release-due';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ACTOR = systemActor('test');

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
  const { rows } = await broker.database.store.console.query<{ opened_at: Date }>('SELECT opened_at FROM segment');
  // The first segment was opened by the migration, on the real clock: test time starts there.
  broker.clock.advance((rows[0]?.opened_at.getTime() ?? 0) - broker.clock.nowOrNull().getTime());
});
afterAll(() => broker.close());

async function scene(name: string, queues = 2): Promise<{ topic: string; group: string }> {
  await createGroup(broker.ctx, { name, actor: ACTOR });
  await createTopic(broker.ctx, { name, messageType: 'DELAY', queues, actor: ACTOR });
  // The group starts where it subscribes.
  await receiveNow(broker.ctx, { topic: name, group: name });
  return { topic: name, group: name };
}

function delayed(aheadMs: number, fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return testMessage({ deliverAt: new Date(broker.clock.nowOrNull().getTime() + aheadMs), ...fields });
}

async function releaseAll(): Promise<number> {
  let total = 0;
  for (let moved = await releaseDue(broker.ctx); moved > 0; moved = await releaseDue(broker.ctx)) total += moved;
  return total;
}

/** Moves what earlier tests left waiting. */
async function clearSchedule(): Promise<void> {
  broker.clock.advance(2 * DAY);
  await releaseAll();
}

async function receiveAll(names: { topic: string; group: string }): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const batch = await receiveNow(broker.ctx, names);
    if (batch.length === 0) return ids;
    ids.push(...batch.map(({ messageId }) => messageId));
    await ack(broker.ctx, { ...names, entries: batch });
  }
}

test('[case 69] a delayed message is delivered when it is due, and not a millisecond before', async () => {
  const names = await scene('exactly');
  const message = delayed(5 * SECOND, { tag: 'T', keys: ['k1', 'k2'], properties: { colour: 'red' } });
  const [receipt] = await send(broker.ctx, { topic: names.topic, messages: [message] });
  expect(receipt).toMatchObject({ offset: -1, duplicate: false, scheduledFor: message.deliverAt });
  broker.clock.advance(5 * SECOND - 1);
  expect(await releaseDue(broker.ctx)).toBe(0);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  broker.clock.advance(1);
  expect(await releaseDue(broker.ctx)).toBe(1);
  expect(await receiveNow(broker.ctx, names)).toMatchObject([
    {
      messageId: message.messageId,
      messageType: 'DELAY',
      tag: 'T',
      keys: ['k1', 'k2'],
      deliverAt: message.deliverAt,
      body: message.body,
      bornAt: message.bornAt,
      attempt: 1,
    },
  ]);
});

test('[case 70] a time in the past, or this moment, is delivered at once, without a schedule', async () => {
  const names = await scene('past');
  const messages = [delayed(-20 * SECOND), delayed(0), delayed(0, { deliverAt: new Date(-8.64e15) })];
  const receipts = await send(broker.ctx, { topic: names.topic, messages });
  expect(receipts.map(({ scheduledFor }) => scheduledFor)).toEqual([undefined, undefined, undefined]);
  expect(receipts.every(({ offset }) => offset >= 0)).toBe(true);
  const received = await receiveNow(broker.ctx, names);
  expect(received.map(({ messageId, deliverAt }) => [messageId, deliverAt])).toEqual(
    messages.map(({ messageId, deliverAt }) => [messageId, deliverAt]),
  );
});

test('[case 71] 24 h ahead is taken, a millisecond more is refused and stores nothing of the call', async () => {
  const names = await scene('limit');
  await send(broker.ctx, { topic: names.topic, messages: [delayed(DAY)] });
  const call = [delayed(SECOND), delayed(DAY + 1)];
  await expect(send(broker.ctx, { topic: names.topic, messages: call })).rejects.toMatchObject({
    code: 'illegal-delivery-time',
    field: 'deliveryTimestamp',
    limit: DAY,
    value: DAY + 1,
  });
  expect((await listScheduled(broker.ctx, { topic: names.topic })).items).toHaveLength(1);
});

test('the type is enforced: a DELAY topic takes delayed messages only, and others none', async () => {
  const names = await scene('typed');
  await createTopic(broker.ctx, { name: 'typed-normal', messageType: 'NORMAL', actor: ACTOR });
  await expect(send(broker.ctx, { topic: names.topic, messages: [testMessage()] })).rejects.toMatchObject({
    code: 'message-type-conflict',
  });
  await expect(send(broker.ctx, { topic: 'typed-normal', messages: [delayed(SECOND)] })).rejects.toMatchObject({
    code: 'message-type-conflict',
  });
  await expect(
    send(broker.ctx, { topic: names.topic, messages: [testMessage({ messageType: 'DELAY' })] }),
  ).rejects.toMatchObject({ code: 'bad-request', field: 'deliveryTimestamp' });
  await expect(
    send(broker.ctx, { topic: 'typed-normal', messages: [delayed(SECOND, { messageType: 'NORMAL' })] }),
  ).rejects.toMatchObject({ code: 'message-type-conflict', field: 'deliveryTimestamp' });
});

test('one call may hold messages due now and later; answers keep their order', async () => {
  const names = await scene('mixed');
  const messages = [delayed(SECOND), delayed(-1), delayed(2 * SECOND), delayed(-2)];
  const receipts = await send(broker.ctx, { topic: names.topic, messages });
  expect(receipts.map(({ messageId }) => messageId)).toEqual(messages.map(({ messageId }) => messageId));
  expect(receipts.map(({ scheduledFor }) => scheduledFor !== undefined)).toEqual([true, false, true, false]);
  expect(await receiveAll(names)).toEqual([messages[1]?.messageId, messages[3]?.messageId]);
  broker.clock.advance(2 * SECOND);
  await releaseAll();
  expect(await receiveAll(names)).toEqual([messages[0]?.messageId, messages[2]?.messageId]);
});

test('messages fall due in the order of their times, whatever the order they were sent in', async () => {
  const names = await scene('sorted', 1);
  const ahead = [700, 100, 900, 300, 500];
  const messages = ahead.map((aheadMs) => delayed(aheadMs));
  await send(broker.ctx, { topic: names.topic, messages });
  broker.clock.advance(SECOND);
  await releaseAll();
  const byTime = messages.toSorted((a, b) => (a.deliverAt?.getTime() ?? 0) - (b.deliverAt?.getTime() ?? 0));
  expect(await receiveAll(names)).toEqual(byTime.map(({ messageId }) => messageId));
});

test('an id is stored once: repeated while it waits, when it is due, and after it was delivered', async () => {
  const names = await scene('once');
  const message = delayed(SECOND);
  const again = async () => (await send(broker.ctx, { topic: names.topic, messages: [message] }))[0];
  expect(await again()).toMatchObject({ duplicate: false });
  expect(await again()).toMatchObject({ duplicate: true, scheduledFor: message.deliverAt });
  // The producer's second try may name another time: the first one holds, and its handle is answered.
  const later = { ...message, deliverAt: new Date((message.deliverAt?.getTime() ?? 0) + HOUR) };
  expect((await send(broker.ctx, { topic: names.topic, messages: [later, message] }))[0]).toMatchObject({
    duplicate: true,
    scheduledFor: message.deliverAt,
  });
  broker.clock.advance(SECOND);
  expect(await again()).toMatchObject({ duplicate: true, scheduledFor: message.deliverAt });
  expect(await releaseAll()).toBe(1);
  const repeat = await again();
  expect(repeat).toMatchObject({ duplicate: true });
  expect(repeat?.offset).toBeGreaterThanOrEqual(0);
  const laterRepeat = (await send(broker.ctx, { topic: names.topic, messages: [later] }))[0];
  expect(laterRepeat).toMatchObject({ duplicate: true, offset: repeat?.offset });
  broker.clock.advance(2 * HOUR);
  expect(await releaseAll()).toBe(0);
  expect(await receiveAll(names)).toEqual([message.messageId]);
});

test('[case 72] recalled before it is due, it is never delivered; a repeated send does not bring it back', async () => {
  const names = await scene('recalled');
  const message = delayed(SECOND);
  const target = { topic: names.topic, messageId: message.messageId, deliverAt: message.deliverAt ?? new Date(0) };
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  expect(await recallByProducer(broker.ctx, target)).toMatchObject({ changed: true, recalledBy: null });
  expect(await recallByProducer(broker.ctx, target)).toMatchObject({ changed: false });
  expect((await send(broker.ctx, { topic: names.topic, messages: [message] }))[0]).toMatchObject({ duplicate: true });
  broker.clock.advance(2 * SECOND);
  expect((await send(broker.ctx, { topic: names.topic, messages: [message] }))[0]).toMatchObject({ duplicate: true });
  expect(await releaseAll()).toBe(0);
  expect(await receiveAll(names)).toEqual([]);
  const [found] = await findScheduled(broker.ctx, message.messageId);
  expect(found?.recalledAt?.getTime()).toBe(broker.clock.nowOrNull().getTime() - 2 * SECOND);
  expect((await listScheduled(broker.ctx, { topic: names.topic })).items).toEqual([]);
});

test('a recall is refused: in the log already, unknown id, another time, unknown topic, a topic of another type', async () => {
  const names = await scene('refused');
  const message = delayed(SECOND);
  const deliverAt = message.deliverAt ?? new Date(0);
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  const recall = (fields: object) =>
    recallByProducer(broker.ctx, { topic: names.topic, messageId: message.messageId, deliverAt, ...fields });
  await expect(recall({ messageId: 'never-sent' })).rejects.toMatchObject({ code: 'illegal-recall-handle' });
  await expect(recall({ deliverAt: new Date(deliverAt.getTime() + 1) })).rejects.toMatchObject({
    code: 'illegal-recall-handle',
  });
  await expect(recall({ topic: 'nowhere' })).rejects.toMatchObject({ code: 'topic-not-found' });
  await createTopic(broker.ctx, { name: 'refused-normal', messageType: 'NORMAL', actor: ACTOR });
  await expect(recall({ topic: 'refused-normal' })).rejects.toMatchObject({ code: 'message-type-conflict' });
  broker.clock.advance(SECOND);
  await releaseAll();
  await expect(recall({})).rejects.toMatchObject({ code: 'recall-too-late' });
  expect(await receiveAll(names)).toEqual([message.messageId]);
});

test('an operator recalls one message: a reason, an audit row, once', async () => {
  const names = await scene('by-hand');
  const message = delayed(HOUR);
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  const actor = { kind: 'operator', name: 'ada@example.org', address: '127.0.0.1' } as const;
  const input = { topic: names.topic, messageId: message.messageId, actor, reason: 'wrong price' };
  expect(await recallScheduled(broker.ctx, input)).toMatchObject({ changed: true, recalledBy: 'ada@example.org' });
  expect(await recallScheduled(broker.ctx, input)).toMatchObject({ changed: false });
  const { rows } = await broker.database.store.console.query(
    `SELECT actor, reason, before FROM audit WHERE action = 'message.recall' AND target = $1`,
    [message.messageId],
  );
  expect(rows).toEqual([
    {
      actor: 'ada@example.org',
      reason: 'wrong price',
      before: { topic: names.topic, dueAt: message.deliverAt?.toISOString() },
    },
  ]);
  await expect(recallScheduled(broker.ctx, { ...input, messageId: 'never-sent' })).rejects.toMatchObject({
    code: 'message-not-found',
  });
});

test('a recall that races the release: either it is told too late and delivered, or it is never delivered', async () => {
  const names = await scene('race');
  const messages = Array.from({ length: 60 }, () => delayed(SECOND));
  await send(broker.ctx, { topic: names.topic, messages });
  broker.clock.advance(SECOND);
  const recalled: string[] = [];
  const recall = async ({ messageId, deliverAt }: OutgoingMessage): Promise<void> => {
    try {
      await recallByProducer(broker.ctx, { topic: names.topic, messageId, deliverAt: deliverAt ?? new Date(0) });
      recalled.push(messageId);
    } catch (error) {
      expect(error).toMatchObject({ code: 'recall-too-late' });
    }
  };
  const release = async (after: number): Promise<void> => {
    for (let turn = 0; turn < after; turn += 1) await broker.ctx.store.broker.query('SELECT 1');
    await releaseDue(broker.ctx);
  };
  await Promise.all([...messages.map(recall), release(3), release(6)]);
  await releaseAll();
  const received = await receiveAll(names);
  expect([...received, ...recalled].toSorted()).toEqual(messages.map(({ messageId }) => messageId).toSorted());
});

test('workers, senders and repeats at once: every message once, none early', async () => {
  const names = await scene('crowd', 4);
  const sent: OutgoingMessage[] = [];
  const received: string[] = [];
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 12; round += 1) {
    const fresh = Array.from({ length: 25 }, () => delayed(random(4 * SECOND) - SECOND));
    const repeats = Array.from({ length: 10 }, () => sent[random(Math.max(1, sent.length))]).filter(
      (message) => message !== undefined,
    );
    sent.push(...fresh);
    await Promise.all([
      send(broker.ctx, { topic: names.topic, messages: [...fresh, ...repeats] }),
      send(broker.ctx, { topic: names.topic, messages: [...repeats, ...fresh.slice(0, 5)] }),
      releaseDue(broker.ctx),
      releaseDue(broker.ctx),
    ]);
    for (const { messageId, deliverAt } of await receiveNow(broker.ctx, names)) {
      expect(deliverAt?.getTime()).toBeLessThanOrEqual(broker.clock.nowOrNull().getTime());
      received.push(messageId);
    }
    broker.clock.advance(500);
  }
  broker.clock.advance(4 * SECOND);
  await Promise.all([releaseAll(), releaseAll()]);
  received.push(...(await receiveAll(names)));
  expect(received.toSorted()).toEqual(sent.map(({ messageId }) => messageId).toSorted());
});

test('segments open and drop meanwhile: what waits is kept, delivered once; the record of a recall goes in time', async () => {
  const names = await scene('kept');
  const policy = { retentionMs: 3 * HOUR, segmentMs: HOUR };
  const message = delayed(10 * HOUR);
  const recalled = delayed(10 * HOUR);
  await send(broker.ctx, { topic: names.topic, messages: [message, recalled] });
  await recallByProducer(broker.ctx, {
    topic: names.topic,
    messageId: recalled.messageId,
    deliverAt: recalled.deliverAt ?? new Date(0),
  });
  for (let hour = 0; hour < 10; hour += 1) {
    expect(await releaseAll()).toBe(0);
    expect(await findScheduled(broker.ctx, recalled.messageId)).toHaveLength(hour <= 3 ? 1 : 0);
    broker.clock.advance(HOUR);
    await keepHouse(broker.ctx, policy);
  }
  expect(await releaseAll()).toBe(1);
  await keepHouse(broker.ctx, policy);
  expect((await send(broker.ctx, { topic: names.topic, messages: [message] }))[0]?.duplicate).toBe(true);
  expect(await receiveAll(names)).toEqual([message.messageId]);
});

test('lists page by due time, and counts are told per topic', async () => {
  const names = await scene('listed');
  const messages = [3, 1, 1, 2, 5].map((seconds) => delayed(seconds * SECOND, { messageId: `list_${Math.random()}` }));
  await send(broker.ctx, { topic: names.topic, messages });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listScheduled(broker.ctx, { topic: names.topic, limit: 2, cursor });
    seen.push(...page.items.map(({ messageId }) => messageId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const key = ({ deliverAt, messageId }: OutgoingMessage): string => `${deliverAt?.toISOString()} ${messageId}`;
  expect(seen).toEqual(messages.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ messageId }) => messageId));
  const { topicId } = await broker.ctx.topics.find(names.topic);
  const figures = (await countScheduled(broker.ctx)).find((row) => row.topicId === topicId);
  expect(figures).toMatchObject({ waiting: 5, nextDueAt: messages[1]?.deliverAt });
  await expect(listScheduled(broker.ctx, { topic: names.topic, cursor: 'x' })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'cursor',
  });
});

test('after a restart, whatever process runs releases what waited', async () => {
  const names = await scene('restarted');
  await clearSchedule();
  const message = delayed(SECOND);
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  const { clock, log, metrics } = broker.ctx;
  const other = await createBrokerContext({ store: broker.database.store, clock, log, metrics });
  broker.clock.advance(SECOND);
  expect(await releaseDue(other)).toBe(1);
  expect(await receiveAll(names)).toEqual([message.messageId]);
});

test('a batch of large messages is released in parts, in order', async () => {
  const names = await scene('large', 1);
  await clearSchedule();
  const messages = Array.from({ length: 5 }, (_, index) =>
    delayed(SECOND + index, { body: Buffer.alloc(1_500_000, index + 1) }),
  );
  for (const message of messages) await send(broker.ctx, { topic: names.topic, messages: [message] });
  broker.clock.advance(2 * SECOND);
  expect(await releaseDue(broker.ctx)).toBe(3);
  expect(await releaseAll()).toBe(2);
  const received = await receiveNow(broker.ctx, { ...names, batchSize: 5 });
  expect(received.map(({ body }) => [body.length, body[0]])).toEqual(
    messages.map(({ body }) => [body.length, body[0]]),
  );
});

test('the figures say for how long the oldest message is overdue, and for how long messages were asked to wait', async () => {
  const observed: [string, unknown, number][] = [];
  const { store, log } = broker.ctx;
  const metrics = {
    count: () => undefined,
    observe: (...seen: [string, unknown, number]) => void observed.push(seen),
  };
  const ctx = await createBrokerContext({ store, log, metrics, clock: broker.clock });
  const { topic } = await scene('overdue');
  const lateMs = async (): Promise<number | undefined> =>
    (await readCountGauges(ctx)).find(({ name }) => name === 'rocketmq_timer_dequeue_latency')?.value;
  await send(ctx, { topic, messages: [delayed(HOUR, { bornAt: broker.clock.nowOrNull() })] });
  expect(observed).toContainEqual(['rocketmq_delay_message_latency', { topic }, 3600]);
  expect(await lateMs()).toBe(0);
  broker.clock.advance(HOUR + 5 * SECOND);
  expect(await lateMs()).toBe(5 * SECOND);
  while ((await releaseDue(ctx)) > 0);
  expect(await lateMs()).toBe(0);
});
