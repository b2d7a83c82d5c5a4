import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { OutgoingMessage } from '../../model/message/message';
import { receiveNow, testMessage } from '../../testing/broker';
import { createBrokerContext } from '../create-context';
import { readCountGauges } from '../backlog/gauges';
import { send } from '../message/send';
import { prune } from '../retention/prune';
import { createTopic } from '../topic/create';
import { findScheduled, listScheduled } from './browse';
import { recallByProducer } from './recall';
import { nextDueMs, releaseDue } from './release-due';
import { scheduleStage } from '../../testing/schedules';

const { stage, scene, delayed, releaseAll, clearSchedule, receiveAll } = scheduleStage();
const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ACTOR = systemActor('test');

test('[case 69] a delayed message is delivered when it is due, and not a millisecond before', async () => {
  const names = await scene('exactly');
  const message = delayed(5 * SECOND, { tag: 'T', keys: ['k1', 'k2'], properties: { colour: 'red' } });
  const [receipt] = await send(stage.broker.ctx, { topic: names.topic, messages: [message] });
  expect(receipt).toMatchObject({ offset: -1, duplicate: false, scheduledFor: message.deliverAt });
  expect(await nextDueMs(stage.broker.ctx)).toBe(5 * SECOND);
  stage.broker.clock.advance(5 * SECOND - 1);
  expect(await releaseDue(stage.broker.ctx)).toBe(0);
  expect(await nextDueMs(stage.broker.ctx)).toBe(1);
  expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);
  stage.broker.clock.advance(1);
  expect(await nextDueMs(stage.broker.ctx)).toBe(0);
  expect(await releaseDue(stage.broker.ctx)).toBe(1);
  expect(await nextDueMs(stage.broker.ctx)).toBe(Number.POSITIVE_INFINITY);
  expect(await receiveNow(stage.broker.ctx, names)).toMatchObject([
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
  const receipts = await send(stage.broker.ctx, { topic: names.topic, messages });
  expect(receipts.map(({ scheduledFor }) => scheduledFor)).toEqual([undefined, undefined, undefined]);
  expect(receipts.every(({ offset }) => offset >= 0)).toBe(true);
  const received = await receiveNow(stage.broker.ctx, names);
  expect(received.map(({ messageId, deliverAt }) => [messageId, deliverAt])).toEqual(
    messages.map(({ messageId, deliverAt }) => [messageId, deliverAt]),
  );
});

test('[case 71] 24 h ahead is taken, a millisecond more is refused and stores nothing of the call', async () => {
  const names = await scene('limit');
  await send(stage.broker.ctx, { topic: names.topic, messages: [delayed(DAY)] });
  const call = [delayed(SECOND), delayed(DAY + 1)];
  await expect(send(stage.broker.ctx, { topic: names.topic, messages: call })).rejects.toMatchObject({
    code: 'illegal-delivery-time',
    field: 'deliveryTimestamp',
    limit: DAY,
    value: DAY + 1,
  });
  expect((await listScheduled(stage.broker.ctx, { topic: names.topic })).items).toHaveLength(1);
});

test('the type is enforced: a DELAY topic takes delayed messages only, and others none', async () => {
  const names = await scene('typed');
  await createTopic(stage.broker.ctx, { name: 'typed-normal', messageType: 'NORMAL', actor: ACTOR });
  await expect(send(stage.broker.ctx, { topic: names.topic, messages: [testMessage()] })).rejects.toMatchObject({
    code: 'message-type-conflict',
  });
  await expect(send(stage.broker.ctx, { topic: 'typed-normal', messages: [delayed(SECOND)] })).rejects.toMatchObject({
    code: 'message-type-conflict',
  });
  await expect(
    send(stage.broker.ctx, { topic: names.topic, messages: [testMessage({ messageType: 'DELAY' })] }),
  ).rejects.toMatchObject({ code: 'bad-request', field: 'deliveryTimestamp' });
  await expect(
    send(stage.broker.ctx, { topic: 'typed-normal', messages: [delayed(SECOND, { messageType: 'NORMAL' })] }),
  ).rejects.toMatchObject({ code: 'message-type-conflict', field: 'deliveryTimestamp' });
});

test('one call may hold messages due now and later; answers keep their order', async () => {
  const names = await scene('mixed');
  const messages = [delayed(SECOND), delayed(-1), delayed(2 * SECOND), delayed(-2)];
  const receipts = await send(stage.broker.ctx, { topic: names.topic, messages });
  expect(receipts.map(({ messageId }) => messageId)).toEqual(messages.map(({ messageId }) => messageId));
  expect(receipts.map(({ scheduledFor }) => scheduledFor !== undefined)).toEqual([true, false, true, false]);
  expect(await receiveAll(names)).toEqual([messages[1]?.messageId, messages[3]?.messageId]);
  stage.broker.clock.advance(2 * SECOND);
  await releaseAll();
  expect(await receiveAll(names)).toEqual([messages[0]?.messageId, messages[2]?.messageId]);
});

test('messages fall due in the order of their times, whatever the order they were sent in', async () => {
  const names = await scene('sorted', 1);
  const ahead = [700, 100, 900, 300, 500];
  const messages = ahead.map((aheadMs) => delayed(aheadMs));
  await send(stage.broker.ctx, { topic: names.topic, messages });
  stage.broker.clock.advance(SECOND);
  await releaseAll();
  const byTime = messages.toSorted((a, b) => (a.deliverAt?.getTime() ?? 0) - (b.deliverAt?.getTime() ?? 0));
  expect(await receiveAll(names)).toEqual(byTime.map(({ messageId }) => messageId));
});

test('an id is stored once: repeated while it waits, when it is due, and after it was delivered', async () => {
  const names = await scene('once');
  const message = delayed(SECOND);
  const again = async () => (await send(stage.broker.ctx, { topic: names.topic, messages: [message] }))[0];
  expect(await again()).toMatchObject({ duplicate: false });
  expect(await again()).toMatchObject({ duplicate: true, scheduledFor: message.deliverAt });
  // The producer's second try may name another time: the first one holds, and its handle is answered.
  const later = { ...message, deliverAt: new Date((message.deliverAt?.getTime() ?? 0) + HOUR) };
  expect((await send(stage.broker.ctx, { topic: names.topic, messages: [later, message] }))[0]).toMatchObject({
    duplicate: true,
    scheduledFor: message.deliverAt,
  });
  stage.broker.clock.advance(SECOND);
  expect(await again()).toMatchObject({ duplicate: true, scheduledFor: message.deliverAt });
  expect(await releaseAll()).toBe(1);
  const repeat = await again();
  expect(repeat).toMatchObject({ duplicate: true });
  expect(repeat?.offset).toBeGreaterThanOrEqual(0);
  const laterRepeat = (await send(stage.broker.ctx, { topic: names.topic, messages: [later] }))[0];
  expect(laterRepeat).toMatchObject({ duplicate: true, offset: repeat?.offset });
  stage.broker.clock.advance(2 * HOUR);
  expect(await releaseAll()).toBe(0);
  expect(await receiveAll(names)).toEqual([message.messageId]);
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
      send(stage.broker.ctx, { topic: names.topic, messages: [...fresh, ...repeats] }),
      send(stage.broker.ctx, { topic: names.topic, messages: [...repeats, ...fresh.slice(0, 5)] }),
      releaseDue(stage.broker.ctx),
      releaseDue(stage.broker.ctx),
    ]);
    for (const { messageId, deliverAt } of await receiveNow(stage.broker.ctx, names)) {
      expect(deliverAt?.getTime()).toBeLessThanOrEqual(stage.broker.clock.nowOrNull().getTime());
      received.push(messageId);
    }
    stage.broker.clock.advance(500);
  }
  stage.broker.clock.advance(4 * SECOND);
  await Promise.all([releaseAll(), releaseAll()]);
  received.push(...(await receiveAll(names)));
  expect(received.toSorted()).toEqual(sent.map(({ messageId }) => messageId).toSorted());
});

