import { failureMinutes } from './failure-minutes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ack } from '../../../broker/delivery/ack';
import { fail } from '../../../broker/delivery/fail';
import { createGroup } from '../../../broker/group/create';
import { send } from '../../../broker/message/send';
import { readAttempts } from '../../../broker/retry/deaths-due';
import { createTopic } from '../../../broker/topic/create';
import { systemActor } from '../../../model/audit/actor';
import type { ConsumerGroup } from '../../../model/group/group';
import type { DeliveredMessage } from '../../../model/message/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../../testing/broker';
import { topicFigures } from '../topic-stats/topic-figures';
import { blockedCounts, blockedKeys } from './blocked-keys';
import { deliveryCounts } from './delivery-counts';
import { groupVersions } from '../group/group-versions';
import { passedOver } from './passed-over';
import { queueBacklog } from './queue-backlog';

const actor = systemActor('test');
let broker: TestBroker;
let made = 0;

beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

async function scene(ordered: boolean): Promise<ConsumerGroup> {
  made += 1;
  const name = `stats-${made}`;
  const group = await createGroup(broker.ctx, {
    name,
    deliveryOrder: ordered ? 'ordered' : 'concurrent',
    maxRetries: 2,
    actor,
  });
  await createTopic(broker.ctx, { name, messageType: ordered ? 'FIFO' : 'NORMAL', queues: ordered ? 1 : 2, actor });
  return group;
}

function failOne(name: string, message: DeliveredMessage | undefined): Promise<unknown> {
  return fail(broker.ctx, {
    group: name,
    topic: name,
    receiptHandle: message?.receiptHandle ?? '',
    messageId: message?.messageId ?? '',
    clientId: 'client-1',
  });
}

function ackOne(name: string, message: DeliveredMessage | undefined): Promise<unknown> {
  return ack(broker.ctx, {
    group: name,
    topic: name,
    entries: [{ receiptHandle: message?.receiptHandle ?? '', messageId: message?.messageId ?? '' }],
  });
}

test('an unordered group: ready, in flight, waiting, due, dead', async () => {
  const { name, groupId } = await scene(false);
  const db = broker.database.store.console;
  const now = (): Date => broker.clock.nowOrNull();
  expect(await queueBacklog(db, groupId)).toEqual([]);
  await send(broker.ctx, { topic: name, messages: Array.from({ length: 10 }, () => testMessage()) });
  const delivered = [...(await receiveNow(broker.ctx, { group: name, topic: name, batchSize: 3 }))];
  while (delivered.length < 4)
    delivered.push(...(await receiveNow(broker.ctx, { group: name, topic: name, batchSize: 1 })));
  const backlog = await queueBacklog(db, groupId);
  expect(backlog.map(({ topic, queueNo }) => [topic, queueNo])).toEqual([
    [name, 0],
    [name, 1],
  ]);
  expect(backlog.reduce((sum, { tail, cursor }) => sum + tail - cursor, 0)).toBe(6);
  expect(backlog.some(({ oldestAt }) => oldestAt !== null)).toBe(true);
  await ackOne(name, delivered[0]);
  await failOne(name, delivered[1]);
  expect(await deliveryCounts(db, now(), groupId)).toMatchObject([
    { groupId, inFlight: 2, due: 0, waiting: 1, dead: 0, oldestDueAt: null },
  ]);
  expect(await readAttempts(broker.ctx, now(), groupId)).toMatchObject([{ attempt: 1, leased: false, messages: 1 }]);
  broker.clock.advance(10_000);
  expect(await deliveryCounts(db, now(), groupId)).toMatchObject([{ due: 1, waiting: 0, oldestDueAt: now() }]);
  const [again] = await receiveNow(broker.ctx, { group: name, topic: name, batchSize: 1 });
  expect(again?.attempt).toBe(2);
  expect(await deliveryCounts(db, now(), groupId)).toMatchObject([{ inFlight: 3, due: 0 }]);
  await failOne(name, again);
  broker.clock.advance(30_000);
  const [third] = await receiveNow(broker.ctx, { group: name, topic: name, batchSize: 1 });
  await failOne(name, third);
  expect(await deliveryCounts(db, now(), groupId)).toMatchObject([{ dead: 1, lastDeadAt: now(), waiting: 0 }]);
  expect((await deliveryCounts(db, now(), null)).map((row) => row.groupId)).toContain(groupId);
  expect((await topicFigures(db)).find(({ groups }) => groups.includes(name))).toMatchObject({
    stored: 10,
    groups: [name],
  });
  expect(await groupVersions(broker.database.store.prisma, groupId, 5)).toMatchObject([
    { version: 1, maxRetries: 2, actor: 'test', reason: null },
  ]);
});

