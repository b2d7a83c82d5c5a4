import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import { broadcastFailures } from '../../store/queries/broadcast/broadcast-failures';
import { broadcastFigures } from '../../store/queries/broadcast/broadcast-figures';
import { broadcastMembers } from '../../store/queries/broadcast/broadcast-members';
import { deliveryCounts } from '../../store/queries/group-stats/delivery-counts';
import { queueBacklog } from '../../store/queries/group-stats/queue-backlog';
import { groupCount } from '../../store/queries/group/group-count';
import { recentFailures } from '../../store/queries/timeline/recent-failures';
import { topicFigures } from '../../store/queries/topic-stats/topic-figures';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { createBrokerContext } from '../create-context';
import { ack } from '../delivery/ack';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { reportFailure } from '../failure/report';
import { createGroup } from '../group/create';
import { findGroup } from '../group/find';
import { listGroups } from '../group/list';
import { updateGroup } from '../group/update';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';
import { startRedrive } from '../redrive/start';
import { prune, MEMBER_GONE_MIN_MS } from '../retention/prune';
import { createTopic } from '../topic/create';
import { join } from './join';

const HOUR = 3_600_000;
const SILENCE = { silenceMs: 180_000, most: 500 };
const actor = systemActor('test');
let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

type Names = { topic: string; group: string };

let scenes = 0;
async function scene(messageModel: 'clustering' | 'broadcasting' = 'broadcasting'): Promise<Names> {
  scenes += 1;
  const names = { topic: `gauges-${scenes}`, group: `readers-${scenes}` };
  await createGroup(broker.ctx, { name: names.group, messageModel, actor });
  await createTopic(broker.ctx, { name: names.topic, messageType: 'NORMAL', queues: 1, actor });
  return names;
}

async function sendOne(topic: string): Promise<string> {
  const message = testMessage();
  await send(broker.ctx, { topic, messages: [message] });
  return message.messageId;
}

async function fetchOne(names: Names, clientId: string): Promise<DeliveredMessage> {
  const [message] = await receiveNow(broker.ctx, { ...names, clientId });
  if (message === undefined) throw new Error(`nothing for ${clientId}`);
  return message;
}

const enter = (names: Names, ...clients: string[]) =>
  Promise.all(clients.map((clientId) => join(broker.ctx, { group: names.group, clientId })));

const idOf = async (name: string): Promise<number> => (await findGroup(broker.ctx, name)).groupId;

test('the timeline has one entry per client with its outcome; failed with its reason', async () => {
  const names = await scene();
  await enter(names, 'good', 'bad', 'late', 'holding', 'of another topic');
  await receiveNow(broker.ctx, { ...names, clientId: 'late' });
  const id = await sendOne(names.topic);
  await ack(broker.ctx, { ...names, entries: [await fetchOne(names, 'good')] });
  const bad = await fetchOne(names, 'bad');
  await fetchOne(names, 'holding');
  await reportFailure(broker.ctx, {
    messageId: id,
    group: names.group,
    clientId: 'bad',
    attempt: 1,
    errorType: 'Full',
    message: 'disk is full',
  });
  await fail(broker.ctx, { ...names, ...bad, clientId: 'bad' });
  const timelines = await readTimeline(broker.ctx, { messageId: id });
  expect(timelines.every(({ group, client }) => group === names.group && client?.ofClients === 4)).toBe(true);
  expect(Object.fromEntries(timelines.map(({ client, state }) => [client?.clientId, state]))).toEqual({
    good: 'consumed',
    bad: 'dropped',
    late: 'ready',
    holding: 'in-flight',
  });
  const of = (clientId: string) => timelines.find(({ client }) => client?.clientId === clientId);
  expect(of('bad')).toMatchObject({
    prediction: null,
    deliveries: [{ attempt: 1, state: 'failed', cause: 'nack', reason: { errorType: 'Full' } }],
  });
  expect(of('holding')?.prediction).toBeNull();
});