test('segments open and drop meanwhile: what waits is kept, delivered once; the record of a recall goes in time', async () => {
  const names = await scene('kept');
  const policy = { retentionMs: 3 * HOUR, segmentMs: HOUR };
  const message = delayed(10 * HOUR);
  const recalled = delayed(10 * HOUR);
  await send(stage.broker.ctx, { topic: names.topic, messages: [message, recalled] });
  await recallByProducer(stage.broker.ctx, {
    topic: names.topic,
    messageId: recalled.messageId,
    deliverAt: recalled.deliverAt ?? new Date(0),
  });
  for (let hour = 0; hour < 10; hour += 1) {
    expect(await releaseAll()).toBe(0);
    expect(await findScheduled(stage.broker.ctx, recalled.messageId)).toHaveLength(hour <= 3 ? 1 : 0);
    stage.broker.clock.advance(HOUR);
    await prune(stage.broker.ctx, policy);
  }
  expect(await releaseAll()).toBe(1);
  await prune(stage.broker.ctx, policy);
  expect((await send(stage.broker.ctx, { topic: names.topic, messages: [message] }))[0]?.duplicate).toBe(true);
  expect(await receiveAll(names)).toEqual([message.messageId]);
});

test('after a restart, whatever process runs releases what waited', async () => {
  const names = await scene('restarted');
  await clearSchedule();
  const message = delayed(SECOND);
  await send(stage.broker.ctx, { topic: names.topic, messages: [message] });
  const { clock, log, metrics } = stage.broker.ctx;
  const other = await createBrokerContext({ store: stage.broker.database.store, clock, log, metrics });
  stage.broker.clock.advance(SECOND);
  expect(await releaseDue(other)).toBe(1);
  expect(await receiveAll(names)).toEqual([message.messageId]);
});

