import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { tableScans } from '../../testing/table-scans';
import { leaseFail } from '../../store/queries/delivery/lease-fail';
import { retryFail } from '../../store/queries/delivery/retry-fail';
import { createBrokerContext } from '../create-context';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { abandon } from './abandon';
import { ack } from './ack';
import { changeInvisible } from './change-invisible';
import { endOverruns } from './end-overruns';
import { expire } from './expire';
import { release } from './release';
import { renew } from './renew';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

type Names = { topic: string; group: string };

let scenes = 0;
async function scene(group: Partial<Parameters<typeof createGroup>[1]> = {}): Promise<Names> {
  scenes += 1;
  const names = { topic: `lease-${scenes}`, group: `holder-${scenes}` };
  await createGroup(broker.ctx, { name: names.group, actor: systemActor('test'), ...group });
  await createTopic(broker.ctx, { name: names.topic, messageType: 'NORMAL', queues: 1, actor: systemActor('test') });
  return names;
}

async function sendSome(topic: string, count: number): Promise<string[]> {
  const messages = Array.from({ length: count }, () => testMessage());
  await send(broker.ctx, { topic, messages });
  return messages.map(({ messageId }) => messageId);
}

async function causes(group: string): Promise<string[]> {
  const { rows } = await broker.database.store.console.query<{ line: string }>(
    `SELECT concat_ws(' ', state, attempt, cause) AS line FROM delivery_step e JOIN consumer_group g USING (group_id)
      WHERE g.name = $1 AND cause <> 'delivered' ORDER BY event_id, step`,
    [group],
  );
  return rows.map(({ line }) => line);
}

async function ackOne(names: Names, message: DeliveredMessage | undefined): Promise<string | null> {
  const [outcome] = await ack(broker.ctx, { ...names, entries: message === undefined ? [] : [message] });
  return outcome?.error?.code ?? null;
}

test('[case 20] a push lease is renewed for clients that live, keeps its handle, and ends at the consumption timeout with the policy wait', async () => {
  const names = await scene({ consumptionTimeoutMs: 150_000, retryPolicy: { type: 'fixed', intervalMs: 5000 } });
  await sendSome(names.topic, 2);
  const held = await receiveNow(broker.ctx, { ...names, clientId: 'alive' });
  for (let seconds = 0; seconds < 140; seconds += 20) {
    broker.clock.advance(20_000);
    await renew(broker.ctx, { clientIds: ['alive'] });
    expect((await expire(broker.ctx)).ended).toBe(0);
    expect(await receiveNow(broker.ctx, names)).toEqual([]);
  }
  expect(await ackOne(names, held[0])).toBeNull();
  broker.clock.advance(10_000);
  expect(await endOverruns(broker.ctx)).toBe(1);
  expect(await ackOne(names, held[1])).toBe('invalid-receipt-handle');
  broker.clock.advance(4999);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  broker.clock.advance(1);
  expect(await receiveNow(broker.ctx, names)).toMatchObject([{ attempt: 2 }]);
  expect(await causes(names.group)).toEqual(['WaitingRetry 1 consumption-timeout']);
});

test('a re-delivery is renewed too; a client that is not heard is not renewed', async () => {
  const names = await scene();
  await sendSome(names.topic, 1);
  await receiveNow(broker.ctx, { ...names, autoRenew: false, invisibleMs: 10_000 });
  broker.clock.advance(10_000);
  await expire(broker.ctx);
  const [again] = await receiveNow(broker.ctx, { ...names, clientId: 'alive' });
  broker.clock.advance(50_000);
  expect(await renew(broker.ctx, { clientIds: ['another-client'] })).toBe(0);
  expect(await renew(broker.ctx, { clientIds: ['alive'] })).toBe(1);
  broker.clock.advance(50_000);
  await expire(broker.ctx);
  expect(await ackOne(names, again)).toBeNull();
});

test('[case 18] a client that goes away gives back what it holds after a second, recorded as client-gone', async () => {
  const names = await scene();
  await sendSome(names.topic, 5);
  const held = await receiveNow(broker.ctx, { ...names, clientId: 'leaver' });
  expect(held).toHaveLength(5);
  expect(await release(broker.ctx, { group: names.group, clientId: 'leaver' })).toBe(1);
  expect(await ackOne(names, held[0])).toBeNull();
  broker.clock.advance(1000);
  await expire(broker.ctx);
  const again = await receiveNow(broker.ctx, { ...names, clientId: 'other' });
  expect(again.map(({ attempt }) => attempt)).toEqual([2, 2, 2, 2]);
  expect(await causes(names.group)).toEqual(Array.from({ length: 4 }, () => 'Ready 1 client-gone'));
});

test('[case 21] a reply that could not be written is visible again after a second', async () => {
  const names = await scene();
  await sendSome(names.topic, 2);
  const messages = await receiveNow(broker.ctx, names);
  await abandon(broker.ctx, { ...names, messages });
  broker.clock.advance(1000);
  await expire(broker.ctx);
  expect(await receiveNow(broker.ctx, names)).toHaveLength(2);
});

