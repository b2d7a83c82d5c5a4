import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';

import { retryDelayMs } from '../../model/delivery/retry-policy';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { deliveryClaim } from '../../store/queries/delivery/delivery-claim';
import { createGroup } from '../group/create';
import { updateGroup } from '../group/update';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { ack } from './ack';
import { changeInvisible } from './change-invisible';
import { expire } from './expire';
import { fail } from './fail';
import { deadLetterExhausted } from './dead-letter-exhausted';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

let scenes = 0;
async function scene(
  group: Partial<Parameters<typeof createGroup>[1]> = {},
): Promise<{ topic: string; group: string }> {
  scenes += 1;
  const names = { topic: `topic-${scenes}`, group: `group-${scenes}` };
  await createGroup(broker.ctx, { name: names.group, actor: systemActor('test'), ...group });
  await createTopic(broker.ctx, { name: names.topic, messageType: 'NORMAL', queues: 4, actor: systemActor('test') });
  return names;
}

async function states(messageId: string): Promise<string[]> {
  const { rows } = await broker.database.store.console.query<{ line: string }>(
    `SELECT concat_ws(' ', e.state, e.attempt, e.cause) AS line FROM delivery_step e
       JOIN message m ON m.queue_id = e.queue_id AND m.off = e.off WHERE m.msg_id = $1 ORDER BY e.event_id, e.step`,
    [messageId],
  );
  return rows.map(({ line }) => line);
}

async function deadLetters(group: string): Promise<{ msg_id: string; attempts: number; cause: string }[]> {
  const { rows } = await broker.database.store.console.query<{ msg_id: string; attempts: number; cause: string }>(
    'SELECT d.msg_id, d.attempts, d.cause FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1 ORDER BY d.dead_at',
    [group],
  );
  return rows;
}

test('the whole documented schedule: 17 deliveries over 4 h 45 m 40 s, then the dead letters', async () => {
  const names = await scene();
  const message = testMessage({ keys: ['k'], tag: 'TagA', properties: { p: 'v' } });
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  const gaps: number[] = [];
  let waitedMs = 0;
  for (let attempt = 1; attempt <= 17; attempt += 1) {
    const [delivered] = await receiveNow(broker.ctx, names);
    expect(delivered).toMatchObject({
      messageId: message.messageId,
      attempt,
      tag: 'TagA',
      keys: ['k'],
      properties: { p: 'v' },
      topic: names.topic,
    });
    if (delivered === undefined) return;
    await fail(broker.ctx, {
      ...names,
      receiptHandle: delivered.receiptHandle,
      messageId: delivered.messageId,
      clientId: 'client-1',
    });
    if (attempt === 17) break;
    const delayMs = retryDelayMs({ type: 'stepped' }, attempt);
    broker.clock.advance(delayMs - 1);
    expect(await receiveNow(broker.ctx, names)).toEqual([]);
    broker.clock.advance(1);
    gaps.push(delayMs / 1000);
    waitedMs += delayMs;
  }
  expect(gaps).toEqual([10, 30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 1200, 1800, 3600, 7200]);
  expect(waitedMs).toBe(((4 * 60 + 45) * 60 + 40) * 1000);
  broker.clock.advance(3 * 3600_000);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  expect(await deadLetters(names.group)).toEqual([{ msg_id: message.messageId, attempts: 17, cause: 'nack' }]);
  const lines = await states(message.messageId);
  expect(lines).toHaveLength(34);
  expect(lines.slice(0, 3)).toEqual(['Inflight 1 delivered', 'WaitingRetry 1 nack', 'Inflight 2 delivered']);
  expect(lines.at(-1)).toBe('DLQ 17 nack');
});

test('success on the third delivery commits and leaves nothing behind', async () => {
  const names = await scene();
  const message = testMessage();
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  for (const waitMs of [10_000, 30_000]) {
    const [delivered] = await receiveNow(broker.ctx, names);
    await fail(broker.ctx, {
      ...names,
      receiptHandle: delivered?.receiptHandle ?? '',
      messageId: message.messageId,
      clientId: 'client-1',
    });
    broker.clock.advance(waitMs);
  }
  const [third] = await receiveNow(broker.ctx, names);
  expect(third?.attempt).toBe(3);
  const entry = { receiptHandle: third?.receiptHandle ?? '', messageId: message.messageId };
  expect(await ack(broker.ctx, { ...names, entries: [entry] })).toMatchObject([{ error: null }]);
  expect(await ack(broker.ctx, { ...names, entries: [entry] })).toMatchObject([{ error: null }]);
  broker.clock.advance(8 * 3600_000);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  expect(await deadLetters(names.group)).toEqual([]);
  expect((await states(message.messageId)).at(-1)).toBe('Commit 3 acked');
});

