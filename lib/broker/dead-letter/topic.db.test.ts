import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { messageForward } from '../../store/queries/delivery/message-forward';
import { withTransaction } from '../../store/transaction';
import { receiveNow, testMessage } from '../../testing/broker';
import { send } from '../message/send';
import { recallRedrive } from '../redrive/control';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { DEFAULT_RETENTION, prune } from '../retention/prune';
import { createTopic } from '../topic/create';
import { listTopics } from '../topic/list';
import { browseDeadLetters } from './browse';
import { fillDeadLetterTopics } from './topic';
import { deadLetterStage } from '../../testing/dead-letter-topics';

const { stage, actor, scene, deliver, next, die, read, readIds, moves } = deadLetterStage();

test('[case 50] the copy keeps id, body, keys, tag, properties and born time, and says where it came from', async () => {
  const names = await scene();
  const message = await deliver(names, {
    tag: 'created',
    keys: ['ord-1', 'customer 7'],
    properties: { shop: 'berlin' },
    bornHost: 'cart-1',
    traceContext: 'trace',
  });
  await die(names, message);
  const [copy] = await receiveNow(stage.broker.ctx, { topic: names.dlq, group: names.reader });
  expect(copy).toMatchObject({
    topic: names.dlq,
    messageId: message.messageId,
    body: message.body,
    tag: 'created',
    keys: ['ord-1', 'customer 7'],
    properties: { shop: 'berlin', DLQ_ORIGIN_TOPIC: names.topic, DLQ_ORIGIN_MESSAGE_ID: message.messageId },
    bornAt: message.bornAt,
    bornHost: 'cart-1',
    traceContext: 'trace',
    queueNo: 0,
    offset: 0,
    attempt: 1,
  });
});

test('[case 50] the topic is made when it is first asked for, with one queue, and is not among the topics', async () => {
  const names = await scene({}, { opened: false });
  const known = async (): Promise<unknown[]> =>
    (await stage.broker.database.store.console.query('SELECT 1 FROM topic WHERE name = $1', [names.dlq])).rows;
  await die(names, await deliver(names));
  expect(await known()).toHaveLength(0);
  const [one, two] = await Promise.all([
    stage.broker.ctx.topics.find(names.dlq),
    stage.broker.ctx.topics.find(names.dlq),
  ]);
  expect(one).toMatchObject({ name: names.dlq, messageType: 'NORMAL', queueCount: 1 });
  expect(two.topicId).toBe(one.topicId);
  expect((await listTopics(stage.broker.ctx, { limit: 500 })).items.map(({ name }) => name)).not.toContain(names.dlq);
});

test('dead letters older than the topic are in it, in the order they died, in steps; later ones follow', async () => {
  const names = await scene({}, { opened: false });
  const ids: string[] = [];
  await send(stage.broker.ctx, { topic: names.topic, messages: Array.from({ length: 1_100 }, () => testMessage()) });
  for (let batch = await receiveNow(stage.broker.ctx, names); batch.length > 0;) {
    stage.broker.clock.advance(5);
    // not in the order of their offsets
    for (const message of batch.toReversed()) {
      await die(names, message);
      ids.push(message.messageId);
    }
    batch = await receiveNow(stage.broker.ctx, names);
  }
  await stage.broker.ctx.topics.find(names.dlq);
  const step = await readIds(names);
  expect(step).toEqual(ids.slice(0, 500));
  expect(await fillDeadLetterTopics(stage.broker.ctx)).toBe(true);
  while (await fillDeadLetterTopics(stage.broker.ctx));
  const late = await deliver(names);
  await die(names, late);
  expect([...step, ...(await readIds(names))]).toEqual([...ids, late.messageId]);
  expect(await fillDeadLetterTopics(stage.broker.ctx)).toBe(false);
});

test('the topic is not made while a death is being stored: that one is in it', async () => {
  const names = await scene({}, { opened: false });
  const message = await deliver(names);
  const { groupId, version } = await stage.broker.ctx.groups.find(names.group);
  const handle = stage.broker.ctx.handles.decode(message.receiptHandle, groupId);
  if (handle.kind !== 'lease') throw new Error('expected a first delivery');
  const { opening, made } = await withTransaction(stage.broker.database.store.broker, async (db) => {
    const outcome = await messageForward(db, stage.broker.clock.nowOrNull(), { ...handle, epoch: null }, 1, version);
    expect(outcome).toBe('dead');
    const watched = { made: false };
    const found = stage.broker.ctx.topics.find(names.dlq).then(() => void (watched.made = true));
    await sleep(300);
    expect(watched.made).toBe(false);
    return { opening: found, made: watched };
  });
  await opening;
  expect(made.made).toBe(true);
  expect(await readIds(names)).toEqual([message.messageId]);
});