test('a batch of large messages is released in parts, in order', async () => {
  const names = await scene('large', 1);
  await clearSchedule();
  const messages = Array.from({ length: 5 }, (_, index) =>
    delayed(SECOND + index, { body: Buffer.alloc(1_500_000, index + 1) }),
  );
  for (const message of messages) await send(stage.broker.ctx, { topic: names.topic, messages: [message] });
  stage.broker.clock.advance(2 * SECOND);
  expect(await releaseDue(stage.broker.ctx)).toBe(3);
  expect(await releaseAll()).toBe(2);
  const received = await receiveNow(stage.broker.ctx, { ...names, batchSize: 5 });
  expect(received.map(({ body }) => [body.length, body[0]])).toEqual(
    messages.map(({ body }) => [body.length, body[0]]),
  );
});

test('the figures say for how long the oldest message is overdue, and for how long messages were asked to wait', async () => {
  const observed: [string, unknown, number][] = [];
  const { store, log } = stage.broker.ctx;
  const metrics = {
    count: () => undefined,
    observe: (...seen: [string, unknown, number]) => void observed.push(seen),
  };
  const ctx = await createBrokerContext({ store, log, metrics, clock: stage.broker.clock });
  const { topic } = await scene('overdue');
  const lateMs = async (): Promise<number | undefined> =>
    (await readCountGauges(ctx)).find(({ name }) => name === 'rocketmq_timer_dequeue_latency')?.value;
  await send(ctx, { topic, messages: [delayed(HOUR, { bornAt: stage.broker.clock.nowOrNull() })] });
  expect(observed).toContainEqual(['rocketmq_delay_message_latency', { topic }, 3600]);
  expect(await lateMs()).toBe(0);
  stage.broker.clock.advance(HOUR + 5 * SECOND);
  expect(await lateMs()).toBe(5 * SECOND);
  while ((await releaseDue(ctx)) > 0);
  expect(await lateMs()).toBe(0);
});
