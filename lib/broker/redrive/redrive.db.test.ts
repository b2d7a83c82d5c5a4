import { afterAll, beforeAll, expect, test } from 'vitest';

import { tell } from '../../model/language/t';
import { systemActor } from '../../model/audit/actor';
import type { RedriveCounts } from '../../model/redrive/redrive';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { failingRedrives } from '../../store/queries/problem/stopped-redrives';
import { browseDeadLetters } from '../dead-letter/browse';
import { ack } from '../delivery/ack';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { updateGroup } from '../group/update';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { cancelRedrive, pauseRedrive, recallRedrive, resumeRedrive } from './control';
import { planRedrive } from './plan';
import { listRedriveItems, listRedrives, readRedrive } from './read';
import { startRedrive } from './start';
import { stepRedrives } from './step';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = { kind: 'operator' as const, name: 'ana@example.com' };
let scenes = 0;
interface Scene {
  readonly topic: string;
  readonly group: string;
  readonly ids: readonly string[];
}

/** `count` dead letters of a group without retries. */
async function dead(
  count: number,
  fields: Partial<Parameters<typeof createGroup>[1]> = {},
  keyed = false,
): Promise<Scene> {
  scenes += 1;
  const names = { topic: `topic-${scenes}`, group: `group-${scenes}` };
  await createGroup(broker.ctx, { name: names.group, actor: systemActor('test'), maxRetries: 0, ...fields });
  await createTopic(broker.ctx, {
    name: names.topic,
    messageType: keyed ? 'FIFO' : 'NORMAL',
    queues: 1,
    actor: systemActor('test'),
  });
  const messages = Array.from({ length: count }, (_, place) =>
    testMessage({ messageGroup: keyed ? `key-${place}` : null }),
  );
  await send(broker.ctx, { topic: names.topic, messages });
  for (let left = count; left > 0;) {
    const delivered = await receiveNow(broker.ctx, names);
    for (const { receiptHandle, messageId } of delivered)
      await fail(broker.ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
    left -= delivered.length;
    broker.clock.advance(1);
  }
  return { ...names, ids: messages.map(({ messageId }) => messageId) };
}

async function counts(redriveId: number): Promise<Partial<RedriveCounts>> {
  const { counts: all } = await readRedrive(broker.ctx, redriveId);
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== 0));
}

async function audits(
  action: string,
): Promise<{ target: string; actor: string; reason: string | null; counts: unknown }[]> {
  const { rows } = await broker.database.store.console.query<{
    target: string;
    actor: string;
    reason: string | null;
    counts: unknown;
  }>('SELECT target, actor, reason, counts FROM audit WHERE action = $1 ORDER BY audit_id DESC', [action]);
  return rows;
}

/** One second of passes releases what the rate allows in it. */
async function releaseFor(redriveId: number): Promise<number> {
  for (let pass = 0; pass < 5; pass += 1) {
    await stepRedrives(broker.ctx);
    if (pass < 4) broker.clock.advance(200);
  }
  return (await readRedrive(broker.ctx, redriveId)).counts.released;
}

const deadCount = async (group: string): Promise<number> =>
  (await browseDeadLetters(broker.ctx, { group, limit: 500 })).items.length;

