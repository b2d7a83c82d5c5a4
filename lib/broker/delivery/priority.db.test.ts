import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { createGroup } from '../group/create';
import { updateGroup } from '../group/update';
import { send } from '../message/send';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { createTopic } from '../topic/create';
import { growTopic } from '../topic/grow';
import { expire } from './expire';
import { fail } from './fail';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');
const RETRY_MS = 10_000;
const filters = {
  'every message': { type: 'TAG', expression: '*' },
  'a tag': { type: 'TAG', expression: 'a' },
  'an SQL expression': { type: 'SQL', expression: "TAGS = 'a'" },
} as const;

interface Names {
  readonly topic: string;
  readonly group: string;
}

let scenes = 0;
async function scene(group: Partial<Parameters<typeof createGroup>[1]> = {}, queues = 4): Promise<Names> {
  scenes += 1;
  const names = { topic: `priority-${scenes}`, group: `priority-${scenes}` };
  await createGroup(broker.ctx, { name: names.group, actor, ...group });
  await createTopic(broker.ctx, { name: names.topic, messageType: 'PRIORITY', queues, actor });
  return names;
}

/** Ids are "priority-letter"; `tag` a. */
async function sendAll({ topic }: Pick<Names, 'topic'>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const message = testMessage({
      messageType: 'PRIORITY',
      messageId: id,
      priority: Number.parseInt(id, 10),
      tag: 'a',
    });
    await send(broker.ctx, { topic, messages: [message] });
  }
}

