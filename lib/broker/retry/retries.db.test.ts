import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import { RETRY_CHANGE_LIMITS, type RetryVerb } from '../../model/delivery/retry-change';
import { deliveryCounts } from '../../store/queries/group-stats/delivery-counts';
import { retryNextDue } from '../../store/queries/delivery/retry-next-due';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { ack } from '../delivery/ack';
import { deadLetterExhausted } from '../delivery/dead-letter-exhausted';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { updateGroup } from '../group/update';
import { receive } from '../message/receive';
import { readTimeline } from '../message/read-timeline';
import { indexKeys } from '../message/index-keys';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { changeRetries, planRetries } from './change-retries';
import { listRetries } from './list';
import { stepRetryJobs } from './retry-job';

const ana: Actor = { kind: 'operator', name: 'ana@example.com', address: '127.0.0.1' };
const MINUTE = 60_000;
let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

let scenes = 0;

/** A group and its topic, both of this name, and so many messages that failed once and wait for a minute. */
async function scene(messages: number, filter?: string): Promise<{ name: string; ids: string[] }> {
  scenes += 1;
  const name = `waits-${scenes}`;
  const actor = systemActor('test');
  const retryPolicy = { type: 'fixed', intervalMs: MINUTE } as const;
  await createGroup(broker.ctx, { name, maxRetries: 3, retryPolicy, actor });
  await createTopic(broker.ctx, { name, messageType: 'NORMAL', queues: 2, actor });
  const sent = Array.from({ length: messages }, (_, index) => testMessage({ keys: [`order-${index}`], tag: 'a' }));
  for (let at = 0; at < messages; at += 32) await send(broker.ctx, { topic: name, messages: sent.slice(at, at + 32) });
  await failAll(name, filter);
  return { name, ids: sent.map(({ messageId }) => messageId) };
}

async function claim(name: string, filter?: string): Promise<DeliveredMessage[]> {
  const expression = filter === undefined ? {} : { filter: { type: 'SQL' as const, expression: filter } };
  return await receiveNow(broker.ctx, { group: name, topic: name, ...expression });
}

async function failAll(name: string, filter?: string): Promise<number> {
  let count = 0;
  for (;;) {
    const delivered = await claim(name, filter);
    if (delivered.length === 0) return count;
    count += delivered.length;
    await Promise.all(delivered.map((message) => failOne(name, message)));
  }
}

function failOne(name: string, { receiptHandle, messageId }: DeliveredMessage): Promise<unknown> {
  return fail(broker.ctx, { group: name, topic: name, receiptHandle, messageId, clientId: 'client-1' });
}

function change(verb: RetryVerb, name: string, messageIds: readonly string[], reason = '') {
  return changeRetries(broker.ctx, verb, { group: name, messageIds, reason, actor: ana });
}

async function events(messageId: string): Promise<string[]> {
  const { rows } = await broker.database.store.console.query<{ line: string }>(
    `SELECT concat_ws(' ', e.state, e.cause, j.actor, nullif(j.reason, '')) AS line FROM delivery_step e
       JOIN message m ON m.queue_id = e.queue_id AND m.off = e.off LEFT JOIN retry_job j ON j.job_id = e.job_id
      WHERE m.msg_id = $1 ORDER BY e.event_id, e.step`,
    [messageId],
  );
  return rows.map(({ line }) => line);
}

async function audits(
  target: string,
): Promise<{ action: string; actor: string; reason: string | null; counts: unknown }[]> {
  const { rows } = await broker.database.store.console.query<{
    action: string;
    actor: string;
    reason: string | null;
    counts: unknown;
  }>('SELECT action, actor, reason, counts FROM audit WHERE target = $1 AND action LIKE $2 ORDER BY audit_id', [
    target,
    'retry.%',
  ]);
  return rows;
}

test('retry now: delivered at once as the next attempt, on record with who and why', async () => {
  const { name, ids } = await scene(2);
  const [id = ''] = ids;
  expect(await claim(name)).toEqual([]);
  const plan = await planRetries(broker.ctx, 'now', { group: name, messageIds: [id] });
  expect(plan).toMatchObject({ matched: 1, wouldChange: 1, excluded: [] });
  expect(await change('now', name, [id], 'gateway is back')).toMatchObject({ matched: 1, changed: 1, left: 0 });
  expect(await claim(name)).toMatchObject([{ messageId: id, attempt: 2 }]);
  expect(await claim(name)).toEqual([]);
  expect(await events(id)).toEqual([
    'Inflight delivered',
    'WaitingRetry nack',
    'Ready retried-now ana@example.com gateway is back',
    'Inflight delivered',
  ]);
  expect(await audits(name)).toEqual([
    {
      action: 'retry.now',
      actor: 'ana@example.com',
      reason: 'gateway is back',
      counts: { matched: 1, changed: 1, excluded: 0 },
    },
  ]);
});