test('verdicts come from what clients did, never from the sending', async () => {
  const names = await dead(4);
  const { redriveId, selected, excluded } = await startRedrive(broker.ctx, {
    group: names.group,
    all: true,
    reason: 'fixed',
    actor,
  });
  expect({ selected, excluded }).toEqual({ selected: 4, excluded: 0 });
  expect(await counts(redriveId)).toEqual({ selected: 4, notYetFetched: 4 });
  expect(await stepRedrives(broker.ctx)).toBe(4);
  expect(await deadCount(names.group)).toBe(0);
  expect(await readRedrive(broker.ctx, redriveId)).toMatchObject({
    state: 'completed',
    counts: { notYetFetched: 4, released: 4, consumed: 0 },
  });
  const delivered = await receiveNow(broker.ctx, { ...names, batchSize: 3 });
  expect(delivered.map(({ attempt, generation }) => [attempt, generation])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  expect(await counts(redriveId)).toEqual({ selected: 4, released: 4, inFlight: 3, notYetFetched: 1 });
  const [one, two] = delivered;
  await ack(broker.ctx, {
    ...names,
    entries: [{ receiptHandle: one?.receiptHandle ?? '', messageId: one?.messageId ?? '' }],
  });
  await fail(broker.ctx, {
    ...names,
    receiptHandle: two?.receiptHandle ?? '',
    messageId: two?.messageId ?? '',
    clientId: 'client-1',
  });
  expect(await counts(redriveId)).toEqual({
    selected: 4,
    released: 4,
    consumed: 1,
    diedAgain: 1,
    firstDeliveryFailed: 1,
    inFlight: 1,
    notYetFetched: 1,
  });
  const { items } = await listRedriveItems(broker.ctx, { redriveId, verdicts: ['died-again'] });
  expect(items).toMatchObject([{ messageId: two?.messageId, verdict: 'died-again', attempts: 1, brokerCause: 'nack' }]);
  expect(await audits('redrive.start')).toMatchObject([
    { target: `RD-${redriveId}`, actor: actor.name, reason: 'fixed', counts: { selected: 4, excluded: 0 } },
  ]);
  // died again, re-driven again: the first verdict stays
  await startRedrive(broker.ctx, { group: names.group, all: true, reason: '', actor });
  await stepRedrives(broker.ctx);
  expect(await counts(redriveId)).toMatchObject({ diedAgain: 1 });
});

test('the set is frozen: what dies later does not join, a second click starts nothing, a second re-drive excludes', async () => {
  const names = await dead(2);
  const plan = await planRedrive(broker.ctx, { group: names.group, all: true });
  expect(plan).toMatchObject({ matched: 2, inSet: 2, excluded: 0, missing: [], diedSince: 0 });
  const late = testMessage();
  await send(broker.ctx, { topic: names.topic, messages: [late] });
  const [delivered] = await receiveNow(broker.ctx, names);
  await fail(broker.ctx, {
    ...names,
    receiptHandle: delivered?.receiptHandle ?? '',
    messageId: late.messageId,
    clientId: 'client-1',
  });
  const { throughId } = plan;
  expect(await planRedrive(broker.ctx, { group: names.group, all: true, throughId })).toMatchObject({
    inSet: 2,
    diedSince: 1,
  });
  const input = { group: names.group, all: true, throughId, reason: '', actor, requestId: 'click-1', ratePerSecond: 1 };
  const [first, second] = await Promise.all([startRedrive(broker.ctx, input), startRedrive(broker.ctx, input)]);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ selected: 2 });
  expect(await planRedrive(broker.ctx, { group: names.group, all: true })).toMatchObject({
    matched: 3,
    inSet: 1,
    excluded: 2,
    reasons: [{ why: `already in RD-${first.redriveId}`, count: 2 }],
  });
  const other = await startRedrive(broker.ctx, { group: names.group, all: true, reason: '', actor });
  expect(other).toMatchObject({ selected: 1, excluded: 2 });
  await expect(startRedrive(broker.ctx, { group: names.group, all: true, reason: '', actor })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect((await listRedrives(broker.ctx, { group: names.group })).items.map(({ redriveId }) => redriveId)).toEqual([
    other.redriveId,
    first.redriveId,
  ]);
  for (const { redriveId } of [first, other]) await cancelRedrive(broker.ctx, { redriveId, actor });
});

test('refusals name the field', async () => {
  const names = await dead(100);
  const base = { group: names.group, reason: '', actor };
  await expect(startRedrive(broker.ctx, base)).rejects.toMatchObject({ code: 'bad-request', field: 'selection' });
  await expect(startRedrive(broker.ctx, { ...base, filter: {} })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'filter',
  });
  await expect(startRedrive(broker.ctx, { ...base, all: true, messageIds: ['a'] })).rejects.toMatchObject({
    field: 'selection',
  });
  await expect(startRedrive(broker.ctx, { ...base, all: true, ratePerSecond: 0 })).rejects.toMatchObject({
    field: 'ratePerSecond',
  });
  await expect(startRedrive(broker.ctx, { ...base, messageIds: ['nope'] })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(startRedrive(broker.ctx, { ...base, all: true })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'reason',
  });
  // a refused start leaves nothing behind
  expect((await listRedrives(broker.ctx, { group: names.group })).items).toEqual([]);
  await expect(readRedrive(broker.ctx, 999_999)).rejects.toMatchObject({ code: 'not-found' });
  await expect(pauseRedrive(broker.ctx, { redriveId: 999_999, actor })).rejects.toMatchObject({ code: 'not-found' });
});

