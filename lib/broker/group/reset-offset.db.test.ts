import { expect, test } from 'vitest';
import { brokerStage } from '../../testing/broker-stage';
import { INVARIANTS } from '../../testing/invariants';
import { Scene } from '../../testing/scene';
import type { DeliveredMessage } from '../../model/message/message';
import { readTimeline } from '../message/read-timeline';
import { type OffsetReset, resetOffset, type ResetOffsetInput } from './reset-offset';

const stage = brokerStage();
const actor = { kind: 'operator' as const, name: 'ana@example.com' };
const SQL = { type: 'SQL', expression: "region = 'eu' OR region IS NULL" } as const;
const POLICY = { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 600_000 } } as const;

function reset(at: Scene, to: ResetOffsetInput['to'], dryRun = false): Promise<OffsetReset> {
  return resetOffset(stage.broker.ctx, { name: at.group, to, dryRun, actor, reason: 'test' });
}
const ids = (held: readonly DeliveredMessage[]): string[] => held.map(({ messageId }) => messageId).toSorted();

const state = async (messageId: string): Promise<string | undefined> =>
  (await readTimeline(stage.broker.ctx, { messageId }))[0]?.state;

/** Takes and acknowledges everything that comes. */
async function drain(at: Scene, ask: Parameters<Scene['push']>[0] = {}): Promise<string[]> {
  const got: DeliveredMessage[] = [];
  for (let empty = 0; empty < 3;) {
    const held = await at.push(ask);
    if (held.length === 0) empty += 1;
    else await at.ack(...held);
    got.push(...held);
  }
  return ids(got);
}

async function audits(target: string): Promise<unknown[]> {
  const { rows } = await stage.broker.database.store.console.query<{ counts: unknown; reason: string }>(
    "SELECT counts, reason FROM audit WHERE target = $1 AND action = 'group.reset-offset' ORDER BY audit_id",
    [target],
  );
  return rows;
}

const ORDERS = [
  ['unordered', {}, {}],
  ['unordered by tag', {}, { filter: { type: 'TAG', expression: 'a' } as const }],
  ['unordered by SQL', {}, { filter: SQL }],
  ['ordered', { deliveryOrder: 'ordered' }, {}],
  ['ordered by SQL', { deliveryOrder: 'ordered' }, { filter: SQL }],
] as const;

test.each(ORDERS)('%s: back to a time repeats what was consumed since; newest skips it again', async (_n, own, ask) => {
  const at = await Scene.open(stage.broker, { ...POLICY, ...own });
  const fields = (key: number): object => ({
    tag: 'a',
    ...('deliveryOrder' in own ? { messageGroup: `k${key % 3}` } : {}),
  });
  await at.push(ask);
  for (let n = 0; n < 5; n += 1) await at.send(fields(n));
  expect(await drain(at, ask)).toHaveLength(5);
  stage.broker.clock.advance(60_000);
  const since = stage.broker.clock.nowOrNull();
  const late: string[] = [];
  for (let n = 0; n < 5; n += 1) late.push(await at.send(fields(n)));
  expect(await drain(at, ask)).toHaveLength(5);

  const preview = await reset(at, since, true);
  expect(preview).toMatchObject({ moved: false, skipped: 0, repeated: 5, waiting: 0, dead: 0, blocker: null });
  expect(await at.push(ask)).toEqual([]);
  expect(await state(late[4] ?? '')).toBe('consumed');
  expect(await reset(at, since)).toMatchObject({ moved: true, repeated: 5 });
  expect(await state(late[4] ?? '')).toBe('ready');
  expect(await drain(at, ask)).toEqual(late.toSorted());

  await reset(at, 'earliest');
  expect(await reset(at, 'newest')).toMatchObject({ moved: true, skipped: 10, repeated: 0 });
  expect(await at.push(ask)).toEqual([]);
  expect(await audits(at.group)).toEqual([
    { counts: { skipped: 0, repeated: 5, passedOver: 0 }, reason: 'test' },
    { counts: { skipped: 0, repeated: 10, passedOver: 0 }, reason: 'test' },
    { counts: { skipped: 10, repeated: 0, passedOver: 0 }, reason: 'test' },
  ]);
  const next = await at.send(fields(1));
  expect(await drain(at, ask)).toEqual([next]);
});

