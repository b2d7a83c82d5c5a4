import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { LIMITS } from '../../model/limits';
import { DEFAULT_LITE_QUOTA } from '../../model/topic/lite-quota';
import type { DeliveredMessage } from '../../model/message/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { INVARIANTS } from '../../testing/invariants';
import { createBrokerContext } from '../create-context';
import { ack } from '../delivery/ack';
import { changeInvisible } from '../delivery/change-invisible';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { forward } from '../delivery/forward';
import { suspend } from '../delivery/suspend';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { prune, retentionOf } from '../retention/prune';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { liteLeaveSilent } from '../../store/queries/lite/lite-subscribe';
import { liteTopicExpire } from '../../store/queries/lite/lite-topic-expire';
import { updateSetting } from '../setting/update';
import { createTopic } from '../topic/create';
import { growTopic } from '../topic/grow';
import { leaveLite, type LiteSubscribeInput, subscribeLite } from './subscribe';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');
const RETRY_MS = 10_000;
const HOUR_MS = 3_600_000;

interface Names {
  readonly topic: string;
  readonly group: string;
}

let scenes = 0;
async function scene(group: Partial<Parameters<typeof createGroup>[1]> = {}, queues = 2): Promise<Names> {
  scenes += 1;
  const names = { topic: `lite-${scenes}`, group: `lite-${scenes}` };
  await createGroup(broker.ctx, {
    ...{ name: names.group, actor, deliveryOrder: 'ordered', retryPolicy: { type: 'fixed', intervalMs: RETRY_MS } },
    ...group,
  });
  await createTopic(broker.ctx, { name: names.topic, messageType: 'LITE', queues, actor });
  return names;
}

/** Ids are "name-number". */
async function sendAll({ topic }: Pick<Names, 'topic'>, ids: readonly string[]): Promise<void> {
  for (const id of ids) await send(broker.ctx, { topic, messages: [lite(`${topic}/${id}`, id.split('-')[0] ?? '')] });
}

function lite(messageId: string, name: string) {
  return testMessage({ messageType: 'LITE', messageId, messageGroup: name });
}

async function subscribe(
  names: Names,
  clientId: string,
  wanted: readonly string[],
  action: LiteSubscribeInput['action'] = 'add',
  from?: LiteSubscribeInput['from'],
): Promise<void> {
  await subscribeLite(broker.ctx, { ...names, clientId, names: wanted, action, ...(from && { from }) });
}

const take = async (names: Names, clientId: string, batchSize = 32): Promise<DeliveredMessage[]> =>
  await receiveNow(broker.ctx, { ...names, clientId, batchSize });

const idsOf = (messages: readonly DeliveredMessage[]): string[] =>
  messages.map(({ messageId }) => messageId.split('/')[1] ?? '').toSorted();

async function ackAll(names: Names, messages: readonly DeliveredMessage[]): Promise<void> {
  const entries = messages.map(({ messageId, receiptHandle }) => ({ messageId, receiptHandle }));
  const outcomes = await ack(broker.ctx, { ...names, entries });
  expect(outcomes.map(({ error }) => error ?? null)).toEqual(entries.map(() => null));
}

async function failAll(names: Names, messages: readonly DeliveredMessage[], clientId: string): Promise<void> {
  for (const { receiptHandle, messageId } of messages)
    await fail(broker.ctx, { ...names, receiptHandle, messageId, clientId });
}

async function rowsOf(names: Names): Promise<Record<string, number>> {
  const { rows } = await broker.database.store.broker.query<{ mgroup: string; state: number }>(
    'SELECT f.mgroup, f.state::int FROM fifo_group f JOIN consumer_group g USING (group_id) WHERE g.name = $1',
    [names.group],
  );
  return Object.fromEntries(rows.map(({ mgroup, state }) => [mgroup, state]));
}

test('a client receives the names that it subscribes, and no others hold them up', async () => {
  const names = await scene();
  await subscribe(names, 'a', ['one', 'two']);
  await subscribe(names, 'b', ['three']);
  await sendAll(names, ['none-1', 'one-1', 'three-1', 'none-2', 'two-1', 'one-2']);
  const ofA = await take(names, 'a');
  expect(idsOf(ofA)).toEqual(['one-1', 'one-2', 'two-1']);
  expect(ofA.map(({ messageType }) => messageType)).toEqual(['LITE', 'LITE', 'LITE']);
  expect(idsOf(await take(names, 'b'))).toEqual(['three-1']);
  expect(await take(names, 'a')).toEqual([]);
  expect(await rowsOf(names)).toEqual({ none: 2, one: 1, two: 1, three: 1 });
  await ackAll(names, ofA);
  // One that comes later gets what no client wanted.
  await subscribe(names, 'c', ['none']);
  expect(idsOf(await take(names, 'c'))).toEqual(['none-1', 'none-2']);
  expect(await rowsOf(names)).toEqual({ none: 1, three: 1 });
});