test('the rate is kept, over passes and over processes', async () => {
  const names = await dead(40);
  const { redriveId } = await startRedrive(broker.ctx, {
    group: names.group,
    all: true,
    ratePerSecond: 10,
    canary: null,
    reason: '',
    actor,
  });
  const released: number[] = [];
  for (let second = 0; second < 3; second += 1) {
    for (let pass = 0; pass < 5; pass += 1) {
      await Promise.all([stepRedrives(broker.ctx), stepRedrives(broker.ctx)]);
      broker.clock.advance(200);
    }
    released.push((await readRedrive(broker.ctx, redriveId)).counts.released);
  }
  expect(released).toEqual([10, 20, 30]);
  for (let pass = 0; pass < 10; pass += 1) {
    await stepRedrives(broker.ctx);
    broker.clock.advance(200);
  }
  expect(await deadCount(names.group)).toBe(0);
});

test('pause, resume, cancel: what was not released stays dead', async () => {
  const names = await dead(10);
  const { redriveId } = await startRedrive(broker.ctx, {
    group: names.group,
    all: true,
    ratePerSecond: 5,
    reason: '',
    actor,
  });
  expect(await releaseFor(redriveId)).toBe(5);
  expect(await pauseRedrive(broker.ctx, { redriveId, actor })).toMatchObject({ state: 'paused', changed: true });
  expect(await pauseRedrive(broker.ctx, { redriveId, actor })).toMatchObject({ state: 'paused', changed: false });
  broker.clock.advance(5000);
  expect(await stepRedrives(broker.ctx)).toBe(0);
  expect(await resumeRedrive(broker.ctx, { redriveId, actor })).toMatchObject({ state: 'running', changed: true });
  expect(await cancelRedrive(broker.ctx, { redriveId, actor, reason: 'enough' })).toMatchObject({
    state: 'cancelled',
    changed: true,
    left: 5,
  });
  expect(await cancelRedrive(broker.ctx, { redriveId, actor })).toMatchObject({ changed: false, left: 0 });
  await expect(resumeRedrive(broker.ctx, { redriveId, actor })).rejects.toMatchObject({
    code: 'conflict',
    field: 'state',
  });
  expect(await stepRedrives(broker.ctx)).toBe(0);
  expect(await counts(redriveId)).toEqual({ selected: 10, released: 5, notYetFetched: 5, cancelled: 5 });
  expect(await deadCount(names.group)).toBe(5);
  expect((await audits('redrive.cancel'))[0]).toMatchObject({
    target: `RD-${redriveId}`,
    reason: 'enough',
    counts: { left: 5 },
  });
  // a cancelled one is free for the next re-drive
  expect(await startRedrive(broker.ctx, { group: names.group, all: true, reason: '', actor })).toMatchObject({
    selected: 5,
    excluded: 0,
  });
});

