import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/actor';
import type { DeliveredMessage, OutgoingMessage } from '../../model/message';
import { messageForward } from '../../store/queries/delivery/message-forward';
import { withTransaction } from '../../store/transaction';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { ack } from '../delivery/ack';
import { changeInvisible } from '../delivery/change-invisible';
import { endOverruns } from '../delivery/end-overruns';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { forward } from '../delivery/forward';
import { promoteDue } from '../delivery/promote-due';
import { renew } from '../delivery/renew';
import { createGroup } from '../group/create';
import { updateGroup } from '../group/update';
import { send } from '../message/send';
import { recallRedrive } from '../redrive/recall';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { DEFAULT_RETENTION, keepHouse } from '../retention/keep-house';
import { createTopic } from '../topic/create';
import { listTopics } from '../topic/list';
import { browseDeadLetters } from './browse';
import { fillDeadLetterTopics } from './topic';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
  const { rows } = await broker.database.store.console.query<{ opened_at: Date }>('SELECT opened_at FROM segment');
  // The first segment was opened by the migration, on the real clock: test time starts there.
  broker.clock.advance((rows[0]?.opened_at.getTime() ?? 0) - broker.clock.nowOrNull().getTime());
});
afterAll(() => broker.close());

const actor = systemActor('test');
let scenes = 0;
interface Scene {
  readonly topic: string;
  readonly group: string;
  /** Name of the group's dead-letter topic. */
  readonly dlq: string;
  /** A group that reads it. */
  readonly reader: string;
}

async function scene(
  fields: Partial<Parameters<typeof createGroup>[1]> = {},
  { opened = true }: { opened?: boolean } = {},
): Promise<Scene> {
  scenes += 1;
  const names = { topic: `orders-${scenes}`, group: `billing-${scenes}`, reader: `reader-${scenes}` };
  const dlq = `%DLQ%${names.group}`;
  await createTopic(broker.ctx, {
    name: names.topic,
    messageType: fields.deliveryOrder === 'ordered' ? 'FIFO' : 'NORMAL',
    queues: 1,
    actor,
  });
  await createGroup(broker.ctx, { name: names.group, actor, maxRetries: 0, ...fields });
  await createGroup(broker.ctx, { name: names.reader, actor });
  if (opened) await broker.ctx.topics.find(dlq);
  return { ...names, dlq };
}

async function deliver(
  { topic, group }: Pick<Scene, 'topic' | 'group'>,
  fields: Partial<OutgoingMessage> = {},
  as: Partial<Parameters<typeof receiveNow>[1]> = {},
): Promise<DeliveredMessage> {
  await send(broker.ctx, { topic, messages: [testMessage(fields)] });
  return await next({ topic, group }, as);
}

async function next(
  names: Pick<Scene, 'topic' | 'group'>,
  as: Partial<Parameters<typeof receiveNow>[1]> = {},
): Promise<DeliveredMessage> {
  const [message] = await receiveNow(broker.ctx, { topic: names.topic, group: names.group, ...as });
  if (message === undefined) throw new Error('nothing was delivered');
  return message;
}

const verdict = ({ topic, group }: Pick<Scene, 'topic' | 'group'>, message: DeliveredMessage) => ({
  topic,
  group,
  receiptHandle: message.receiptHandle,
  messageId: message.messageId,
  clientId: 'client-1',
});

const die = async (names: Pick<Scene, 'topic' | 'group'>, message: DeliveredMessage): Promise<void> =>
  void (await fail(broker.ctx, verdict(names, message)));

/** Everything in the dead-letter topic that its reader has not had yet. */
async function read({ dlq, reader }: Scene): Promise<DeliveredMessage[]> {
  const messages: DeliveredMessage[] = [];
  for (;;) {
    const batch = await receiveNow(broker.ctx, { topic: dlq, group: reader });
    if (batch.length === 0) return messages;
    await ack(broker.ctx, { topic: dlq, group: reader, entries: batch });
    messages.push(...batch);
  }
}

const readIds = async (names: Scene): Promise<string[]> => (await read(names)).map(({ messageId }) => messageId);
const moves = (): number => broker.counted.get('rocketmq_send_to_dlq_messages_total') ?? 0;

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
  const [copy] = await receiveNow(broker.ctx, { topic: names.dlq, group: names.reader });
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
    (await broker.database.store.console.query('SELECT 1 FROM topic WHERE name = $1', [names.dlq])).rows;
  await die(names, await deliver(names));
  expect(await known()).toHaveLength(0);
  const [one, two] = await Promise.all([broker.ctx.topics.find(names.dlq), broker.ctx.topics.find(names.dlq)]);
  expect(one).toMatchObject({ name: names.dlq, messageType: 'NORMAL', queueCount: 1 });
  expect(two.topicId).toBe(one.topicId);
  expect((await listTopics(broker.ctx, { limit: 500 })).items.map(({ name }) => name)).not.toContain(names.dlq);
});