test('a receive that is held gets the message as soon as its wait is ended', async () => {
  const { name, ids } = await scene(1);
  const held = receive(broker.ctx, {
    group: name,
    topic: name,
    batchSize: 1,
    invisibleMs: MINUTE,
    autoRenew: true,
    clientId: 'client-2',
    attemptId: null,
    filter: { type: 'TAG', expression: '*' },
    waitMs: 20_000,
  });
  await change('now', name, ids);
  expect(await held).toMatchObject([{ messageId: ids[0], attempt: 2 }]);
});

test('to the dead letters: no delivery any more, and the letter says who', async () => {
  const { name, ids } = await scene(2);
  expect(await change('bury', name, ids)).toMatchObject({ changed: 2 });
  broker.clock.advance(10 * MINUTE);
  expect(await claim(name)).toEqual([]);
  const [timeline] = await readTimeline(broker.ctx, { messageId: ids[0] ?? '' });
  expect(timeline).toMatchObject({ state: 'dead', deathCause: 'buried' });
  expect(timeline?.events.at(-1)).toMatchObject({ state: 'DLQ', cause: 'buried', by: 'ana@example.com' });
  // the deaths are counted as any other
  expect(broker.counted.get('rocketmq_send_to_dlq_messages_total')).toBeGreaterThanOrEqual(2);
});

test('hold: not claimed, not dead by a lowered limit, and no receive polls for it; release: due when it would be', async () => {
  const { name, ids } = await scene(2);
  const [id = '', other = ''] = ids;
  const { groupId, version } = await broker.ctx.groups.find(name);
  const { topicId } = await broker.ctx.topics.find(name);
  expect(await change('hold', name, [id], 'INC-7')).toMatchObject({ changed: 1 });
  const [held] = await readTimeline(broker.ctx, { messageId: id });
  expect(held).toMatchObject({
    state: 'held',
    prediction: null,
    dueAt: null,
    held: { by: 'ana@example.com', reason: 'INC-7' },
  });
  expect(await change('bury', name, [other])).toMatchObject({ changed: 1 });
  const store = broker.database.store.console;
  expect(await retryNextDue(store, broker.clock.nowOrNull(), groupId, topicId)).toBeNull();
  await updateGroup(broker.ctx, { name, version, maxRetries: 0, actor: ana });
  broker.clock.advance(10 * MINUTE);
  expect(await deadLetterExhausted(broker.ctx)).toBe(0);
  await expire(broker.ctx);
  expect(await claim(name)).toEqual([]);
  expect(await deliveryCounts(store, broker.clock.nowOrNull(), groupId)).toMatchObject([
    { waiting: 1, held: 1, due: 0, nextDueAt: null, dead: 1 },
  ]);
  // another process, started later, sees the same rows
  expect((await listRetries(broker.ctx, { group: name })).items).toMatchObject([
    { messageId: id, dueAt: null, diesAt: null, heldBy: 'ana@example.com', holdReason: 'INC-7' },
  ]);
  await updateGroup(broker.ctx, { name, version: version + 1, maxRetries: 3, actor: ana });
  expect(await change('release', name, [id])).toMatchObject({ changed: 1 });
  expect(await claim(name)).toMatchObject([{ messageId: id, attempt: 2 }]);
  expect((await events(id)).slice(2, 4)).toEqual([
    'Held held ana@example.com INC-7',
    'Ready hold-released ana@example.com',
  ]);
});

test('released before its time it waits for the rest of it', async () => {
  const { name, ids } = await scene(1);
  await change('hold', name, ids);
  broker.clock.advance(20_000);
  await change('release', name, ids);
  broker.clock.advance(39_999);
  expect(await claim(name)).toEqual([]);
  broker.clock.advance(1);
  expect(await claim(name)).toHaveLength(1);
});

