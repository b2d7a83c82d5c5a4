import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../model/audit/actor';
import type { Topic } from '../../model/topic/topic';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { createTopic } from './create';
import { listTopics } from './list';

let broker: TestBroker;

beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

function create(input: Partial<Parameters<typeof createTopic>[1]> & { name: string }): Promise<Topic> {
  return createTopic(broker.ctx, { messageType: 'NORMAL', actor: systemActor('test'), ...input });
}

test('a topic has its queues, in the newest segment', async () => {
  const topic = await create({ name: 'orders', messageType: 'FIFO', queues: 3 });
  expect(topic).toMatchObject({ name: 'orders', messageType: 'FIFO', queueCount: 3 });
  expect(topic.queueIds).toHaveLength(3);
  const { rows } = await broker.database.store.console.query(
    'SELECT q.queue_no, q.seg, s.first_off FROM queue q JOIN queue_segment s USING (queue_id, seg) WHERE q.topic_id = $1 ORDER BY queue_no',
    [topic.topicId],
  );
  expect(rows).toEqual([0, 1, 2].map((no) => ({ queue_no: no, seg: 0, first_off: 0 })));
  const audit = await broker.database.store.console.query(
    `SELECT actor, after FROM audit WHERE action = 'topic.create' AND target = 'orders'`,
  );
  expect(audit.rows).toEqual([{ actor: 'test', after: { messageType: 'FIFO', queues: 3 } }]);
});

test('four queues by default; a name is created once', async () => {
  const tries = await Promise.allSettled([1, 2, 3].map(() => create({ name: 'once' })));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { queueCount: 4 } }]);
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'already-exists', field: 'name', value: 'once' },
  });
});

test.each([
  [
    { name: 'x', queues: 0 },
    { code: 'bad-request', field: 'queues', value: 0 },
  ],
  [
    { name: 'x', queues: 65 },
    { field: 'queues', value: 65 },
  ],
  [
    { name: 'x', queues: 1.5 },
    { field: 'queues', value: 1.5 },
  ],
  [{ name: '' }, { code: 'illegal-topic', field: 'topic' }],
  [{ name: 'a/b' }, { code: 'illegal-topic', field: 'topic' }],
  [{ name: 't'.repeat(65) }, { code: 'illegal-topic', limit: 64 }],
  [{ name: 'TBW102' }, { code: 'illegal-topic', value: 'TBW102' }],
  [{ name: '%RETRY%group' }, { code: 'illegal-topic' }],
])('refuses %j', async (input, expected) => {
  await expect(create(input)).rejects.toMatchObject(expected);
});

test('finds and lists', async () => {
  await create({ name: 'zebra' });
  expect(await broker.ctx.topics.find('zebra')).toMatchObject({ name: 'zebra' });
  await expect(broker.ctx.topics.find('nothing')).rejects.toMatchObject({
    code: 'topic-not-found',
    field: 'topic',
    value: 'nothing',
  });
  const { items, nextCursor } = await listTopics(broker.ctx);
  expect(items.map(({ name }) => name)).toEqual(['once', 'orders', 'zebra']);
  expect(nextCursor).toBeNull();
});