test('a report that names no client goes to the only one it can be about, else to the message as a whole', async () => {
  const names = await scene();
  await enter(names, 'a', 'b');
  const id = await sendOne(names.topic);
  const report = { messageId: id, group: names.group, attempt: 1, errorType: 'E', message: 'why' };
  const a = await fetchOne(names, 'a');
  await expect(reportFailure(broker.ctx, { ...report, clientId: 'nobody' })).rejects.toMatchObject({
    code: 'message-not-found',
  });
  expect(await reportFailure(broker.ctx, report)).toEqual({ stored: true });
  await fail(broker.ctx, { ...names, ...a, clientId: 'a' });
  const reasons = async () =>
    Object.fromEntries(
      (await readTimeline(broker.ctx, { messageId: id })).map((entry) => [
        entry.client?.clientId,
        entry.reasons.map(({ message, unnamedClient }) => (unnamedClient === true ? `one said ${message}` : message)),
      ]),
    );
  expect(await reasons()).toEqual({ a: ['why'] });

  broker.clock.advance(10);
  await enter(names, 'c', 'd');
  const second = await sendOne(names.topic);
  const [c, d] = [await fetchOne(names, 'c'), await fetchOne(names, 'd')];
  await reportFailure(broker.ctx, { ...report, messageId: second, message: 'either' });
  await fail(broker.ctx, { ...names, ...c, clientId: 'c' });
  await ack(broker.ctx, { ...names, entries: [d] });
  const of = (await readTimeline(broker.ctx, { messageId: second })).filter(({ client }) => client?.clientId === 'c');
  expect(of).toMatchObject([{ state: 'dropped', reasons: [{ message: 'either', unnamedClient: true }] }]);
  expect(await broadcastFailures(broker.database.store.console, await idOf(names.group), 10)).toMatchObject([
    { messageId: second, client: 'c', cause: 'nack', errorMessage: 'either', reportOfAnyone: true },
    { messageId: id, client: 'a', cause: 'nack', errorMessage: 'why', reportOfAnyone: false },
  ]);
});

test('members are counted each on their own; a client that never asked has no number', async () => {
  const names = await scene();
  await enter(names, 'a', 'b', 'quiet');
  const ids = [await sendOne(names.topic), await sendOne(names.topic), await sendOne(names.topic)];
  const [acked, failed] = await receiveNow(broker.ctx, { ...names, clientId: 'a', batchSize: 2 });
  if (acked === undefined || failed === undefined) throw new Error('two messages expected');
  await ack(broker.ctx, { ...names, entries: [acked] });
  await fail(broker.ctx, { ...names, ...failed, clientId: 'a' });
  const [held] = await receiveNow(broker.ctx, { ...names, clientId: 'b', batchSize: 1 });
  expect(held?.messageId).toBe(ids[0]);
  const groupId = await idOf(names.group);
  const { console: db } = broker.database.store;
  const rows = await broadcastMembers(db, groupId, 10);
  expect(Object.fromEntries(rows.map(({ client, since: _s, seenAt: _a, ...row }) => [client, row]))).toEqual({
    a: { backlog: 1, inFlight: 0, delivered: 1, failed: 1, total: 3 },
    b: { backlog: 2, inFlight: 1, delivered: 0, failed: 0, total: 3 },
    quiet: { backlog: null, inFlight: 0, delivered: 0, failed: 0, total: 3 },
  });
  expect(await broadcastMembers(db, groupId, 1)).toMatchObject([{ total: 3 }]);
  const now = broker.clock.nowOrNull();
  expect(await broadcastFigures(db, now, groupId, SILENCE)).toMatchObject([
    { members: 3, connected: 3, topics: [names.topic], backlog: 3, inFlight: 1, failedLastHour: 1 },
  ]);
  broker.clock.advance(HOUR);
  await expire(broker.ctx);
  expect(await broadcastFigures(db, broker.clock.nowOrNull(), groupId, SILENCE)).toMatchObject([
    { members: 3, connected: 0, topics: [], backlog: 0, inFlight: 0, failedLastHour: 2 },
  ]);
});