test('an ordered group: what waits behind a failed head is ready, and its key is blocked', async () => {
  const { name, groupId } = await scene(true);
  const db = broker.database.store.console;
  const now = (): Date => broker.clock.nowOrNull();
  const [head] = [testMessage({ messageGroup: 'acct-1' })];
  await send(broker.ctx, { topic: name, messages: [head] });
  const [first] = await receiveNow(broker.ctx, { group: name, topic: name });
  await send(broker.ctx, {
    topic: name,
    messages: [
      testMessage({ messageGroup: 'acct-1' }),
      testMessage({ messageGroup: 'acct-1' }),
      testMessage({ messageGroup: 'acct-2' }),
    ],
  });
  const [other] = await receiveNow(broker.ctx, { group: name, topic: name });
  expect(other?.messageGroup).toBe('acct-2');
  await ackOne(name, other);
  expect(await passedOver(db, groupId)).toMatchObject([{ groupId, messages: 2 }]);
  expect(await blockedKeys(db, now(), { groupId, limit: 10 })).toEqual([]);
  broker.clock.advance(2000);
  expect(await blockedKeys(db, now(), { groupId, limit: 10 })).toMatchObject([
    { key: 'acct-1', leased: true, failed: false, attempt: 1, behind: 2, headId: head.messageId, client: 'client-1' },
  ]);
  expect(await blockedCounts(db, now(), null, false)).toMatchObject([{ groupId, keys: 1, behind: 1 }]);
  await failOne(name, first);
  expect(await blockedKeys(db, now(), { groupId, limit: 10 })).toMatchObject([
    {
      key: 'acct-1',
      topic: name,
      leased: false,
      failed: true,
      attempt: 1,
      behind: 2,
      headId: head.messageId,
      visibleAt: new Date(now().getTime() + 3000),
    },
  ]);
  const [exact] = await blockedCounts(db, now(), null);
  expect(exact).toMatchObject({ groupId, keys: 1, behind: 2 });
  expect(await blockedCounts(db, now(), null, false)).toEqual([{ ...exact, behind: 0 }]);
  broker.clock.advance(3000);
  const [again] = await receiveNow(broker.ctx, { group: name, topic: name });
  await ackOne(name, again);
  expect(await blockedKeys(db, now(), { groupId, limit: 10 })).toEqual([]);
  const rest = await receiveNow(broker.ctx, { group: name, topic: name });
  expect(rest).toHaveLength(2);
  expect(await passedOver(db, groupId)).toEqual([]);
});

test('what is past the retention is no backlog', async () => {
  const { name, groupId } = await scene(false);
  const db = broker.database.store.console;
  await send(broker.ctx, { topic: name, messages: [testMessage(), testMessage(), testMessage()] });
  await receiveNow(broker.ctx, { group: name, topic: name, batchSize: 1 });
  const backlog = async (): Promise<number> =>
    (await queueBacklog(db, groupId)).reduce((sum, { tail, cursor }) => sum + tail - cursor, 0);
  expect(await backlog()).toBe(2);
  // as if the segment that holds the second message had been dropped
  await db.query(
    `UPDATE queue_segment s SET first_off = 2 FROM queue q JOIN topic t USING (topic_id)
      WHERE q.queue_id = s.queue_id AND t.name = $1 AND EXISTS (SELECT 1 FROM message m WHERE m.queue_id = q.queue_id)`,
    [name],
  );
  expect(await backlog()).toBe(1);
});

test('failures and deaths per minute, empty minutes included', async () => {
  const { store } = broker.database;
  const { rows } = await store.console.query<{ group_id: number }>(
    `INSERT INTO consumer_group (name, delivery_order, max_retries, retry_policy, consumption_timeout_ms, version,
      created_at, updated_at)
     VALUES ('charted', 'concurrent', 1, '{"type":"stepped"}', 900000, 1, clock_timestamp(), clock_timestamp())
       RETURNING group_id`,
  );
  const groupId = rows[0]?.group_id ?? 0;
  await store.console.query(
    `INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at)
     SELECT $1, 1, o, 0, 1, s, c, o, date_trunc('minute', clock_timestamp()) - a * interval '1 minute'
       FROM (VALUES (1, 'WaitingRetry', 'nack', 0), (2, 'WaitingRetry', 'nack', 2), (3, 'Ready', 'timeout', 2),
         (4, 'DLQ', 'nack', 2),
                    (5, 'Ready', 're-driven', 2), (6, 'Inflight', 'delivered', 2), (7, 'DLQ', 'nack', 5)) v (o, s, c,
                      a)`,
    [groupId],
  );
  const minutes = await failureMinutes(store.console, groupId, 4);
  // a minute may pass between writing and reading: the newest bin is then one older
  const [newest] = minutes.slice(-1);
  const counts = minutes.map(({ failed, died }) => [failed, died]);
  expect(counts).toEqual(
    newest?.failed === 1
      ? [
          [0, 0],
          [2, 1],
          [0, 0],
          [1, 0],
        ]
      : [
          [2, 1],
          [0, 0],
          [1, 0],
          [0, 0],
        ],
  );
});
