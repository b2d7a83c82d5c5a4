import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import { blockedCounts } from '../../store/queries/group-stats/blocked-keys';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { suspend } from '../delivery/suspend';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { type BlockedKeys, listBlockedKeys } from '../retry/blocked-keys';
import { changeKey } from '../retry/change-key';
import { planHeads } from '../retry/move-heads';
import { createTopic } from '../topic/create';
import { subscribeLite } from './subscribe';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');
const RETRY_MS = 10_000;
/** A key that a client has for so long, with messages behind it, is blocked. */
const HELD_MS = 2000;

let scenes = 0;
async function scene(): Promise<{ readonly topic: string; readonly group: string }> {
  scenes += 1;
  const name = `suspended-${scenes}`;
  const retryPolicy = { type: 'fixed', intervalMs: RETRY_MS } as const;
  await createGroup(broker.ctx, { name, actor, deliveryOrder: 'ordered', retryPolicy });
  await createTopic(broker.ctx, { name, messageType: 'LITE', queues: 1, actor });
  const names = { topic: name, group: name };
  await subscribeLite(broker.ctx, { ...names, clientId: 'a', names: ['one', 'two'], action: 'add' });
  return names;
}

type Names = Awaited<ReturnType<typeof scene>>;

async function sendTo({ topic }: Names, ...names: readonly string[]): Promise<void> {
  for (const messageGroup of names)
    await send(broker.ctx, { topic, messages: [testMessage({ messageType: 'LITE', messageGroup })] });
}

async function take(names: Names, batchSize = 1): Promise<DeliveredMessage> {
  const [message] = await receiveNow(broker.ctx, { ...names, clientId: 'a', batchSize });
  if (message === undefined) throw new Error('nothing was received');
  return message;
}

const suspendOne = async (names: Names, message: DeliveredMessage, invisibleMs: number): Promise<unknown> =>
  await suspend(broker.ctx, { ...names, ...message, clientId: 'a', invisibleMs });

const failOne = async (names: Names, message: DeliveredMessage): Promise<unknown> =>
  await fail(broker.ctx, { ...names, ...message, clientId: 'a' });

async function keysOf({ group }: Names): Promise<BlockedKeys> {
  const listed = await listBlockedKeys(broker.ctx, { group, limit: 10 });
  const { groupId } = await broker.ctx.groups.find(group);
  const counts = await blockedCounts(broker.database.store.console, broker.clock.nowOrNull(), groupId);
  // What alarms, samples and Now count is what the list counts.
  expect(counts.map(({ keys, behind }) => ({ keys, behind }))).toEqual(
    listed.total.keys === 0 ? [] : [{ keys: listed.total.keys, behind: listed.total.behind }],
  );
  return listed;
}

test('a lite topic that its client suspended is listed as that, and is no blocked key', async () => {
  const names = await scene();
  await sendTo(names, 'one', 'one');
  const suspendedAt = broker.clock.nowOrNull().toISOString();
  await suspendOne(names, await take(names), 30_000);
  broker.clock.advance(HELD_MS);
  expect(await keysOf(names)).toMatchObject({
    items: [{ key: 'one', suspended: true, failed: false, since: suspendedAt, behind: 1, head: { leased: false } }],
    total: { keys: 0, behind: 0, suspended: 1 },
  });
  // Its time is over: it waits for a client as a new message does.
  broker.clock.advance(30_000 - HELD_MS);
  expect(await keysOf(names)).toEqual({ items: [], total: { keys: 0, behind: 0, suspended: 0 } });
  const again = await take(names);
  expect(await keysOf(names)).toMatchObject({ items: [] });
  // As in a first delivery: a client that keeps it for long holds up what is behind it.
  const begunAt = broker.clock.nowOrNull().toISOString();
  broker.clock.advance(HELD_MS);
  expect(await keysOf(names)).toMatchObject({
    items: [{ suspended: false, failed: false, since: begunAt, client: 'a' }],
    total: { keys: 1, behind: 1, suspended: 0 },
  });
  const { groupId } = await broker.ctx.groups.find(names.group);
  const [count] = await blockedCounts(broker.database.store.console, broker.clock.nowOrNull(), groupId);
  expect(count?.withClients).toBe(1);
  await failOne(names, again);
  expect(await keysOf(names)).toMatchObject({
    items: [{ suspended: false, failed: true }],
    total: { keys: 1, suspended: 0 },
  });
});