test('members are in no list, count or figure of groups; their failures carry the name of the group', async () => {
  const names = await scene();
  await enter(names, 'x', 'y');
  const id = await sendOne(names.topic);
  await fail(broker.ctx, { ...names, ...(await fetchOne(names, 'x')), clientId: 'x' });
  const { console: db } = broker.database.store;
  const listed = await listGroups(broker.ctx, { limit: 200 });
  expect(listed.items.every(({ broadcastOf, name }) => broadcastOf === null && /^[a-z]/.test(name))).toBe(true);
  expect(await groupCount(broker.database.store.prisma)).toBe(listed.items.length);
  const groupIds = new Set(listed.items.map(({ groupId }) => groupId));
  const now = broker.clock.nowOrNull();
  expect((await deliveryCounts(db, now, null)).every(({ groupId }) => groupIds.has(groupId))).toBe(true);
  expect((await queueBacklog(db, null)).every(({ groupId }) => groupIds.has(groupId))).toBe(true);
  expect((await topicFigures(db)).flatMap(({ groups }) => groups).every((name) => /^[a-z]/.test(name))).toBe(true);
  const topic = (await topicFigures(db)).find(({ groups }) => groups.includes(names.group));
  expect(topic?.groups).toEqual([names.group]);
  for (const groupId of [null, await idOf(names.group)]) {
    const [newest] = await recentFailures(db, groupId, 50);
    expect(newest).toMatchObject({ messageId: id, group: names.group, now: 'dropped', cause: 'nack' });
  }
  const { rows } = await db.query<{ version: number }>(
    `SELECT v.version FROM consumer_group_version v JOIN consumer_group g USING (group_id) WHERE g.broadcast_of IS NOT NULL`,
  );
  expect(rows).toEqual([]);
});

test('nothing can be re-driven to a broadcast group', async () => {
  const names = await scene();
  await expect(startRedrive(broker.ctx, { group: names.group, all: true, reason: 'try', actor })).rejects.toMatchObject(
    { code: 'conflict', field: 'group' },
  );
});