async function failAll(names: Names, messages: readonly DeliveredMessage[]): Promise<void> {
  for (const { receiptHandle, messageId } of messages)
    await fail(broker.ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
}

const idsOf = (messages: readonly DeliveredMessage[]): string[] => messages.map(({ messageId }) => messageId);

test('the number of queues is the number of priorities, and the higher ones share the last queue', async () => {
  const names = await scene();
  const messages = ['0-a', '2147483647-b', '1-c', '3-d', '0-e', '2-f', '9-g'].map((id) =>
    testMessage({ messageType: 'PRIORITY', messageId: id, priority: Number.parseInt(id, 10) }),
  );
  const receipts = await send(broker.ctx, { topic: names.topic, messages });
  expect(receipts.map(({ queueNo }) => queueNo)).toEqual([0, 3, 1, 3, 0, 2, 3]);
  const got = [...(await receiveNow(broker.ctx, { ...names, batchSize: 5 })), ...(await receiveNow(broker.ctx, names))];
  expect(idsOf(got)).toEqual(['2147483647-b', '3-d', '9-g', '2-f', '1-c', '0-a', '0-e']);
  expect(got.map(({ priority }) => priority)).toEqual([2_147_483_647, 3, 9, 2, 1, 0, 0]);
  expect(got.map(({ messageType }) => messageType)).toEqual(got.map(() => 'PRIORITY'));
  // The application did not set it: it is no property of the message.
  expect(got.map(({ properties }) => Object.keys(properties))).toEqual(got.map(() => ['_SYS_MSG_PRIORITY_']));
});

test.each(Object.entries(filters))(
  'retries keep the priority, whatever is sent after them: %s',
  async (what, filter) => {
    const names = await scene();
    const take = (batchSize: number) => receiveNow(broker.ctx, { ...names, batchSize, filter });
    const own = (id: string): string => `${id} ${what}`;
    await sendAll(names, ['0-a', '3-b', '1-c'].map(own));
    await failAll(names, await take(32));
    broker.clock.advance(RETRY_MS);
    await sendAll(names, ['3-d', '0-e', '2-f', '1-g'].map(own));
    const got = [...(await take(1)), ...(await take(2)), ...(await take(32))];
    expect(idsOf(got)).toEqual(['3-b', '3-d', '2-f', '1-c', '1-g', '0-a', '0-e'].map(own));
    expect(got.map(({ attempt }) => attempt)).toEqual([2, 1, 1, 2, 1, 2, 1]);
    expect(got.map(({ priority }) => priority)).toEqual([3, 3, 2, 1, 1, 0, 0]);
  },
);

test('one claim serves several receives in this order, retries before new messages', async () => {
  const names = await scene();
  await sendAll(names, ['1-old', '2-old', '1-older']);
  await failAll(names, await receiveNow(broker.ctx, names));
  broker.clock.advance(RETRY_MS);
  await sendAll(names, ['2-new', '0-new']);
  const [one, two] = await Promise.all([
    receiveNow(broker.ctx, { ...names, batchSize: 3 }),
    receiveNow(broker.ctx, { ...names, batchSize: 3, clientId: 'client-2' }),
  ]);
  expect([idsOf(one), idsOf(two)]).toEqual([
    ['2-old', '2-new', '1-old'],
    ['1-older', '0-new'],
  ]);
});

test('a retry is delivered when it is due, although others are, and not over the limit', async () => {
  const names = await scene({ maxRetries: 1 });
  await sendAll(names, ['1-early', '1-late']);
  const [early, late] = await receiveNow(broker.ctx, names);
  if (early === undefined || late === undefined) throw new Error('nothing was received');
  await failAll(names, [early]);
  broker.clock.advance(1);
  await failAll(names, [late]);
  broker.clock.advance(RETRY_MS - 2);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  broker.clock.advance(1);
  expect(await receiveNow(broker.ctx, names)).toMatchObject([{ messageId: '1-early', attempt: 2 }]);
  broker.clock.advance(1);
  expect(await receiveNow(broker.ctx, names)).toMatchObject([{ messageId: '1-late', attempt: 2 }]);
  // The limit is lowered while they wait: they are dead then.
  await updateGroup(broker.ctx, { name: names.group, version: 1, maxRetries: 0, actor, reason: 'test' });
  broker.clock.advance(3_600_000);
  await expire(broker.ctx);
  broker.clock.advance(3_600_000);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
});

test('a dead letter and its re-drive keep the priority', async () => {
  const names = await scene({ maxRetries: 0 });
  await sendAll(names, ['1-dead', '3-dead']);
  await failAll(names, await receiveNow(broker.ctx, names));
  await startRedrive(broker.ctx, { group: names.group, all: true, reason: '', actor });
  await stepRedrives(broker.ctx);
  await sendAll(names, ['2-new', '0-new']);
  const got = await receiveNow(broker.ctx, names);
  expect(idsOf(got)).toEqual(['3-dead', '2-new', '1-dead', '0-new']);
  expect(got.map(({ priority, generation }) => [priority, generation])).toEqual([
    [3, 1],
    [2, 0],
    [1, 1],
    [0, 0],
  ]);
});

test('a re-drive to another PRIORITY topic sends each message to the queue of its priority there', async () => {
  const from = await scene({ maxRetries: 0 });
  const to = await scene({}, 2);
  await sendAll(from, ['0-moved', '3-moved', '1-moved']);
  await failAll(from, await receiveNow(broker.ctx, from));
  // The group there has read it once: it subscribed.
  await receiveNow(broker.ctx, to);
  const target = { topic: to.topic };
  await startRedrive(broker.ctx, { group: from.group, all: true, reason: '', target, actor });
  await stepRedrives(broker.ctx);
  const got = await receiveNow(broker.ctx, to);
  expect(got.map(({ queueNo, priority }) => [queueNo, priority])).toEqual([
    [1, expect.any(Number)],
    [1, expect.any(Number)],
    [0, 0],
  ]);
});

test('queues that are added are priorities that are higher', async () => {
  const names = await scene({}, 1);
  await sendAll(names, ['5-before']);
  await growTopic(broker.ctx, { topic: names.topic, queues: 3, actor });
  await sendAll(names, ['0-after', '5-after', '1-after']);
  const got = await receiveNow(broker.ctx, names);
  expect(idsOf(got)).toEqual(['5-after', '1-after', '5-before', '0-after']);
  await failAll(names, got);
  broker.clock.advance(RETRY_MS);
  expect(idsOf(await receiveNow(broker.ctx, names))).toEqual(['5-after', '1-after', '5-before', '0-after']);
});

test('a message without a priority, with another type or with a message group is refused', async () => {
  const { topic } = await scene();
  const refusalOf = async (fields: Parameters<typeof testMessage>[0], to = topic) =>
    await send(broker.ctx, { topic: to, messages: [testMessage(fields)] }).then(
      () => null,
      ({ code, field }: { code: string; field: string }) => [code, field],
    );
  const type = { messageType: 'PRIORITY' } as const;
  expect(await refusalOf(type)).toEqual(['message-type-conflict', 'priority']);
  expect(await refusalOf({})).toEqual(['message-type-conflict', 'messageType']);
  expect(await refusalOf({ ...type, priority: 1, messageGroup: 'g' })).toEqual([
    'message-type-conflict',
    'messageGroup',
  ]);
  expect(await refusalOf({ ...type, priority: -1 })).toEqual(['bad-request', 'priority']);
  expect(await refusalOf({ ...type, priority: 1.5 })).toEqual(['bad-request', 'priority']);
  expect(await refusalOf({ ...type, priority: 2_147_483_648 })).toEqual(['bad-request', 'priority']);
  await createTopic(broker.ctx, { name: 'plain', messageType: 'NORMAL', actor });
  expect(await refusalOf({ ...type, priority: 1 }, 'plain')).toEqual(['message-type-conflict', 'messageType']);
  expect(await refusalOf({ priority: 1 }, 'plain')).toEqual(['message-type-conflict', 'priority']);
});

test('an ordered group reads the topic, and does not go by the priority, as in Apache RocketMQ', async () => {
  const names = await scene({ deliveryOrder: 'ordered' });
  await sendAll(names, ['0-fifo', '3-fifo']);
  const got = [...(await receiveNow(broker.ctx, names)), ...(await receiveNow(broker.ctx, names))];
  expect(idsOf(got).toSorted()).toEqual(['0-fifo', '3-fifo']);
});

/** Rows of `retry` that statements have read until now, by an index or from end to end. */
async function rowsRead(): Promise<number> {
  const { broker: pool, console: other } = broker.database.store;
  await Promise.all(Array.from({ length: pool.totalCount }, () => pool.query('SELECT pg_stat_force_next_flush()')));
  const { rows } = await other.query<{ n: number }>(
    `SELECT (seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'retry'))::int AS n
       FROM pg_stat_user_tables WHERE relname = 'retry'`,
  );
  return rows[0]?.n ?? 0;
}

test('due retries of a low priority are not read for one of a high priority', async () => {
  const names = await scene();
  await sendAll(names, ['3-urgent']);
  await failAll(names, await receiveNow(broker.ctx, names));
  broker.clock.advance(RETRY_MS);
  // The tables have no statistics.
  const { groupId } = await broker.ctx.groups.find(names.group);
  const { topicId, queueIds } = await broker.ctx.topics.find(names.topic);
  await broker.database.store.console.query(
    `INSERT INTO retry (group_id, queue_id, off, seg, topic_id, attempt, epoch, leased, visible_at, waiting,
       policy_version)
     SELECT $1, $2, n, 0, $3, 1, n, false, '2025-12-31', true, 1 FROM generate_series(1, 20000) n`,
    [groupId, queueIds[0], topicId],
  );
  const before = await rowsRead();
  const [first] = await receiveNow(broker.ctx, { ...names, batchSize: 1 });
  expect(first).toMatchObject({ messageId: '3-urgent', attempt: 2 });
  expect((await rowsRead()) - before).toBeLessThan(100);
});