test('a name goes to one client at a time, in order, and waits for its head alone', async () => {
  const names = await scene({}, 1);
  await subscribe(names, 'a', ['one', 'two']);
  await subscribe(names, 'b', ['one', 'two']);
  await sendAll(names, ['one-1', 'one-2', 'one-3', 'two-1']);
  const first = await take(names, 'a', 1);
  expect(idsOf(first)).toEqual(['one-1']);
  expect(idsOf(await take(names, 'b'))).toEqual(['two-1']);
  expect(await take(names, 'b')).toEqual([]);
  await failAll(names, first, 'a');
  expect(await take(names, 'b')).toEqual([]);
  broker.clock.advance(RETRY_MS);
  const again = await take(names, 'b', 1);
  expect(again.map(({ messageId, attempt }) => [messageId.split('/')[1], attempt])).toEqual([['one-1', 2]]);
  await ackAll(names, again);
  expect(idsOf(await take(names, 'a'))).toEqual(['one-2', 'one-3']);
});

test('what comes to a lite topic while a client has it is delivered after that', async () => {
  const names = await scene({}, 1);
  await subscribe(names, 'a', ['one']);
  await sendAll(names, ['one-1']);
  const first = await take(names, 'a');
  await sendAll(names, ['one-2']);
  expect(await take(names, 'a')).toEqual([]);
  await ackAll(names, first);
  expect(idsOf(await take(names, 'a'))).toEqual(['one-2']);
});

test('a retry waits for a client that subscribes its name', async () => {
  const names = await scene();
  await subscribe(names, 'a', ['one']);
  await sendAll(names, ['one-1', 'one-2']);
  await failAll(names, await take(names, 'a', 1), 'a');
  await subscribe(names, 'a', ['one'], 'remove');
  await subscribe(names, 'b', ['two']);
  broker.clock.advance(RETRY_MS);
  expect([await take(names, 'a'), await take(names, 'b')]).toEqual([[], []]);
  await subscribe(names, 'b', ['one']);
  const got = await take(names, 'b');
  expect(got.map(({ messageId, attempt }) => [messageId.split('/')[1], attempt])).toEqual([['one-1', 2]]);
  await ackAll(names, got);
  expect(idsOf(await take(names, 'b'))).toEqual(['one-2']);
});

test('the whole set replaces the former one; what no client wants any more keeps its messages', async () => {
  const names = await scene();
  await subscribe(names, 'a', ['one', 'two']);
  await sendAll(names, ['one-1', 'two-1']);
  await subscribe(names, 'a', ['two', 'three'], 'all');
  await sendAll(names, ['three-1']);
  const got = await take(names, 'a');
  expect(idsOf(got)).toEqual(['three-1', 'two-1']);
  await subscribe(names, 'a', [], 'nothing');
  await ackAll(names, got);
  await sendAll(names, ['two-2']);
  expect(await take(names, 'a')).toEqual([]);
  await leaveLite(broker.ctx, { group: names.group, clientId: 'a' });
  await subscribe(names, 'b', ['one', 'two']);
  expect(idsOf(await take(names, 'b'))).toEqual(['one-1', 'two-2']);
});

test('a client that says nothing for long has ended', async () => {
  const names = await scene();
  const { store } = broker.database;
  const leave = () => liteLeaveSilent(store.broker, broker.clock.nowOrNull(), LIMITS.liteSilenceMs);
  // Those of other tests.
  broker.clock.advance(LIMITS.liteSilenceMs + 1);
  await leave();
  await subscribe(names, 'a', ['one']);
  broker.clock.advance(LIMITS.liteSilenceMs - 1000);
  await subscribe(names, 'b', ['one']);
  broker.clock.advance(1000);
  expect(await leave()).toBe(0);
  broker.clock.advance(1000);
  expect(await leave()).toBe(1);
  await sendAll(names, ['one-1']);
  expect([await take(names, 'a'), idsOf(await take(names, 'b'))]).toEqual([[], ['one-1']]);
});