test('dead letters older than the topic are in it, in the order they died, in steps; later ones follow', async () => {
  const names = await scene({}, { opened: false });
  const ids: string[] = [];
  await send(broker.ctx, { topic: names.topic, messages: Array.from({ length: 1_100 }, () => testMessage()) });
  for (let batch = await receiveNow(broker.ctx, names); batch.length > 0;) {
    broker.clock.advance(5);
    // not in the order of their offsets
    for (const message of batch.toReversed()) {
      await die(names, message);
      ids.push(message.messageId);
    }
    batch = await receiveNow(broker.ctx, names);
  }
  await broker.ctx.topics.find(names.dlq);
  const step = await readIds(names);
  expect(step).toEqual(ids.slice(0, 500));
  expect(await fillDeadLetterTopics(broker.ctx)).toBe(true);
  while (await fillDeadLetterTopics(broker.ctx));
  const late = await deliver(names);
  await die(names, late);
  expect([...step, ...(await readIds(names))]).toEqual([...ids, late.messageId]);
  expect(await fillDeadLetterTopics(broker.ctx)).toBe(false);
});

test('the topic is not made while a death is being stored: that one is in it', async () => {
  const names = await scene({}, { opened: false });
  const message = await deliver(names);
  const { groupId, version } = await broker.ctx.groups.find(names.group);
  const handle = broker.ctx.handles.decode(message.receiptHandle, groupId);
  if (handle.kind !== 'lease') throw new Error('expected a first delivery');
  const { opening, made } = await withTransaction(broker.database.store.broker, async (db) => {
    const outcome = await messageForward(db, broker.clock.nowOrNull(), { ...handle, epoch: null }, 1, version);
    expect(outcome).toBe('dead');
    const watched = { made: false };
    const found = broker.ctx.topics.find(names.dlq).then(() => void (watched.made = true));
    await sleep(300);
    expect(watched.made).toBe(false);
    return { opening: found, made: watched };
  });
  await opening;
  expect(made.made).toBe(true);
  expect(await readIds(names)).toEqual([message.messageId]);
});

test('a large dead letter is a step of its own', async () => {
  const names = await scene({}, { opened: false });
  const body = Buffer.alloc(4 * 1024 * 1024, 'x');
  for (let count = 0; count < 6; count += 1) await die(names, await deliver(names, { body }));
  await broker.ctx.topics.find(names.dlq);
  expect(await read(names)).toHaveLength(4);
  await fillDeadLetterTopics(broker.ctx);
  expect(await read(names)).toHaveLength(2);
});

const paths: readonly [
  string,
  (names: Scene) => Promise<DeliveredMessage>,
  Partial<Parameters<typeof createGroup>[1]>,
][] = [
  [
    'a failure of the only delivery',
    async (names) => {
      const message = await deliver(names);
      await die(names, message);
      return message;
    },
    {},
  ],
  [
    'a failure of the last of two deliveries, reported twice',
    async (names) => {
      await die(names, await deliver(names));
      broker.clock.advance(60_000);
      const message = await next(names);
      await Promise.allSettled([die(names, message), die(names, message)]);
      return message;
    },
    { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1000 } },
  ],
  [
    'the end of the only lease',
    async (names) => {
      const message = await deliver(names, {}, { autoRenew: false, invisibleMs: 10_000 });
      broker.clock.advance(10_001);
      await expire(broker.ctx);
      return message;
    },
    {},
  ],
  [
    'the end of the last lease of two',
    async (names) => {
      await deliver(names, {}, { autoRenew: false, invisibleMs: 10_000 });
      broker.clock.advance(10_001);
      await expire(broker.ctx);
      const message = await next(names, { autoRenew: false, invisibleMs: 10_000 });
      broker.clock.advance(10_001);
      await expire(broker.ctx);
      return message;
    },
    { maxRetries: 1 },
  ],
  [
    'the consumption timeout',
    async (names) => {
      const message = await deliver(names);
      broker.clock.advance(50_000);
      await renew(broker.ctx, { clientIds: ['client-1'] });
      broker.clock.advance(11_000);
      await endOverruns(broker.ctx);
      return message;
    },
    { consumptionTimeoutMs: 60_000 },
  ],
  [
    'a simple consumer that gives its last delivery back',
    async (names) => {
      const message = await deliver(names, {}, { autoRenew: false });
      await changeInvisible(broker.ctx, { ...verdict(names, message), invisibleMs: 0 });
      return message;
    },
    {},
  ],
  [
    'a limit lowered while it waited',
    async (names) => {
      const message = await deliver(names);
      await die(names, message);
      const { version } = await broker.ctx.groups.find(names.group);
      await updateGroup(broker.ctx, { name: names.group, version, maxRetries: 0, actor });
      broker.clock.advance(60_000);
      expect(await promoteDue(broker.ctx)).toBe(1);
      return message;
    },
    { maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 1000 } },
  ],
  [
    'a forward, asked twice',
    async (names) => {
      const message = await deliver(names);
      await forward(broker.ctx, { ...verdict(names, message), deliveryAttempt: 17 });
      await forward(broker.ctx, { ...verdict(names, message), deliveryAttempt: 17 });
      return message;
    },
    { maxRetries: 16 },
  ],
  [
    'a forward of an ordered group',
    async (names) => {
      const message = await deliver(names, { messageGroup: 'key' });
      await forward(broker.ctx, { ...verdict(names, message), deliveryAttempt: 17 });
      return message;
    },
    { deliveryOrder: 'ordered', maxRetries: 16 },
  ],
];