test('a client that repeats a receive in a new process gets what the lost reply had leased', async () => {
  const names = await scene();
  await sendSome(names.topic, 2);
  const attempt = { ...names, clientId: 'survivor', attemptId: 'attempt-7' };
  expect(await receiveNow(broker.ctx, attempt)).toHaveLength(2);
  const restarted = await createBrokerContext({
    store: broker.database.store,
    log: broker.ctx.log,
    metrics: broker.ctx.metrics,
    clock: broker.clock,
  });
  expect(await receiveNow(restarted, { ...attempt, attemptId: 'another' })).toEqual([]);
  const again = await createBrokerContext({
    store: broker.database.store,
    log: broker.ctx.log,
    metrics: broker.ctx.metrics,
    clock: broker.clock,
  });
  await receiveNow(again, attempt);
  await expire(again);
  expect(await receiveNow(again, attempt)).toHaveLength(2);
});

test('a changed invisible duration counts from the call, gives a new handle, and is not a failure', async () => {
  const names = await scene();
  await sendSome(names.topic, 3);
  const simple = { ...names, autoRenew: false, invisibleMs: 10_000 };
  const [first, second, third] = await receiveNow(broker.ctx, simple);
  if (first === undefined || second === undefined || third === undefined) throw new Error('three expected');
  broker.clock.advance(2000);
  const shorter = await changeInvisible(broker.ctx, { ...names, ...first, clientId: 'client-1', invisibleMs: 5000 });
  const longer = await changeInvisible(broker.ctx, { ...names, ...second, clientId: 'client-1', invisibleMs: 60_000 });
  expect(await ackOne(names, first)).toBe('invalid-receipt-handle');
  broker.clock.advance(4999);
  await expire(broker.ctx);
  expect(await receiveNow(broker.ctx, simple)).toEqual([]);
  broker.clock.advance(1);
  await expire(broker.ctx);
  expect(await receiveNow(broker.ctx, simple)).toMatchObject([{ messageId: first.messageId, attempt: 2 }]);
  expect(await ackOne(names, { ...first, receiptHandle: shorter.receiptHandle })).toBe('invalid-receipt-handle');
  broker.clock.advance(40_000);
  await expire(broker.ctx);
  const again = await changeInvisible(broker.ctx, {
    ...names,
    ...second,
    receiptHandle: longer.receiptHandle,
    clientId: 'client-1',
    invisibleMs: 60_000,
  });
  expect(again.receiptHandle).not.toBe(longer.receiptHandle);
  expect(await ackOne(names, { ...second, receiptHandle: again.receiptHandle })).toBeNull();
});

test.each([-1, 43_200_001, 1.5, Number.NaN])('an invisible duration of %s ms is refused', async (invisibleMs) => {
  const names = await scene();
  await sendSome(names.topic, 1);
  const [message] = await receiveNow(broker.ctx, names);
  await expect(
    changeInvisible(broker.ctx, {
      ...names,
      receiptHandle: message?.receiptHandle ?? '',
      messageId: 'x',
      clientId: 'c',
      invisibleMs,
    }),
  ).rejects.toMatchObject({
    code: 'illegal-invisible-time',
    field: 'invisibleDuration',
  });
});

test('zero: visible at once', async () => {
  const names = await scene();
  await sendSome(names.topic, 1);
  const [message] = await receiveNow(broker.ctx, names);
  await changeInvisible(broker.ctx, {
    ...names,
    receiptHandle: message?.receiptHandle ?? '',
    messageId: message?.messageId ?? '',
    clientId: 'c',
    invisibleMs: 0,
  });
  expect(await receiveNow(broker.ctx, names)).toMatchObject([{ messageId: message?.messageId, attempt: 2 }]);
});

test('a tag filter hands out what matches; the rest counts as consumed', async () => {
  const names = await scene();
  const messages = Array.from({ length: 90 }, (_, index) => testMessage({ tag: index % 9 === 0 ? 'hit' : 'miss' }));
  await send(broker.ctx, { topic: names.topic, messages });
  const filter = { type: 'TAG' as const, expression: 'hit || other' };
  const first = await receiveNow(broker.ctx, { ...names, filter, batchSize: 4 });
  const rest = await receiveNow(broker.ctx, { ...names, filter });
  expect([...first, ...rest].map(({ messageId }) => messageId)).toEqual(
    messages.filter(({ tag }) => tag === 'hit').map(({ messageId }) => messageId),
  );
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  expect((await ack(broker.ctx, { ...names, entries: [...first, ...rest] })).every(({ error }) => error === null)).toBe(
    true,
  );
});

