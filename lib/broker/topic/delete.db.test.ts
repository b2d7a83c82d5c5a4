import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../model/audit/actor';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { ack } from '../delivery/ack';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { findMessages } from '../message/find';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';
import { planRedrive } from '../redrive/plan';
import { sendTest, TEST_PROPERTY } from '../message/send-test';
import { createTopic } from './create';
import { deleteTopic, planTopicDelete } from './delete';
import { growTopic } from './grow';
import { listTopics } from './list';

const actor = systemActor('test');

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

async function scene(name: string, queues = 2): Promise<{ topic: string; group: string }> {
  await createTopic(broker.ctx, { name, messageType: 'NORMAL', queues, actor });
  await createGroup(broker.ctx, { name, maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 60_000 }, actor });
  const names = { topic: name, group: name };
  await receiveNow(broker.ctx, names);
  return names;
}

async function audited(action: string, target: string): Promise<unknown[]> {
  const { rows } = await broker.database.store.console.query<{ counts: unknown; after: unknown }>(
    'SELECT counts, after FROM audit WHERE action = $1 AND target = $2',
    [action, target],
  );
  return rows;
}

test('an empty topic goes at once, and its name can be used again', async () => {
  await createTopic(broker.ctx, { name: 'empty', messageType: 'NORMAL', actor });
  expect(await planTopicDelete(broker.ctx, 'empty')).toMatchObject({ isEmpty: true, refusal: null });
  await deleteTopic(broker.ctx, { topic: 'empty', actor });
  await expect(send(broker.ctx, { topic: 'empty', messages: [testMessage()] })).rejects.toMatchObject({
    code: 'topic-not-found',
  });
  await expect(deleteTopic(broker.ctx, { topic: 'empty', actor })).rejects.toMatchObject({ code: 'topic-not-found' });
  expect((await listTopics(broker.ctx)).items.map(({ name }) => name)).not.toContain('empty');
  await createTopic(broker.ctx, { name: 'empty', messageType: 'FIFO', actor });
  expect(await audited('topic.delete', 'empty')).toHaveLength(1);
});

test('a full one is named again; what waits and what clients hold ends with it, dead letters stay', async () => {
  const names = await scene('full');
  const messages = Array.from({ length: 6 }, () => testMessage());
  await send(broker.ctx, { topic: names.topic, messages });
  const held = await receiveNow(broker.ctx, { ...names, batchSize: 4 });
  const [dies, waits, ...rest] = held;
  if (dies === undefined || waits === undefined) throw new Error('nothing received');
  await fail(broker.ctx, { ...names, ...dies, clientId: 'c' });
  broker.clock.advance(30_000);
  await fail(broker.ctx, { ...names, ...waits, clientId: 'c' });
  broker.clock.advance(30_000 - 1);
  broker.clock.advance(2);
  const again = (await receiveNow(broker.ctx, { ...names, batchSize: 1 })).find(
    ({ messageId }) => messageId === dies.messageId,
  );
  if (again === undefined) throw new Error('not delivered again');
  await fail(broker.ctx, { ...names, ...again, clientId: 'c' });
  const plan = await planTopicDelete(broker.ctx, 'full');
  expect(plan).toMatchObject({ isEmpty: false, stored: 6, waiting: 1, deadLetters: 1, readers: [{ group: 'full' }] });
  await expect(deleteTopic(broker.ctx, { topic: 'full', actor })).rejects.toMatchObject({ field: 'confirm' });
  await expect(deleteTopic(broker.ctx, { topic: 'full', confirm: 'ful', actor })).rejects.toMatchObject({
    field: 'confirm',
  });
  const done = await deleteTopic(broker.ctx, { topic: 'full', confirm: 'full', reason: 'over', actor });
  expect(done).toMatchObject({ waiting: 1, inFlight: plan.inFlight });
  expect(await audited('topic.delete', 'full')).toMatchObject([
    { counts: { stored: 6, waiting: 1, deadLettersKept: 1 } },
  ]);

  // too late, and nothing comes back
  for (const message of rest) {
    const [outcome] = await ack(broker.ctx, { ...names, entries: [message] }).catch(() => []);
    if (outcome !== undefined) expect(outcome.error).not.toBeNull();
  }
  broker.clock.advance(10 * 60_000);
  await expire(broker.ctx);
  const { rows } = await broker.database.store.console.query('SELECT 1 FROM retry');
  expect(rows).toEqual([]);
  await expect(receiveNow(broker.ctx, names)).rejects.toMatchObject({ code: 'topic-not-found' });

  const [timeline] = await readTimeline(broker.ctx, { messageId: dies.messageId });
  expect(timeline).toMatchObject({ state: 'dead', topic: expect.stringMatching(/^full \(deleted \d+\)$/) as string });
  const [ended] = await readTimeline(broker.ctx, { messageId: waits.messageId });
  expect(ended).toMatchObject({
    state: 'dropped',
    events: expect.arrayContaining([expect.objectContaining({ cause: 'topic-deleted' })]) as unknown,
  });
  expect((await findMessages(broker.ctx, { id: dies.messageId })).items).toMatchObject([
    { groups: [{ state: 'dead' }] },
  ]);
  // no group reads the topic any more: a re-drive leaves it behind, and says why
  expect(await planRedrive(broker.ctx, { group: 'full', all: true })).toMatchObject({
    matched: 1,
    inSet: 0,
    reasons: [
      {
        kind: 'topic-deleted',
        why: expect.stringMatching(/^its topic was deleted: full \(deleted \d+\)$/) as string,
        count: 1,
      },
    ],
  });
});