test('a lease that ends, a dead letter and its re-drive keep the name', async () => {
  const names = await scene({ maxRetries: 1 });
  await subscribe(names, 'a', ['one', 'two']);
  await sendAll(names, ['one-1', 'one-2', 'two-1']);
  await receiveNow(broker.ctx, { ...names, clientId: 'a', autoRenew: false, invisibleMs: 10_000 });
  broker.clock.advance(10_001);
  await expire(broker.ctx);
  broker.clock.advance(RETRY_MS);
  const again = await take(names, 'a');
  expect(again.map(({ attempt }) => attempt)).toEqual([2, 2, 2]);
  const head = again.find(({ messageId }) => messageId.endsWith('one-1'));
  if (head === undefined) throw new Error('the head is not there');
  await forward(broker.ctx, { ...names, ...head, clientId: 'a', deliveryAttempt: 2 });
  await ackAll(
    names,
    again.filter(({ messageId }) => messageId !== head.messageId),
  );
  expect(await rowsOf(names)).toEqual({});
  await startRedrive(broker.ctx, { group: names.group, all: true, reason: '', actor });
  await stepRedrives(broker.ctx);
  const redriven = await take(names, 'a');
  expect(redriven.map(({ messageId, messageGroup, generation }) => [messageId, messageGroup, generation])).toEqual([
    [head.messageId, 'one', 1],
  ]);
  await ackAll(names, redriven);
});

test('a lite topic that its client suspends waits, and no delivery of it counts', async () => {
  const names = await scene({ maxRetries: 1 }, 1);
  const suspendAll = async (messages: readonly DeliveredMessage[], invisibleMs: number): Promise<void> => {
    for (const message of messages) await suspend(broker.ctx, { ...names, ...message, clientId: 'a', invisibleMs });
  };
  const attemptsOf = (messages: readonly DeliveredMessage[]): string[] =>
    messages.map(({ messageId, attempt }) => `${messageId.split('/')[1]} ${attempt}`);
  await subscribe(names, 'a', ['one', 'two']);
  await sendAll(names, ['one-1', 'one-2', 'two-1']);
  // More often than the group allows a message to fail.
  for (let time = 0; time < 4; time += 1) {
    const got = await take(names, 'a');
    expect(attemptsOf(got)).toEqual(time === 0 ? ['one-1 1', 'one-2 1', 'two-1 1'] : ['one-1 1', 'one-2 1']);
    await suspendAll(
      got.filter(({ messageId }) => !messageId.endsWith('two-1')),
      500,
    );
    if (time === 0) await sendAll(names, ['one-3']);
    await ackAll(
      names,
      got.filter(({ messageId }) => messageId.endsWith('two-1')),
    );
    expect(await take(names, 'a')).toEqual([]);
    broker.clock.advance(499);
    expect(await take(names, 'a')).toEqual([]);
    broker.clock.advance(1);
  }
  // A failure in between counts; what is suspended after it keeps its number.
  const [head] = await take(names, 'a', 1);
  if (head === undefined) throw new Error('nothing was received');
  await failAll(names, [head], 'a');
  broker.clock.advance(RETRY_MS);
  const again = await take(names, 'a');
  expect(attemptsOf(again)).toEqual(['one-1 2', 'one-2 1']);
  await suspendAll(again, 0);
  const last = await take(names, 'a');
  expect(attemptsOf(last)).toEqual(['one-1 2', 'one-2 1']);
  await expect(suspendAll(again, 500)).rejects.toMatchObject({ code: 'invalid-receipt-handle' });
  await expect(suspendAll(last, -1)).rejects.toMatchObject({ code: 'illegal-invisible-time' });
  await ackAll(names, last);
  expect(attemptsOf(await take(names, 'a'))).toEqual(['one-3 1']);
  for (const [name, query] of INVARIANTS)
    expect({ name, rows: (await broker.database.store.console.query(query)).rows }).toEqual({ name, rows: [] });
});

test('a simple consumer holds a name as long as it wants', async () => {
  const names = await scene({}, 1);
  await subscribe(names, 'a', ['one']);
  await sendAll(names, ['one-1', 'one-2']);
  const simple = { ...names, clientId: 'a', autoRenew: false, invisibleMs: 10_000, batchSize: 1 };
  const [held] = await receiveNow(broker.ctx, simple);
  if (held === undefined) throw new Error('nothing was received');
  const longer = await changeInvisible(broker.ctx, { ...names, ...held, clientId: 'a', invisibleMs: 60_000 });
  broker.clock.advance(30_000);
  await expire(broker.ctx);
  expect(await receiveNow(broker.ctx, simple)).toEqual([]);
  await ackAll(names, [{ ...held, ...longer }]);
  expect(idsOf(await receiveNow(broker.ctx, simple))).toEqual(['one-2']);
});