test('a receive is at most 32 messages and about 16 MiB of bodies', async () => {
  const names = await scene();
  await sendSome(names.topic, 40);
  expect(await receiveNow(broker.ctx, { ...names, batchSize: 50 })).toHaveLength(32);
  const big = await scene();
  for (let index = 0; index < 6; index += 1)
    await send(broker.ctx, { topic: big.topic, messages: [testMessage({ body: Buffer.alloc(4_000_000, index) })] });
  const first = await receiveNow(broker.ctx, big);
  expect(first.length).toBeGreaterThanOrEqual(4);
  expect(first.length).toBeLessThanOrEqual(5);
  expect((await receiveNow(broker.ctx, big)).length + first.length).toBe(6);
});

test('a group starts at its creation: earlier messages are not for it', async () => {
  const names = await scene();
  await sendSome(names.topic, 7);
  broker.clock.advance(1000);
  await createGroup(broker.ctx, { name: `${names.group}-late`, actor: systemActor('test') });
  broker.clock.advance(1000);
  const [only] = await sendSome(names.topic, 1);
  expect(
    (await receiveNow(broker.ctx, { ...names, group: `${names.group}-late` })).map(({ messageId }) => messageId),
  ).toEqual([only]);
  expect(await receiveNow(broker.ctx, names)).toHaveLength(8);
});

test('an ack that comes after the end of its lease is refused, alone and beside those of other leases', async () => {
  const names = await scene();
  for (const leases of [1, 3]) {
    const held: DeliveredMessage[] = [];
    for (let lease = 0; lease < leases; lease += 1) {
      await sendSome(names.topic, 2);
      held.push(...(await receiveNow(broker.ctx, names)));
    }
    expect(held).toHaveLength(2 * leases);
    const inTime = held.filter((_each, index) => index % 2 === 0);
    const codes = async (entries: readonly DeliveredMessage[]): Promise<(string | null)[]> =>
      (await ack(broker.ctx, { ...names, entries })).map(({ error }) => error?.code ?? null);
    expect(await codes(inTime)).toEqual(inTime.map(() => null));
    broker.clock.advance(60_000);
    // One that repeats an ack in time hears the same again; the others come too late.
    expect(await codes(held)).toEqual(held.map((_each, index) => (index % 2 === 0 ? null : 'invalid-receipt-handle')));
    await expire(broker.ctx);
    await ack(broker.ctx, { ...names, entries: await receiveNow(broker.ctx, names) });
  }
});

test('a handle of another group does nothing', async () => {
  const names = await scene();
  await createGroup(broker.ctx, { name: `${names.group}-b`, actor: systemActor('test') });
  await sendSome(names.topic, 1);
  const [message] = await receiveNow(broker.ctx, names);
  expect(await ackOne({ ...names, group: `${names.group}-b` }, message)).toBe('invalid-receipt-handle');
  expect(await ackOne(names, message)).toBeNull();
});

test('no hot statement reads a table from end to end, whatever the statistics say', async () => {
  const names = await scene();
  await broker.database.store.broker.query('ANALYZE');
  const tables = ['message_s0', 'lease', 'retry', 'dead_letter', 'delivery_event', 'group_queue', 'fifo_group'];
  const scans = () => tableScans(broker.database.store, tables);
  await sendSome(names.topic, 1000);
  const before = await scans();
  await sendSome(names.topic, 1000);
  for (let round = 0; round < 20; round += 1) {
    const batch = await receiveNow(broker.ctx, { ...names, autoRenew: false, invisibleMs: 10_000 });
    await ack(broker.ctx, { ...names, entries: batch.slice(0, 20) });
  }
  broker.clock.advance(10_000);
  await expire(broker.ctx);
  await receiveNow(broker.ctx, names);
  const after = await scans();
  expect(after).toEqual(before);
});

test('a lease renewed between the look and the verdict of the expiry loop lives on', async () => {
  const names = await scene();
  await sendSome(names.topic, 1);
  const [message] = await receiveNow(broker.ctx, names);
  const group = await broker.ctx.groups.find(names.group);
  const handle = broker.ctx.handles.decode(message?.receiptHandle ?? '', group.groupId);
  if (handle.kind !== 'lease') throw new Error('a first delivery expected');
  const scope = { groupId: group.groupId, policyVersion: 1, ordered: false, cause: 'timeout', phase: 'over' } as const;
  const item = { queueId: handle.queueId, leaseId: handle.leaseId, mask: 1 };
  const { broker: db } = broker.database.store;
  expect((await leaseFail(db, broker.clock.nowOrNull(), scope, null, [item])).failed.size).toBe(0);
  broker.clock.advance(60_000);
  expect((await leaseFail(db, broker.clock.nowOrNull(), scope, null, [item])).failed.size).toBe(1);
  const [again] = await receiveNow(broker.ctx, names);
  const retry = broker.ctx.handles.decode(again?.receiptHandle ?? '', group.groupId);
  if (retry.kind !== 'retry') throw new Error('a re-delivery expected');
  expect(await retryFail(db, broker.clock.nowOrNull(), scope, [{ ...retry, delayMs: null }])).toEqual(['stale']);
  expect(await ackOne(names, again)).toBeNull();
});