test('what is not in the state for it is left, with the reason; a request that changes nothing leaves no trace', async () => {
  const { name, ids } = await scene(3);
  const [held = '', due = '', waits = ''] = ids;
  await change('hold', name, [held]);
  await change('now', name, [due]);
  expect(await change('now', name, ids)).toMatchObject({
    matched: 3,
    changed: 1,
    excluded: [
      { why: 'due already', count: 1 },
      { why: 'held', count: 1 },
    ],
  });
  await expect(change('hold', name, [held])).rejects.toMatchObject({
    code: 'conflict',
    message: 'Nothing was changed: held already (1).',
  });
  await expect(change('release', name, [waits])).rejects.toMatchObject({ code: 'conflict' });
  await claim(name);
  await expect(change('now', name, [due])).rejects.toMatchObject({ code: 'not-found' });
  expect(await audits(name)).toHaveLength(3);
});

test.each([undefined, "TAGS = 'a'"])(
  'a claim at the same moment: one of the two gets it (filter %s)',
  async (filter) => {
    for (let round = 0; round < 6; round += 1) {
      const { name, ids } = await scene(3, filter);
      broker.clock.advance(MINUTE);
      const [claimed, held] = await Promise.all([
        claim(name, filter),
        change('hold', name, ids).catch(() => ({ changed: 0 })),
      ]);
      const rest = await claim(name, filter);
      expect(claimed.length + rest.length + held.changed).toBe(3);
      const [state] = await deliveryCounts(
        broker.database.store.console,
        broker.clock.nowOrNull(),
        (await broker.ctx.groups.find(name)).groupId,
      );
      expect(state).toMatchObject({ held: held.changed, inFlight: 3 - held.changed, dead: 0 });
    }
  },
);

test('two operators at once: each message is changed by one of them', async () => {
  const { name, ids } = await scene(20);
  const all = { group: name, all: true as const, reason: '', actor: ana };
  const results = await Promise.allSettled([
    changeRetries(broker.ctx, 'bury', all),
    changeRetries(broker.ctx, 'hold', all),
    changeRetries(broker.ctx, 'now', all),
  ]);
  const changed = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const { groupId } = await broker.ctx.groups.find(name);
  const [counts] = await deliveryCounts(broker.database.store.console, broker.clock.nowOrNull(), groupId);
  const dead = changed.find(({ verb }) => verb === 'bury')?.changed ?? 0;
  expect(counts).toMatchObject({ dead, inFlight: 0 });
  expect((counts?.waiting ?? 0) + (counts?.due ?? 0) + dead).toBe(ids.length);
  expect(changed.length).toBeGreaterThan(0);
});

test('a set is what it was when it was planned: what failed since is not in it', async () => {
  const { name } = await scene(2);
  const { throughEpoch, matched } = await planRetries(broker.ctx, 'bury', { group: name, all: true });
  await send(broker.ctx, { topic: name, messages: [testMessage()] });
  await failAll(name);
  const input = { group: name, all: true as const, throughEpoch, reason: '', actor: ana };
  expect(await changeRetries(broker.ctx, 'bury', input)).toMatchObject({ matched, changed: 2 });
  expect((await listRetries(broker.ctx, { group: name })).items).toHaveLength(1);
});

test('a large set needs a reason, and goes on in parts where a process stopped', async () => {
  const count = RETRY_CHANGE_LIMITS.reasonFrom + 1100;
  const { name } = await scene(count);
  const all = { group: name, all: true as const, actor: ana };
  await expect(changeRetries(broker.ctx, 'hold', { ...all, reason: ' ' })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'reason',
  });
  const job = await changeRetries(broker.ctx, 'hold', { ...all, reason: 'maintenance' });
  expect(job).toMatchObject({ matched: count, changed: count, left: 0 });
  expect(await stepRetryJobs(broker.ctx)).toBe(false);
  expect(await audits(name)).toMatchObject([
    { action: 'retry.hold', counts: { matched: count } },
    { action: 'retry.hold', reason: 'maintenance', counts: { matched: count, changed: count, excluded: 0 } },
  ]);
}, 60_000);