test.each(paths)('[case 53] %s is one copy and one count', async (_name, run, fields) => {
  const names = await scene(fields);
  const before = moves();
  const message = await run(names);
  expect(await readIds(names)).toEqual([message.messageId]);
  expect(moves() - before).toBe(1);
  expect((await browseDeadLetters(broker.ctx, { group: names.group })).items).toHaveLength(1);
});

test('[case 53] several deaths of one lease and one batch are each counted', async () => {
  const names = await scene();
  await send(broker.ctx, { topic: names.topic, messages: Array.from({ length: 5 }, () => testMessage()) });
  const batch = await receiveNow(broker.ctx, names);
  const before = moves();
  await Promise.all(batch.slice(0, 3).map((message) => die(names, message)));
  broker.clock.advance(61_000);
  await expire(broker.ctx);
  expect(moves() - before).toBe(5);
  expect((await readIds(names)).toSorted()).toEqual(batch.map(({ messageId }) => messageId).toSorted());
});

test('re-driven and dead again: a second copy; consuming the topic takes nothing out of the console', async () => {
  const names = await scene();
  const message = await deliver(names);
  await die(names, message);
  expect(await readIds(names)).toEqual([message.messageId]);
  const [letter] = (await browseDeadLetters(broker.ctx, { group: names.group })).items;
  expect(letter?.messageId).toBe(message.messageId);
  await startRedrive(broker.ctx, { group: names.group, all: true, reason: 'fixed', actor });
  broker.clock.advance(1000);
  await stepRedrives(broker.ctx);
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
    const { redriveId } = await startRedrive(broker.ctx, { group: one.group, all: true, reason: 'fixed', actor });
    broker.clock.advance(1000);
    await stepRedrives(broker.ctx);
    await broker.ctx.topics.find(one.dlq);
    expect(await recallRedrive(broker.ctx, { redriveId, actor, reason: 'not fixed' })).toMatchObject({ recalled: 1 });
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
  await createTopic(broker.ctx, { name: `${one.topic}-b`, messageType: 'NORMAL', queues: 1, actor });
  const other = { topic: `${one.topic}-b`, group: one.group };
  await die(other, await deliver(other, { messageId: message.messageId }));
  const copies = await read(one);
  expect(copies.map(({ messageId, properties }) => [messageId, properties['DLQ_ORIGIN_TOPIC']])).toEqual([
    [message.messageId, one.topic],
    [message.messageId, `${one.topic}-b`],
  ]);
});

test('who reads a dead-letter topic has retries and dead letters of its own', async () => {
  const names = await scene();
  const { version } = await broker.ctx.groups.find(names.reader);
  const policy = { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1000 } as const };
  await updateGroup(broker.ctx, { name: names.reader, version, ...policy, actor });
  await die(names, await deliver(names));
  const reader = { topic: names.dlq, group: names.reader };
  const first = await next(reader);
  expect(first.attempt).toBe(1);
  await die(reader, first);
  broker.clock.advance(1000);
  const second = await next(reader);
  expect(second).toMatchObject({ messageId: first.messageId, attempt: 2 });
  const last = { ...names, dlq: `%DLQ%${names.reader}`, reader: names.group };
  await broker.ctx.topics.find(last.dlq);
  await die(reader, second);
  const letters = (await browseDeadLetters(broker.ctx, { group: names.reader })).items;
  expect(letters.map(({ topic, messageId }) => [topic, messageId])).toEqual([[names.dlq, first.messageId]]);
  const [copy] = await read(last);
  // the origin stays the first one: that is where it can be sent again
  expect(copy).toMatchObject({ messageId: first.messageId, properties: { DLQ_ORIGIN_TOPIC: names.topic } });
});