test('members gone for the set time are removed with all their rows; one that is seen, or has a delivery open, stays', async () => {
  const names = await scene();
  await enter(names, 'gone', 'stays');
  await sendOne(names.topic);
  await fail(broker.ctx, { ...names, ...(await fetchOne(names, 'gone')), clientId: 'gone' });
  await receiveNow(broker.ctx, { ...names, clientId: 'stays', autoRenew: false, invisibleMs: 12 * HOUR });
  broker.clock.advance(11 * HOUR);
  const policy = { retentionMs: 72 * HOUR, segmentMs: 6 * HOUR, memberGoneMs: 1 };
  const before = await broker.database.store.console.query('SELECT 1 FROM broadcast_member');
  await prune(broker.ctx, { ...policy, memberGoneMs: undefined });
  expect((await broker.database.store.console.query('SELECT 1 FROM broadcast_member')).rowCount).toBe(before.rowCount);
  expect(MEMBER_GONE_MIN_MS).toBe(600_000);
  await prune(broker.ctx, policy);
  const groupId = await idOf(names.group);
  expect((await broadcastMembers(broker.database.store.console, groupId, 10)).map(({ client }) => client)).toEqual([
    'stays',
  ]);
  for (const table of ['group_queue', 'lease', 'retry', 'delivery_event', 'failure_report', 'fifo_group']) {
    const { rows } = await broker.database.store.console.query(
      `SELECT 1 FROM ${table} t WHERE NOT EXISTS (SELECT 1 FROM consumer_group g WHERE g.group_id = t.group_id)`,
    );
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
  broker.clock.advance(2 * HOUR);
  await expire(broker.ctx);
  const { log, metrics } = broker.ctx;
  const restarted = await createBrokerContext({ store: broker.database.store, log, metrics, clock: broker.clock });
  await join(restarted, { group: names.group, clientId: 'stays' });
  await prune(broker.ctx, policy);
  expect(await broadcastMembers(broker.database.store.console, groupId, 10)).toHaveLength(1);
  // the client that was removed is a new one, and begins with what is new
  expect(await receiveNow(restarted, { ...names, clientId: 'gone' })).toEqual([]);
  const id = await sendOne(names.topic);
  expect(await receiveNow(restarted, { ...names, clientId: 'gone' })).toMatchObject([{ messageId: id }]);
});

describe('changing the message model', () => {
  const change = async (names: Names, messageModel: 'clustering' | 'broadcasting') =>
    updateGroup(broker.ctx, {
      name: names.group,
      version: (await findGroup(broker.ctx, names.group)).version,
      messageModel,
      actor,
      reason: 'other use',
    });

  test('a sharing group must have read everything, and have nothing under way', async () => {
    const names = await scene('clustering');
    const id = await sendOne(names.topic);
    const held = await fetchOne(names, 'c');
    await expect(change(names, 'broadcasting')).rejects.toMatchObject({ code: 'conflict', field: 'messageModel' });
    await ack(broker.ctx, { ...names, entries: [held] });
    await sendOne(names.topic);
    await expect(change(names, 'broadcasting')).rejects.toThrow('1 message that is not consumed');
    await ack(broker.ctx, { ...names, entries: [await fetchOne(names, 'c')] });
    broker.clock.advance(10);
    const changed = await change(names, 'broadcasting');
    expect(changed).toMatchObject({ messageModel: 'broadcasting', version: 2 });
    expect(await receiveNow(broker.ctx, { ...names, clientId: 'c' })).toEqual([]);
    broker.clock.advance(10);
    const second = await sendOne(names.topic);
    expect(await fetchOne(names, 'c')).toMatchObject({ messageId: second });
    const old = await readTimeline(broker.ctx, { messageId: id });
    expect(old).toMatchObject([{ group: names.group, client: null, state: 'consumed' }]);
  });

  test('a broadcast group must have no client; it goes on with the newest message, and its members are retired', async () => {
    const names = await scene('clustering');
    await ack(broker.ctx, { ...names, entries: [await sendOne(names.topic).then(() => fetchOne(names, 'c'))] });
    await change(names, 'broadcasting');
    broker.clock.advance(1000);
    await enter(names, 'c');
    const during = await sendOne(names.topic);
    const held = await fetchOne(names, 'c');
    await expect(change(names, 'clustering')).rejects.toMatchObject({ field: 'messageModel' });
    await ack(broker.ctx, { ...names, entries: [held] });
    await expect(change(names, 'clustering')).rejects.toThrow('while clients are connected (1 in the last 2 min)');
    broker.clock.advance(HOUR);
    await change(names, 'clustering');
    expect(await receiveNow(broker.ctx, { ...names, clientId: 'c' })).toEqual([]);
    const [error] = await ack(broker.ctx, { ...names, entries: [held] });
    expect(error?.error?.code).toBe('invalid-receipt-handle');
    broker.clock.advance(1000);
    const after = await sendOne(names.topic);
    const shared = [
      ...(await receiveNow(broker.ctx, { ...names, clientId: 'c' })),
      ...(await receiveNow(broker.ctx, { ...names, clientId: 'd' })),
    ];
    expect(shared.map(({ messageId }) => messageId)).toEqual([after]);
    const timelines = await readTimeline(broker.ctx, { messageId: during });
    expect(timelines.filter(({ client }) => client !== null)).toMatchObject([{ state: 'consumed' }]);
    // Broadcasting again, it has new members: the one of the same client before is not one of them.
    await ack(broker.ctx, { ...names, entries: shared });
    await change(names, 'broadcasting');
    broker.clock.advance(1000);
    const { log, metrics } = broker.ctx;
    const other = await createBrokerContext({ store: broker.database.store, log, metrics, clock: broker.clock });
    await join(other, { group: names.group, clientId: 'c' });
    expect(await receiveNow(other, { ...names, clientId: 'c' })).toEqual([]);
    const again = await sendOne(names.topic);
    expect(await receiveNow(other, { ...names, clientId: 'c' })).toMatchObject([{ messageId: again }]);
  });

  test('the policy of a broadcast group reaches its members with its version', async () => {
    const names = await scene();
    await enter(names, 'a');
    await sendOne(names.topic);
    const held = await fetchOne(names, 'a');
    await updateGroup(broker.ctx, { name: names.group, version: 1, consumptionTimeoutMs: 5000, actor });
    await fail(broker.ctx, { ...names, ...held, clientId: 'a' });
    await sendOne(names.topic);
    await fetchOne(names, 'a');
    const { rows } = await broker.database.store.console.query(
      `SELECT m.version, m.max_retries, m.consumption_timeout_ms::int AS timeout FROM consumer_group m JOIN consumer_group g ON g.group_id = m.broadcast_of WHERE g.name = $1`,
      [names.group],
    );
    expect(rows).toEqual([{ version: 2, max_retries: 0, timeout: 5000 }]);
    await expect(
      updateGroup(broker.ctx, { name: names.group, version: 2, deliveryOrder: 'ordered', actor }),
    ).rejects.toMatchObject({ code: 'conflict', field: 'deliveryOrder' });
  });
});