test('zero retries: one delivery, then dead', async () => {
  const names = await scene({ maxRetries: 0 });
  const message = testMessage();
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  const [delivered] = await receiveNow(broker.ctx, names);
  await fail(broker.ctx, {
    ...names,
    receiptHandle: delivered?.receiptHandle ?? '',
    messageId: message.messageId,
    clientId: 'client-1',
  });
  expect(await deadLetters(names.group)).toEqual([{ msg_id: message.messageId, attempts: 1, cause: 'nack' }]);
  expect(await states(message.messageId)).toEqual(['Inflight 1 delivered', 'DLQ 1 nack']);
});

test('a lowered limit: the waiting message is dead when it falls due, not before, and is not delivered', async () => {
  const names = await scene({ maxRetries: 16, retryPolicy: { type: 'fixed', intervalMs: 5000 } });
  const message = testMessage();
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const [delivered] = await receiveNow(broker.ctx, names);
    await fail(broker.ctx, {
      ...names,
      receiptHandle: delivered?.receiptHandle ?? '',
      messageId: message.messageId,
      clientId: 'client-1',
    });
    if (attempt < 5) broker.clock.advance(5000);
  }
  await updateGroup(broker.ctx, { name: names.group, version: 1, maxRetries: 3, actor: systemActor('test') });
  expect(await deadLetterExhausted(broker.ctx)).toBe(0);
  broker.clock.advance(5000);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  expect(await deadLetterExhausted(broker.ctx)).toBe(1);
  expect(await deadLetters(names.group)).toEqual([{ msg_id: message.messageId, attempts: 5, cause: 'limit-lowered' }]);
});

test('a policy edited in mid-flight applies from the next failure, even when this process has not seen the edit', async () => {
  const names = await scene({ retryPolicy: { type: 'fixed', intervalMs: 5000 } });
  const message = testMessage();
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  const [delivered] = await receiveNow(broker.ctx, names);
  // Behind the cache's back, as another process would.
  await broker.database.store.console.query(
    `UPDATE consumer_group SET retry_policy = '{"type":"fixed","intervalMs":60000}', version = 2 WHERE name = $1`,
    [names.group],
  );
  await fail(broker.ctx, {
    ...names,
    receiptHandle: delivered?.receiptHandle ?? '',
    messageId: message.messageId,
    clientId: 'client-1',
  });
  broker.clock.advance(59_999);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  broker.clock.advance(1);
  expect(await receiveNow(broker.ctx, names)).toMatchObject([{ attempt: 2 }]);
});

test('a lease that ends without a verdict is a failed delivery, ready at once; after the last one the message is dead', async () => {
  const names = await scene({ maxRetries: 1 });
  const message = testMessage();
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  const simple = { ...names, autoRenew: false, invisibleMs: 10_000 };
  const [first] = await receiveNow(broker.ctx, simple);
  broker.clock.advance(10_000);
  expect(
    await ack(broker.ctx, {
      ...names,
      entries: [{ receiptHandle: first?.receiptHandle ?? '', messageId: message.messageId }],
    }),
  ).toMatchObject([{ error: { code: 'invalid-receipt-handle' } }]);
  expect((await expire(broker.ctx)).ended).toBe(1);
  const [second] = await receiveNow(broker.ctx, simple);
  expect(second?.attempt).toBe(2);
  broker.clock.advance(10_000);
  await expire(broker.ctx);
  expect(await receiveNow(broker.ctx, simple)).toEqual([]);
  expect(await deadLetters(names.group)).toEqual([{ msg_id: message.messageId, attempts: 2, cause: 'unconfirmed' }]);
  expect(await states(message.messageId)).toEqual([
    'Inflight 1 delivered',
    'Ready 1 timeout',
    'Inflight 2 delivered',
    'DLQ 2 timeout',
  ]);
});