test('an ordered group reads the dead letters of one message group one after the other', async () => {
  const names = await scene({ deliveryOrder: 'ordered' });
  const ordered = { topic: names.dlq, group: `ordered-${names.reader}` };
  await createGroup(broker.ctx, { name: ordered.group, deliveryOrder: 'ordered', actor });
  const ids: string[] = [];
  for (const messageGroup of ['a', 'a', 'b']) {
    const message = await deliver(names, { messageGroup });
    await die(names, message);
    ids.push(message.messageId);
  }
  const first = await next(ordered, { batchSize: 1 });
  expect(first).toMatchObject({ messageId: ids[0], messageGroup: 'a', messageType: 'FIFO' });
  // its head is held: only the other message group goes on
  expect((await receiveNow(broker.ctx, ordered)).map(({ messageId }) => messageId)).toEqual([ids[2]]);
  await ack(broker.ctx, { ...ordered, entries: [first] });
  expect((await receiveNow(broker.ctx, ordered)).map(({ messageId }) => messageId)).toEqual([ids[1]]);
});

test('groups that read each other: a message passes each dead-letter topic once', async () => {
  const names = await scene();
  const { version } = await broker.ctx.groups.find(names.reader);
  await updateGroup(broker.ctx, { name: names.reader, version, maxRetries: 0, actor });
  await broker.ctx.topics.find(`%DLQ%${names.reader}`);
  await die(names, await deliver(names));
  const own = { topic: names.dlq, group: names.group };
  await die(own, await next(own));
  expect(await receiveNow(broker.ctx, own)).toEqual([]);
  const other = { topic: names.dlq, group: names.reader };
  await die(other, await next(other));
  const back = { topic: `%DLQ%${names.reader}`, group: names.group };
  await die(back, await next(back));
  expect(await receiveNow(broker.ctx, other)).toEqual([]);
  expect((await browseDeadLetters(broker.ctx, { group: names.group })).items).toHaveLength(3);
});

test('names: only a group that exists has a dead-letter topic, however deep the name', async () => {
  const names = await scene({}, { opened: false });
  const code = (name: string): Promise<unknown> =>
    broker.ctx.topics.find(name).catch((error: unknown) => (error as { code: string }).code);
  expect(await code('%DLQ%nobody')).toBe('topic-not-found');
  expect(await code(`%DLQ%${names.dlq}`)).toBe('topic-not-found');
  expect(await code('%DLQ%')).toBe('illegal-topic');
  expect(await code('%DLQ%a b')).toBe('illegal-topic');
  expect(await code(`%DLQ%${'g'.repeat(121)}`)).toBe('illegal-topic');
  expect(await code(`%RETRY%${names.group}`)).toBe('illegal-topic');
  await expect(createTopic(broker.ctx, { name: names.dlq, messageType: 'NORMAL', actor })).rejects.toMatchObject({
    code: 'illegal-topic',
  });
  // a group may be called so: then it has one like any other
  await createGroup(broker.ctx, { name: names.dlq, actor });
  expect(await broker.ctx.topics.find(`%DLQ%${names.dlq}`)).toMatchObject({ name: `%DLQ%${names.dlq}` });
});

test('producers may send to it, also an id that is there as a copy', async () => {
  const names = await scene();
  const message = await deliver(names);
  await die(names, message);
  const sent = testMessage({ messageId: message.messageId, body: Buffer.from('by hand') });
  expect(await send(broker.ctx, { topic: names.dlq, messages: [sent] })).toMatchObject([
    { offset: 1, duplicate: false },
  ]);
  expect(await send(broker.ctx, { topic: names.dlq, messages: [sent] })).toMatchObject([
    { offset: 1, duplicate: true },
  ]);
  expect((await read(names)).map(({ body }) => body.toString())).toEqual([message.body.toString(), 'by hand']);
});

test('retention: copies go with their segment, unless they are under way; the dead letter stays; offsets go on', async () => {
  const names = await scene();
  await die(names, await deliver(names));
  await die(names, await deliver(names));
  const reader = { topic: names.dlq, group: names.reader };
  const [held] = await receiveNow(broker.ctx, { ...reader, batchSize: 1 });
  if (held === undefined) throw new Error('nothing was delivered');
  await die(reader, held);
  broker.clock.advance(DEFAULT_RETENTION.segmentMs);
  await keepHouse(broker.ctx, DEFAULT_RETENTION);
  broker.clock.advance(DEFAULT_RETENTION.retentionMs);
  expect(await keepHouse(broker.ctx, DEFAULT_RETENTION)).toMatchObject({ dropped: 0 });
  const [retried] = await receiveNow(broker.ctx, reader);
  expect(retried).toMatchObject({ messageId: held.messageId, attempt: 2, offset: 0 });
  expect(await receiveNow(broker.ctx, reader)).toEqual([]);
  expect((await browseDeadLetters(broker.ctx, { group: names.group })).items).toHaveLength(2);
  await die(names, await deliver(names));
  const [next1] = await receiveNow(broker.ctx, reader);
  expect(next1).toMatchObject({ offset: 2, attempt: 1 });
});