test('a receive that is repeated gets what is left of another segment, too', async () => {
  const names = await scene({}, 1);
  await subscribe(names, 'a', ['one', 'two']);
  await sendAll(names, ['one-1', 'none-1']);
  broker.clock.advance(HOUR_MS);
  await prune(broker.ctx, retentionOf(24 * HOUR_MS));
  broker.clock.advance(6 * HOUR_MS);
  await prune(broker.ctx, retentionOf(24 * HOUR_MS));
  await sendAll(names, ['two-1', 'none-2']);
  // By then it has said nothing for so long that its subscriptions have ended.
  await subscribe(names, 'a', ['one', 'two', 'none']);
  const again = { ...names, clientId: 'a', attemptId: 'lost' };
  const first = idsOf(await receiveNow(broker.ctx, again));
  expect(first).toEqual(['none-1', 'none-2', 'one-1', 'two-1']);
  await receiveNow(broker.ctx, { ...names, clientId: 'b' });
  expect(idsOf(await receiveNow(broker.ctx, again))).toEqual(first);
});

test('from now on: what a name has when it is subscribed is passed over', async () => {
  const names = await scene();
  await subscribe(names, 'a', ['other']);
  await sendAll(names, ['one-1', 'two-1', 'other-1']);
  await take(names, 'a');
  await sendAll(names, ['one-2', 'two-2']);
  await subscribe(names, 'a', ['one'], 'add', 'newest');
  await subscribe(names, 'a', ['two']);
  expect(idsOf(await take(names, 'a'))).toEqual(['two-1', 'two-2']);
  await sendAll(names, ['one-3']);
  expect(idsOf(await take(names, 'a'))).toEqual(['one-3']);
});

test('a name ends when its newest message is older than the expiration of its topic', async () => {
  const names = { ...(await scene()), topic: 'lite-expires' };
  const { store } = broker.database;
  await createTopic(broker.ctx, { name: names.topic, messageType: 'LITE', liteExpirationMinutes: 60, actor });
  const end = () => liteTopicExpire(store.broker, broker.clock.nowOrNull(), 72 * HOUR_MS, 1000);
  await subscribe(names, 'a', ['read']);
  await sendAll(names, ['read-1', 'parked-1', 'kept-1']);
  await take(names, 'a');
  await sendAll(names, ['parked-2']);
  broker.clock.advance(HOUR_MS - 60_000);
  await store.broker.query(`UPDATE lite_topic SET last_at = $1 WHERE mgroup = 'kept'`, [broker.clock.nowOrNull()]);
  expect(await end()).toBe(0);
  broker.clock.advance(60_001);
  expect(await end()).toBe(2);
  // Its next life begins with its next message; another process knows nothing of the first one.
  const other = await createBrokerContext({ ...broker.ctx, clock: broker.clock });
  await send(other, { topic: names.topic, messages: [lite('expires/parked-3', 'parked')] });
  await subscribe(names, 'b', ['parked', 'kept']);
  // The cursor had not passed parked-2 yet.
  expect(idsOf(await take(names, 'b'))).toEqual(['kept-1', 'parked-3']);
});

test('a name that ends while a client has a message of it: what is behind it is not delivered', async () => {
  const names = { ...(await scene({}, 1)), topic: 'lite-held' };
  await createTopic(broker.ctx, { name: names.topic, messageType: 'LITE', liteExpirationMinutes: 60, actor });
  await subscribe(names, 'a', ['one']);
  await sendAll(names, ['one-1', 'one-2']);
  const held = await receiveNow(broker.ctx, { ...names, clientId: 'a', batchSize: 1, invisibleMs: 3 * HOUR_MS });
  broker.clock.advance(2 * HOUR_MS);
  await liteTopicExpire(broker.database.store.broker, broker.clock.nowOrNull(), 72 * HOUR_MS, 1000);
  const other = await createBrokerContext({ ...broker.ctx, clock: broker.clock });
  await send(other, { topic: names.topic, messages: [lite('held/one-3', 'one')] });
  // Its subscriptions ended while it said nothing.
  await subscribe(names, 'a', ['one']);
  await ackAll(names, held);
  expect(idsOf(await take(names, 'a'))).toEqual(['one-3']);
});