test('a send that another process is about to make is refused, not lost', async () => {
  const names = await scene('raced', 1);
  const stale = await broker.ctx.topics.find('raced');
  await deleteTopic(broker.ctx, { topic: 'raced', confirm: 'raced', actor });
  await expect(broker.ctx.sends.send(stale, [testMessage()])).rejects.toMatchObject({ code: 'topic-not-found' });
  await expect(send(broker.ctx, { topic: names.topic, messages: [testMessage()] })).rejects.toMatchObject({
    code: 'topic-not-found',
  });
});

test('while it is deleted, each send is stored before or refused, and each claim holds what it got or nothing', async () => {
  const names = await scene('stormy', 2);
  const stale = await broker.ctx.topics.find('stormy');
  const sends = Array.from({ length: 60 }, () => broker.ctx.sends.send(stale, [testMessage()]));
  const claims = Array.from({ length: 10 }, () => receiveNow(broker.ctx, { ...names, batchSize: 3 }).catch(() => []));
  const deleting = deleteTopic(broker.ctx, { topic: 'stormy', confirm: 'stormy', actor });
  const settled = await Promise.allSettled(sends);
  await Promise.all(claims);
  await deleting;
  const stored = settled.filter(({ status }) => status === 'fulfilled').length;
  const { rows } = await broker.database.store.console.query<{ n: number; live: number }>(
    `SELECT (SELECT count(*)::int FROM message m WHERE m.topic_id = $1) AS n,
            (SELECT count(*)::int FROM lease l JOIN queue q USING (queue_id) WHERE q.topic_id = $1 AND l.live) AS live`,
    [stale.topicId],
  );
  expect(rows).toEqual([{ n: stored, live: 0 }]);
});

test('a dead-letter topic is not deleted, and two at once delete once', async () => {
  const names = await scene('twice', 1);
  await broker.ctx.topics.find('%DLQ%twice');
  await expect(deleteTopic(broker.ctx, { topic: '%DLQ%twice', actor })).rejects.toMatchObject({ code: 'conflict' });
  const both = await Promise.allSettled(
    [1, 2].map(() => deleteTopic(broker.ctx, { topic: names.topic, confirm: names.topic, actor })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('new queues are read by the groups that read the topic; a FIFO topic keeps its number', async () => {
  const names = await scene('grown', 1);
  const grown = await growTopic(broker.ctx, { topic: 'grown', queues: 3, actor });
  expect(grown.queueIds).toHaveLength(3);
  const sent = Array.from({ length: 9 }, () => testMessage());
  for (const message of sent) await send(broker.ctx, { topic: 'grown', messages: [message] });
  const received = await receiveNow(broker.ctx, names);
  expect(received.map(({ messageId }) => messageId).toSorted()).toEqual(
    sent.map(({ messageId }) => messageId).toSorted(),
  );
  expect(new Set(received.map(({ queueNo }) => queueNo))).toEqual(new Set([0, 1, 2]));
  await expect(growTopic(broker.ctx, { topic: 'grown', queues: 2, actor })).rejects.toMatchObject({
    field: 'queues',
    code: 'conflict',
  });
  await expect(growTopic(broker.ctx, { topic: 'grown', queues: 65, actor })).rejects.toMatchObject({ limit: 64 });
  await createTopic(broker.ctx, { name: 'grown-fifo', messageType: 'FIFO', queues: 2, actor });
  await expect(growTopic(broker.ctx, { topic: 'grown-fifo', queues: 4, actor })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await audited('topic.grow', 'grown')).toMatchObject([{ after: { queues: 3 } }]);
});

test('a test message is marked, on record, and delivered like any other', async () => {
  const names = await scene('tested', 1);
  const receipt = await sendTest(broker.ctx, {
    topic: 'tested',
    body: Buffer.from('{}'),
    keys: ['k'],
    properties: { a: 'b' },
    actor,
  });
  const [got] = await receiveNow(broker.ctx, names);
  expect(got).toMatchObject({
    messageId: receipt.messageId,
    keys: ['k'],
    properties: { a: 'b', [TEST_PROPERTY]: 'test' },
  });
  expect(receipt).toMatchObject({ queueNo: 0, offset: 0, scheduledFor: null });
  expect(await audited('message.send-test', 'tested')).toMatchObject([
    { after: { messageId: receipt.messageId, bodyBytes: 2 } },
  ]);
  await expect(sendTest(broker.ctx, { topic: 'tested', body: Buffer.alloc(0), actor })).rejects.toMatchObject({
    code: 'body-empty',
  });
  await expect(sendTest(broker.ctx, { topic: 'nowhere', body: Buffer.from('x'), actor })).rejects.toMatchObject({
    code: 'topic-not-found',
  });

  await createTopic(broker.ctx, { name: 'tested-later', messageType: 'DELAY', actor });
  const deliverAt = new Date(broker.clock.nowOrNull().getTime() + 60_000);
  expect(await sendTest(broker.ctx, { topic: 'tested-later', body: Buffer.from('x'), deliverAt, actor })).toMatchObject(
    { offset: null, scheduledFor: deliverAt },
  );
  expect(await sendTest(broker.ctx, { topic: 'tested-later', body: Buffer.from('x'), actor })).toMatchObject({
    offset: 0,
    scheduledFor: null,
  });
  await createTopic(broker.ctx, { name: 'tested-fifo', messageType: 'FIFO', actor });
  await expect(sendTest(broker.ctx, { topic: 'tested-fifo', body: Buffer.from('x'), actor })).rejects.toMatchObject({
    field: 'messageGroup',
  });
});