test('the list: by next try, filters, and the same death as on the page of the message', async () => {
  const { name, ids } = await scene(5);
  const [first = '', second = ''] = ids;
  await change('now', name, [first]);
  const [again] = await claim(name);
  if (again === undefined) throw new Error('a delivery was expected');
  broker.clock.advance(1);
  await failOne(name, again);
  await change('hold', name, [second]);
  const { items, nextCursor } = await listRetries(broker.ctx, { group: name, limit: 3 });
  expect(items.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
  const rest = await listRetries(broker.ctx, { group: name, limit: 3, cursor: nextCursor ?? '' });
  expect(rest.items.map(({ messageId, keys }) => [messageId, keys])).toEqual([
    [first, ['order-0']],
    [second, ['order-1']],
  ]);
  expect(rest.nextCursor).toBeNull();
  const [timeline] = await readTimeline(broker.ctx, { messageId: first });
  expect(rest.items[0]?.diesAt?.toISOString()).toBe(timeline?.prediction?.diesAt);
  const found = async (filter: object) =>
    (await listRetries(broker.ctx, { group: name, ...filter })).items.map(({ messageId }) => messageId);
  expect(await found({ attemptsFrom: 2 })).toEqual([first]);
  expect(await found({ held: true })).toEqual([second]);
  expect(await found({ key: 'order-0' })).toEqual([first]);
  expect(await found({ cause: 'nack' })).toHaveLength(5);
  expect(await found({ cause: 'Timeout' })).toEqual([]);
  expect(await found({ storedBefore: new Date('2026-01-01T00:00:00Z') })).toEqual([]);
  expect(await found({ lastTry: true })).toEqual([]);
  // 3 retries of a minute: what failed once dies 3 minutes after that, what failed twice a minute earlier
  const dies = items[0]?.diesAt ?? new Date(0);
  expect(await found({ diesBefore: dies })).toHaveLength(4);
  expect(await found({ diesBefore: new Date(dies.getTime() - 1) })).toEqual([first]);
  expect((await listRetries(broker.ctx, { limit: 500 })).items.map((row) => row.group)).toContain(name);
});

test('impossible requests are refused with field and limit; what was retried now can be acknowledged', async () => {
  const { name, ids } = await scene(1);
  await expect(change('now', name, ['nobody'])).rejects.toMatchObject({ code: 'not-found' });
  await expect(changeRetries(broker.ctx, 'now', { group: name, reason: '', actor: ana })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'selection',
  });
  await expect(
    changeRetries(broker.ctx, 'now', { group: name, filter: {}, reason: '', actor: ana }),
  ).rejects.toMatchObject({ code: 'bad-request', field: 'filter' });
  await change('now', name, ids);
  const [message] = await claim(name);
  expect(
    await ack(broker.ctx, {
      group: name,
      topic: name,
      entries: [{ receiptHandle: message?.receiptHandle ?? '', messageId: message?.messageId ?? '' }],
    }),
  ).toHaveLength(1);
});

test('a rare key is looked up, not looked for; a bar of the tide is the next tries from a moment on and before another', async () => {
  const { name, ids } = await scene(40);
  const other = await scene(3);
  const only = async (input: Parameters<typeof listRetries>[1]) => {
    const page = await listRetries(broker.ctx, input);
    return { ids: page.items.map(({ messageId }) => messageId), looked: page.looked, next: page.nextCursor };
  };
  // before the index has read them, and after
  const found = { ids: [ids[7]], looked: null, next: null };
  expect(await only({ group: name, key: 'order-7' })).toEqual(found);
  while (await indexKeys(broker.ctx));
  expect(await only({ group: name, key: 'order-7' })).toEqual(found);
  expect(await only({ group: name, key: 'order-7', lastTry: true })).toEqual({ ...found, ids: [] });
  const everywhere = await only({ key: 'order-2', limit: 1 });
  expect(everywhere).toMatchObject({ looked: null });
  const rest = await only({ key: 'order-2', cursor: everywhere.next ?? '' });
  expect([...everywhere.ids, ...rest.ids]).toEqual(expect.arrayContaining([ids[2], other.ids[2]]));
  expect(await planRetries(broker.ctx, 'hold', { group: name, filter: { key: 'order-7' } })).toMatchObject({
    wouldChange: 1,
  });

  const dueAt = (await listRetries(broker.ctx, { group: other.name })).items[0]?.dueAt?.getTime() ?? 0;
  const due = (fromMs: number, toMs: number) =>
    only({ group: other.name, dueFrom: new Date(dueAt + fromMs), dueTo: new Date(dueAt + toMs) });
  expect((await due(-10_000, 10_000)).ids).toHaveLength(3);
  expect((await due(-10_000, -5_000)).ids).toEqual([]);
  expect((await due(10_000, 20_000)).ids).toEqual([]);
});