test('of several messages that wait, a receive gets the due messages and no others, the first due first', async () => {
  const names = await scene({ retryPolicy: { type: 'fixed', intervalMs: 60_000 } });
  const sent = [testMessage(), testMessage(), testMessage()];
  await send(broker.ctx, { topic: names.topic, messages: sent });
  const held = await receiveNow(broker.ctx, { ...names, batchSize: 3 });
  expect(held).toHaveLength(3);
  const failed: string[] = [];
  for (const { receiptHandle, messageId } of held) {
    await fail(broker.ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
    failed.push(messageId);
    broker.clock.advance(20_000);
  }
  // 60, 40 and 20 s ago: only the first is due
  expect((await receiveNow(broker.ctx, { ...names, batchSize: 3 })).map(({ messageId }) => messageId)).toEqual([
    failed[0],
  ]);
  broker.clock.advance(20_000);
  expect((await receiveNow(broker.ctx, { ...names, batchSize: 3 })).map(({ messageId }) => messageId)).toEqual([
    failed[1],
  ]);
});

test('receives that wait together share what is due: half of each before new messages, the longest due first, all in its name', async () => {
  const names = await scene({ retryPolicy: { type: 'fixed', intervalMs: 60_000 } });
  const { ctx, clock, database } = broker;
  const failing = Array.from({ length: 5 }, () => testMessage());
  for (const message of failing) {
    await send(ctx, { topic: names.topic, messages: [message] });
    const [held] = await receiveNow(ctx, names);
    if (held === undefined) throw new Error('nothing came');
    await fail(ctx, { ...names, receiptHandle: held.receiptHandle, messageId: held.messageId, clientId: 'client-1' });
    clock.advance(1000);
  }
  clock.advance(60_000);
  const fresh = Array.from({ length: 3 }, () => testMessage());
  await send(ctx, { topic: names.topic, messages: fresh });
  const { topicId } = await ctx.topics.find(names.topic);
  const { groupId } = await ctx.groups.find(names.group);
  const claim = async (wants: readonly number[]): Promise<string[][]> => {
    const receivers = wants.map((want, index) => ({
      want,
      invisibleMs: 10_000 * (index + 1),
      clientId: index + 1,
      autoRenew: false,
      attemptId: null,
    }));
    const scope = { groupId, topicId, tags: null, firstQueueNo: 0 };
    const rows = await deliveryClaim(database.store.broker, clock.nowOrNull(), scope, receivers, 1_000_000);
    expect(rows.every((row) => row.expires_at.getTime() - clock.nowOrNull().getTime() === 10_000 * row.receiver)).toBe(
      true,
    );
    return wants.map((_want, index) =>
      rows.filter(({ receiver }) => receiver === index + 1).map((row) => (row.epoch === null ? 'new' : row.msg_id)),
    );
  };
  const ids = failing.map(({ messageId }) => messageId);
  expect(await claim([4, 1])).toEqual([[ids[0], ids[1], 'new', 'new'], [ids[2]]]);
  // Nothing else is left: what is free takes retries too.
  expect(await claim([1, 2])).toEqual([[ids[3]], [ids[4], 'new']]);
  const { rows: held } = await database.store.console.query<{ line: string }>(
    `SELECT concat_ws(' ', m.msg_id, r.client_id, e.client_id) AS line FROM retry r
       JOIN message m ON m.queue_id = r.queue_id AND m.off = r.off
       JOIN delivery_step e ON e.group_id = r.group_id AND e.queue_id = r.queue_id AND e.off = r.off
        AND e.epoch = r.epoch
      WHERE r.group_id = $1 AND r.leased AND e.cause = 'delivered' ORDER BY r.off, m.msg_id`,
    [groupId],
  );
  expect(held.map(({ line }) => line).toSorted()).toEqual(
    [`${ids[0]} 1 1`, `${ids[1]} 1 1`, `${ids[2]} 2 2`, `${ids[3]} 1 1`, `${ids[4]} 2 2`].toSorted(),
  );
});

test('after a delivery has failed its handle does nothing more, of a first delivery and of a later one', async () => {
  const names = await scene({ retryPolicy: { type: 'fixed', intervalMs: 60_000 } });
  await send(broker.ctx, { topic: names.topic, messages: [testMessage()] });
  for (const attempt of [1, 2, 3]) {
    const [held] = await receiveNow(broker.ctx, names);
    expect(held).toMatchObject({ attempt });
    if (held === undefined) return;
    const { receiptHandle, messageId } = held;
    const input = { ...names, receiptHandle, messageId, clientId: 'client-1' };
    await fail(broker.ctx, input);
    const refused = { code: 'invalid-receipt-handle' };
    await expect(fail(broker.ctx, input)).rejects.toMatchObject(refused);
    await expect(changeInvisible(broker.ctx, { ...input, invisibleMs: 30_000 })).rejects.toMatchObject(refused);
    expect(await ack(broker.ctx, { ...names, entries: [{ receiptHandle, messageId }] })).toMatchObject([
      { error: refused },
    ]);
    broker.clock.advance(60_000);
  }
});

test('a new invisible time counts from now, of a first delivery and of a later one', async () => {
  const names = await scene();
  await send(broker.ctx, { topic: names.topic, messages: [testMessage()] });
  for (const attempt of [1, 2, 3]) {
    const [held] = await receiveNow(broker.ctx, { ...names, autoRenew: false, invisibleMs: 10_000 });
    expect(held).toMatchObject({ attempt });
    if (held === undefined) return;
    broker.clock.advance(4000);
    await changeInvisible(broker.ctx, { ...names, ...held, clientId: 'client-1', invisibleMs: 30_000 });
    broker.clock.advance(29_999);
    await expire(broker.ctx);
    expect(await receiveNow(broker.ctx, names)).toEqual([]);
    broker.clock.advance(1);
    await expire(broker.ctx);
  }
});