test('what failed is blocked again once the suspension after it is over, and its client has it', async () => {
  const names = await scene();
  await sendTo(names, 'one', 'two');
  await failOne(names, await take(names));
  broker.clock.advance(RETRY_MS);
  const head = await take(names);
  expect(head.attempt).toBe(2);
  await suspendOne(names, head, 30_000);
  await failOne(names, await take(names));
  // Blocked keys first, whatever is longer as it is.
  expect((await keysOf(names)).items.map(({ key, suspended }) => [key, suspended])).toEqual([
    ['two', false],
    ['one', true],
  ]);
  const { items } = await listBlockedKeys(broker.ctx, { group: names.group, limit: 1 });
  expect(items.map(({ key }) => key)).toEqual(['two']);
  broker.clock.advance(30_000);
  expect((await keysOf(names)).items.map(({ key }) => key)).toEqual(['two']);
  expect((await take(names, 1)).attempt).toBe(2);
  await take(names, 1);
  expect((await keysOf(names)).items.map(({ failed }) => failed)).toEqual([true, true]);
});

test('held by an operator it is held, and released it is suspended; a move of heads leaves it', async () => {
  const names = await scene();
  await sendTo(names, 'one');
  await suspendOne(names, await take(names), 30_000);
  await changeKey(broker.ctx, 'hold', { group: names.group, key: 'one', reason: '', actor });
  expect(await keysOf(names)).toMatchObject({
    items: [{ suspended: false, hold: { by: 'test' } }],
    total: { keys: 1, suspended: 0 },
  });
  await changeKey(broker.ctx, 'release', { group: names.group, key: 'one', reason: '', actor });
  expect(await keysOf(names)).toMatchObject({ items: [{ suspended: true, hold: null }], total: { keys: 0 } });
  const plan = await planHeads(broker.ctx, { group: names.group, cause: 'any' });
  expect(plan).toMatchObject({ matched: 0, wouldChange: 0, excluded: [] });
  await changeKey(broker.ctx, 'now', { group: names.group, key: 'one', reason: '', actor });
  expect(await keysOf(names)).toMatchObject({ items: [] });
  expect((await take(names)).attempt).toBe(1);
});

test('while a client has the head, a suspended message behind it does not make it a failed one', async () => {
  const names = await scene();
  await sendTo(names, 'one', 'one');
  const both = await receiveNow(broker.ctx, { ...names, clientId: 'a', batchSize: 2 });
  const [, second] = both;
  if (second === undefined) throw new Error('two were sent');
  await suspendOne(names, second, 30_000);
  expect(await keysOf(names)).toMatchObject({ items: [] });
  broker.clock.advance(HELD_MS);
  expect(await keysOf(names)).toMatchObject({
    items: [{ suspended: false, failed: false, headOff: 0, behind: 1 }],
    total: { keys: 1, behind: 1 },
  });
});

test('a client whose time is over suspends nothing', async () => {
  const names = await scene();
  await sendTo(names, 'one');
  const receive = async (): Promise<DeliveredMessage> => {
    const [message] = await receiveNow(broker.ctx, { ...names, clientId: 'a', autoRenew: false, invisibleMs: 10_000 });
    if (message === undefined) throw new Error('nothing was received');
    broker.clock.advance(10_001);
    return message;
  };
  const late = { code: 'invalid-receipt-handle' };
  await expect(suspendOne(names, await receive(), 30_000)).rejects.toMatchObject(late);
  await expire(broker.ctx);
  broker.clock.advance(RETRY_MS);
  const again = await receive();
  expect(again.attempt).toBe(2);
  await expect(suspendOne(names, again, 30_000)).rejects.toMatchObject(late);
  await expire(broker.ctx);
  expect(await keysOf(names)).toMatchObject({ items: [{ suspended: false, failed: true }], total: { keys: 1 } });
});