test('more lite topics or subscriptions than the quota are refused, and nothing is changed', async () => {
  const names = await scene();
  const codeOf = async (work: Promise<unknown>): Promise<string> =>
    await work.then(
      () => 'ok',
      ({ code }: { code: string }) => code,
    );
  const many = Array.from({ length: LIMITS.liteSubscriptionsPerClient }, (_, index) => `n${index}`);
  expect(await codeOf(subscribe(names, 'a', many))).toBe('ok');
  expect(await codeOf(subscribe(names, 'a', many))).toBe('ok');
  expect(await codeOf(subscribe(names, 'a', ['more']))).toBe('lite-subscription-quota');
  expect(await codeOf(subscribe(names, 'a', [...many, 'more'], 'all'))).toBe('lite-subscription-quota');
  expect(await codeOf(subscribe(names, 'a', [...many.slice(1), 'more'], 'all'))).toBe('ok');
});

test('a topic has as many lite topics as the setting says, also after that is changed', async () => {
  const names = await scene();
  const refused = async (...ids: readonly string[]): Promise<string | undefined> =>
    await sendAll(names, ids).then(
      () => undefined,
      ({ code }: { code: string }) => code,
    );
  const allow = async (perTopic: number, version: number): Promise<void> => {
    const value = { perTopic };
    await updateSetting(broker.ctx, { name: 'lite-topics', value, version, reason: 'test', actor });
  };
  expect(await refused(...Array.from({ length: 5 }, (_, n) => `n${n}-1`))).toBeUndefined();
  await allow(5, 0);
  expect(await refused('new-1')).toBe('lite-topic-quota');
  // What is there already goes on.
  expect(await refused('n0-2')).toBeUndefined();
  await allow(6, 1);
  expect(await refused('new-1')).toBeUndefined();
  expect(await refused('newer-1')).toBe('lite-topic-quota');
  await expect(allow(0, 2)).rejects.toMatchObject({ code: 'bad-request', field: 'perTopic' });
  await allow(DEFAULT_LITE_QUOTA.perTopic, 2);
  expect(await refused('newer-1')).toBeUndefined();
});

test('what does not belong together is refused', async () => {
  const names = await scene();
  const codeOf = async (work: Promise<unknown>): Promise<string> =>
    await work.then(
      () => 'ok',
      ({ code, field }: { code: string; field: string }) => `${code} ${field}`,
    );
  const sent = (fields: Parameters<typeof testMessage>[0], to = names.topic) =>
    codeOf(send(broker.ctx, { topic: to, messages: [testMessage({ messageType: 'LITE', ...fields })] }));
  await createTopic(broker.ctx, { name: 'lite-normal', messageType: 'NORMAL', actor });
  await createGroup(broker.ctx, { name: 'lite-unordered', actor });
  expect(await sent({ messageGroup: 'x'.repeat(LIMITS.liteTopicBytes) })).toBe('ok');
  for (const name of ['', ' ', 'a b', 'ä', 'a%', 'x'.repeat(LIMITS.liteTopicBytes + 1)])
    expect(await sent({ messageGroup: name })).toBe('illegal-lite-topic liteTopic');
  expect(await sent({ messageGroup: null })).toBe('illegal-lite-topic liteTopic');
  expect(await sent({ messageType: 'FIFO', messageGroup: 'a' })).toBe('message-type-conflict messageType');
  expect(await sent({ messageGroup: 'a' }, 'lite-normal')).toBe('message-type-conflict messageType');
  expect(await sent({ messageGroup: 'a', priority: 1 })).toBe('message-type-conflict priority');
  expect(await codeOf(subscribe(names, 'a', ['a b']))).toBe('illegal-lite-topic liteTopic');
  expect(await codeOf(subscribe({ ...names, topic: 'lite-normal' }, 'a', ['a']))).toBe('bad-request topic');
  expect(await codeOf(subscribe({ ...names, group: 'lite-unordered' }, 'a', ['a']))).toBe('bad-request group');
  expect(await codeOf(take({ ...names, group: 'lite-unordered' }, 'a'))).toBe('bad-request group');
  const filter = { type: 'TAG', expression: 'x' } as const;
  expect(await codeOf(receiveNow(broker.ctx, { ...names, filter }))).toBe('illegal-filter filterExpression');
  const create = (fields: object): Promise<string> =>
    codeOf(
      createTopic(broker.ctx, { name: 'lite-never', messageType: 'LITE', liteExpirationMinutes: 15, actor, ...fields }),
    );
  expect(await create({ liteExpirationMinutes: 14 })).toBe('bad-request liteExpirationMinutes');
  expect(await create({ messageType: 'FIFO' })).toBe('bad-request liteExpirationMinutes');
  expect(await codeOf(growTopic(broker.ctx, { topic: names.topic, queues: 3, actor }))).toBe('conflict queues');
});