test('a first delivery is in flight; it is retrying from its first failure on, also while a client has it again', async () => {
  const names = await dead(1);
  await updateGroup(broker.ctx, {
    ...{ name: names.group, version: 1, maxRetries: 2, retryPolicy: { type: 'fixed', intervalMs: 1000 } },
    actor,
  });
  const { redriveId } = await startRedrive(broker.ctx, { group: names.group, all: true, reason: '', actor });
  await stepRedrives(broker.ctx);
  const verdict = async (): Promise<string | undefined> =>
    (await listRedriveItems(broker.ctx, { redriveId })).items[0]?.verdict;
  expect(await verdict()).toBe('not-yet-fetched');
  const [first] = await receiveNow(broker.ctx, names);
  expect(await verdict()).toBe('in-flight');
  const { receiptHandle = '', messageId = '' } = first ?? {};
  await fail(broker.ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
  expect(await verdict()).toBe('retrying');
  broker.clock.advance(1000);
  expect(await receiveNow(broker.ctx, names)).toHaveLength(1);
  expect(await verdict()).toBe('retrying');
  expect(await counts(redriveId)).toEqual({ selected: 1, released: 1, retrying: 1, firstDeliveryFailed: 1 });
});

test.each(['concurrent', 'ordered'] as const)(
  'recall takes back what no client has fetched, a %s group',
  async (deliveryOrder) => {
    const names = await dead(6, { deliveryOrder }, deliveryOrder === 'ordered');
    const { redriveId } = await startRedrive(broker.ctx, {
      group: names.group,
      all: true,
      ratePerSecond: 4,
      reason: '',
      actor,
    });
    expect(await releaseFor(redriveId)).toBe(4);
    const fetched = await receiveNow(broker.ctx, { ...names, batchSize: 1 });
    expect(fetched).toHaveLength(1);
    const before = await readRedrive(broker.ctx, redriveId);
    const recalled = await recallRedrive(broker.ctx, { redriveId, actor });
    expect(recalled.recalled + recalled.left).toBe(5);
    expect(recalled.recalled).toBe(before.counts.released - 1);
    expect(await counts(redriveId)).toEqual({
      selected: 6,
      released: before.counts.released,
      inFlight: 1,
      recalled: recalled.recalled,
      cancelled: recalled.left,
    });
    expect(await recallRedrive(broker.ctx, { redriveId, actor })).toMatchObject({ recalled: 0, left: 0 });
    expect(await deadCount(names.group)).toBe(5);
    await ack(broker.ctx, {
      ...names,
      entries: [{ receiptHandle: fetched[0]?.receiptHandle ?? '', messageId: fetched[0]?.messageId ?? '' }],
    });
    expect(await receiveNow(broker.ctx, names)).toEqual([]);
    expect(await counts(redriveId)).toMatchObject({ consumed: 1 });
    // a recalled one can be re-driven again, and then goes all the way
    const again = await startRedrive(broker.ctx, { group: names.group, all: true, reason: '', actor });
    expect(again).toMatchObject({ selected: 5, excluded: 0 });
    await stepRedrives(broker.ctx);
    const rest = await receiveNow(broker.ctx, names);
    // All due at one instant: their order is not promised.
    expect(rest.map(({ messageId }) => messageId).toSorted()).toEqual(
      names.ids.filter((id) => id !== fetched[0]?.messageId).toSorted(),
    );
  },
);

test('a re-drive whose steps fail says why and since when, holds up no other one, and goes on by itself', async () => {
  const [stuck, other] = [await dead(2), await dead(2)];
  const start = ({ group }: Scene) => startRedrive(broker.ctx, { group, all: true, reason: 'again', actor });
  const [{ redriveId }, next] = [await start(stuck), await start(other)];
  const db = broker.ctx.store.console;
  await db.query(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$`);
  const { groupId } = await broker.ctx.groups.find(stuck.group);
  await db.query(`CREATE TRIGGER no_room BEFORE INSERT ON retry FOR EACH ROW WHEN (NEW.group_id = ${groupId})
    EXECUTE FUNCTION no_room()`);

  const since = broker.clock.nowOrNull();
  await stepRedrives(broker.ctx);
  expect((await readRedrive(broker.ctx, next.redriveId)).counts.released).toBe(2);
  const read = () => readRedrive(broker.ctx, redriveId);
  const failed = await read();
  expect(failed).toMatchObject({ state: 'running', counts: { released: 0 }, failing: { since, lastAt: since } });
  expect(tell(failed.failing?.why ?? '')).toContain('no space left');
  expect(await failingRedrives(db)).toMatchObject([{ redriveId, left: 2, since }]);

  // not at once, and then it says when it was tried last
  broker.clock.advance(1_000);
  await stepRedrives(broker.ctx);
  expect((await read()).failing?.lastAt).toEqual(since);
  broker.clock.advance(5_000);
  await stepRedrives(broker.ctx);
  expect((await read()).failing).toMatchObject({ since, lastAt: broker.clock.nowOrNull() });

  await db.query('DROP TRIGGER no_room ON retry');
  broker.clock.advance(5_000);
  await stepRedrives(broker.ctx);
  expect(await read()).toMatchObject({ state: 'completed', counts: { released: 2 }, failing: null });
  expect(await failingRedrives(db)).toEqual([]);
});