test('a large dead letter is a step of its own', { tags: ['long'] }, async () => {
  const names = await scene({}, { opened: false });
  const body = Buffer.alloc(4 * 1024 * 1024, 'x');
  for (let count = 0; count < 6; count += 1) await die(names, await deliver(names, { body }));
  await stage.broker.ctx.topics.find(names.dlq);
  expect(await read(names)).toHaveLength(4);
  await fillDeadLetterTopics(stage.broker.ctx);
  expect(await read(names)).toHaveLength(2);
});

test('re-driven and dead again: a second copy; consuming the topic takes nothing out of the console', async () => {
  const names = await scene();
  const message = await deliver(names);
  await die(names, message);
  expect(await readIds(names)).toEqual([message.messageId]);
  const [letter] = (await browseDeadLetters(stage.broker.ctx, { group: names.group })).items;
  expect(letter?.messageId).toBe(message.messageId);
  await startRedrive(stage.broker.ctx, { group: names.group, all: true, reason: 'fixed', actor });
  stage.broker.clock.advance(1000);
  await stepRedrives(stage.broker.ctx);
  const again = await next(names);
  expect(again).toMatchObject({ messageId: message.messageId, generation: 1, properties: {} });
  await die(names, again);
  expect(await readIds(names)).toEqual([message.messageId]);
});

test('a recalled message did not die again: no second copy, no count; but a first one when the topic came meanwhile', async () => {
  const names = await scene();
  const late = await scene({}, { opened: false });
  for (const one of [names, late]) await die(one, await deliver(one));
  const before = moves();
  for (const one of [names, late]) {
    const { redriveId } = await startRedrive(stage.broker.ctx, { group: one.group, all: true, reason: 'fixed', actor });
    stage.broker.clock.advance(1000);
    await stepRedrives(stage.broker.ctx);
    await stage.broker.ctx.topics.find(one.dlq);
    expect(await recallRedrive(stage.broker.ctx, { redriveId, actor, reason: 'not fixed' })).toMatchObject({
      recalled: 1,
    });
  }
  expect(moves()).toBe(before);
  expect(await read(names)).toHaveLength(1);
  expect(await read(late)).toHaveLength(1);
});

test('[case 52] two groups have two dead-letter topics; one id from two topics is there twice', async () => {
  const one = await scene();
  const two = await scene();
  const message = await deliver(one);
  await die(one, message);
  expect(await read(two)).toHaveLength(0);
  await createTopic(stage.broker.ctx, { name: `${one.topic}-b`, messageType: 'NORMAL', queues: 1, actor });
  const other = { topic: `${one.topic}-b`, group: one.group };
  await die(other, await deliver(other, { messageId: message.messageId }));
  const copies = await read(one);
  expect(copies.map(({ messageId, properties }) => [messageId, properties['DLQ_ORIGIN_TOPIC']])).toEqual([
    [message.messageId, one.topic],
    [message.messageId, `${one.topic}-b`],
  ]);
});

test('producers may send to it, also an id that is there as a copy', async () => {
  const names = await scene();
  const message = await deliver(names);
  await die(names, message);
  const sent = testMessage({ messageId: message.messageId, body: Buffer.from('by hand') });
  expect(await send(stage.broker.ctx, { topic: names.dlq, messages: [sent] })).toMatchObject([
    { offset: 1, duplicate: false },
  ]);
  expect(await send(stage.broker.ctx, { topic: names.dlq, messages: [sent] })).toMatchObject([
    { offset: 1, duplicate: true },
  ]);
  expect((await read(names)).map(({ body }) => body.toString())).toEqual([message.body.toString(), 'by hand']);
});

test('retention: copies go with their segment, unless they are under way; the dead letter stays; offsets go on', async () => {
  const names = await scene();
  await die(names, await deliver(names));
  await die(names, await deliver(names));
  const reader = { topic: names.dlq, group: names.reader };
  const [held] = await receiveNow(stage.broker.ctx, { ...reader, batchSize: 1 });
  if (held === undefined) throw new Error('nothing was delivered');
  await die(reader, held);
  stage.broker.clock.advance(DEFAULT_RETENTION.segmentMs);
  await prune(stage.broker.ctx, DEFAULT_RETENTION);
  stage.broker.clock.advance(DEFAULT_RETENTION.retentionMs);
  expect(await prune(stage.broker.ctx, DEFAULT_RETENTION)).toMatchObject({ dropped: 0 });
  const [retried] = await receiveNow(stage.broker.ctx, reader);
  expect(retried).toMatchObject({ messageId: held.messageId, attempt: 2, offset: 0 });
  expect(await receiveNow(stage.broker.ctx, reader)).toEqual([]);
  expect((await browseDeadLetters(stage.broker.ctx, { group: names.group })).items).toHaveLength(2);
  await die(names, await deliver(names));
  const [next1] = await receiveNow(stage.broker.ctx, reader);
  expect(next1).toMatchObject({ offset: 2, attempt: 1 });
});