test.each(ORDERS)('%s: messages that wait or are dead are passed over, and go their own way', async (_n, own, ask) => {
  const ordered = 'deliveryOrder' in own;
  const at = await Scene.open(stage.broker, { ...POLICY, ...own });
  const sent: string[] = [];
  for (let n = 0; n < 8; n += 1) sent.push(await at.send({ tag: 'a', ...(ordered ? { messageGroup: `k${n}` } : {}) }));
  const held = await at.push(ask);
  expect(held).toHaveLength(8);
  const [dies, waits, ...rest] = held;
  if (dies === undefined || waits === undefined) throw new Error('messages expected');
  await at.ack(...rest);
  await at.fail(dies);
  if (ordered) await at.ack(waits);
  else {
    stage.broker.clock.advance(1);
    await at.fail(waits);
  }
  stage.broker.clock.advance(ordered ? 600_000 : 599_999);
  const [again] = await at.push(ask);
  if (again === undefined) throw new Error('the retry expected');
  await at.fail(again);
  expect(await at.deadLetters()).toMatchObject([{ messageId: dies.messageId }]);

  const waiting = ordered ? 0 : 1;
  const done = await reset(at, 'earliest');
  expect(done).toMatchObject({ moved: true, repeated: 7 - waiting, waiting, dead: 1 });
  const passed = new Set(ordered ? [dies.messageId] : [dies.messageId, waits.messageId]);
  const { clock } = stage.broker;
  const before = clock.nowOrNull().getTime();
  const repeated = await at.push(ask);
  await at.ack(...repeated);
  const more = await at.push(ask);
  await at.ack(...more);
  expect(ids([...repeated, ...more])).toEqual(sent.filter((id) => !passed.has(id)).toSorted());
  expect([...repeated, ...more].every(({ attempt }) => attempt === 1)).toBe(true);
  // The one that waited is tried by itself, at its time.
  clock.advance(before + 600_000 - clock.nowOrNull().getTime());
  if (!ordered) expect(await at.push(ask)).toMatchObject([{ messageId: waits.messageId, attempt: 2 }]);
  expect(await at.deadLetters()).toHaveLength(1);
});

test('back is refused while something is in flight, and an ordered group while a key is busy; forward is not', async () => {
  const at = await Scene.open(stage.broker, { ...POLICY, deliveryOrder: 'ordered' });
  for (const messageGroup of ['a', 'a', 'b']) await at.send({ messageGroup });
  const [head] = await at.push({ batchSize: 1 });
  if (head === undefined) throw new Error('a message expected');
  await expect(reset(at, 'earliest')).rejects.toMatchObject({ code: 'conflict', message: /1 in flight\. Pause/ });
  await at.fail(head);
  await expect(reset(at, 'earliest')).rejects.toMatchObject({ code: 'conflict', message: /1 wait for a retry/ });
  expect(await reset(at, 'newest')).toMatchObject({ moved: true });
  expect(await at.push()).toEqual([]);
  stage.broker.clock.advance(600_000);
  expect(await drain(at)).toEqual([head.messageId]);
});

test('a repeated message that fails is retried and dies as any other', async () => {
  const at = await Scene.open(stage.broker, POLICY);
  const id = await at.send();
  await drain(at);
  await reset(at, 'earliest');
  const again = await at.one(at.push());
  await at.fail(again);
  await at.fail(await at.dueAfter(600_000));
  expect(await at.deadLetters()).toMatchObject([{ messageId: id, attempts: 2 }]);
});

test('ordered: a dead letter behind a repeated message that fails stays one, and is in no other place', async () => {
  const at = await Scene.open(stage.broker, { ...POLICY, deliveryOrder: 'ordered' });
  await at.push();
  const first = await at.send({ messageGroup: 'k' });
  await at.ack(...(await at.push()));
  const dies = await at.send({ messageGroup: 'k' });
  await at.fail(await at.one(at.push()));
  await at.fail(await at.dueAfter(600_000));
  expect(await at.deadLetters()).toMatchObject([{ messageId: dies }]);
  await reset(at, 'earliest');
  const again = await at.one(at.push());
  expect(again.messageId).toBe(first);
  const places = INVARIANTS.filter(([name]) => name.startsWith('a message is in one place'));
  for (const [, query] of places) expect((await stage.broker.database.store.console.query(query)).rows).toEqual([]);
  await at.fail(again);
  expect((await at.dueAfter(600_000)).messageId).toBe(first);
  expect(await at.deadLetters()).toHaveLength(1);
});

test('two resets and a receive at once: each message comes once for each time the position passed it', async () => {
  const at = await Scene.open(stage.broker, POLICY);
  const sent = await at.sendMany(20);
  await drain(at);
  const results = await Promise.allSettled([reset(at, 'earliest'), reset(at, 'earliest'), at.push({ batchSize: 4 })]);
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  const held = results[2].status === 'fulfilled' ? results[2].value : [];
  if (held.length > 0) await at.ack(...held);
  expect(ids([...held.map((one) => ({ ...one }))]).concat(await drain(at)).length).toBeGreaterThanOrEqual(sent.length);
});

test('a broadcast group and one that never subscribed have no position to move', async () => {
  const broadcast = await Scene.open(stage.broker, { messageModel: 'broadcasting' });
  await expect(reset(broadcast, 'newest')).rejects.toMatchObject({ code: 'conflict' });
  const silent = await Scene.open(stage.broker);
  expect((await reset(silent, 'newest', true)).blocker).toMatch(/has no offset/);
});
