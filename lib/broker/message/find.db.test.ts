import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../model/audit/actor';
import type { OutgoingMessage } from '../../model/message/message';
import { startAtFirstSegment } from '../../testing/broker-stage';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { ack } from '../delivery/ack';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { prune } from '../retention/prune';
import { createTopic } from '../topic/create';
import { findMessages } from './find';
import { indexKeys } from './index-keys';
import { send } from './send';
import { readTimeline } from './read-timeline';
import { suggest } from '../search/suggest';

const HOUR = 3_600_000;
const RETENTION = { retentionMs: 3 * HOUR, segmentMs: HOUR };
const actor = systemActor('test');

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
  await startAtFirstSegment(broker);
});
afterAll(() => broker.close());

async function topicOf(name: string, queues = 2): Promise<string> {
  await createTopic(broker.ctx, { name, messageType: 'NORMAL', queues, actor });
  return name;
}

async function store(topic: string, ...fields: Partial<OutgoingMessage>[]): Promise<string[]> {
  const messages = fields.map((each) => testMessage(each));
  await send(broker.ctx, { topic, messages });
  return messages.map(({ messageId }) => messageId);
}

const indexAll = async (): Promise<void> => {
  while (await indexKeys(broker.ctx));
};
const idsBy = async (key: string, more = {}): Promise<string[]> =>
  (await findMessages(broker.ctx, { key, ...more })).items.map(({ messageId }) => messageId);

async function keyRows(): Promise<number> {
  const { rows } = await broker.database.store.console.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM message_key',
  );
  return rows[0]?.n ?? -1;
}

test('a message is found by each of its keys: before the worker has read it, and after', async () => {
  const topic = await topicOf('found');
  const long = randomBytes(2000).toString('hex');
  const [first] = await store(topic, { keys: ['order-1', 'customer-9', long, 'order-1'] });
  const [second] = await store(topic, { keys: ['order-2', 'customer-9', `${long}x`] });
  const look = async (): Promise<unknown> => [
    await idsBy('order-1'),
    (await idsBy('customer-9')).toSorted(),
    await idsBy(long),
    await idsBy('order-'),
    await idsBy('order-1', { topic }),
  ];
  const expected = [[first], [first, second], [first], [], [first]];
  expect(await look()).toEqual(expected);
  expect((await findMessages(broker.ctx, { key: 'order-1' })).behind).toEqual({ messages: 2, unseen: 0 });
  await indexAll();
  expect(await look()).toEqual(expected);
  expect((await findMessages(broker.ctx, { key: 'order-1' })).behind).toEqual({ messages: 0, unseen: 0 });
  await expect(findMessages(broker.ctx, { key: 'order-1', topic: 'nowhere' })).rejects.toMatchObject({
    code: 'topic-not-found',
  });
});

test('pages of one key follow each other, newest first, across the index and what it does not hold yet', async () => {
  const topic = await topicOf('paged', 3);
  const sent: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    sent.push(...(await store(topic, ...Array.from({ length: 7 }, () => ({ keys: ['same'] })))));
    broker.clock.advance(1000);
    if (round === 2) await indexAll();
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await findMessages(broker.ctx, { key: 'same', limit: 4, cursor });
    seen.push(...page.items.map(({ messageId }) => messageId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toHaveLength(35);
  expect(new Set(seen)).toEqual(new Set(sent));
  expect(new Set(seen.slice(0, 7))).toEqual(new Set(sent.slice(-7)));
  await expect(findMessages(broker.ctx, { key: 'same', cursor: 'x' })).rejects.toMatchObject({ field: 'cursor' });
});

test('two workers at once read each message once, and none is left out while producers send', async () => {
  const topic = await topicOf('raced', 4);
  await indexAll();
  const before = await keyRows();
  const sending = Promise.all(
    Array.from({ length: 40 }, (_, index) => store(topic, { keys: [`raced-${index}`] }, { keys: [`raced-${index}`] })),
  );
  const indexing = Promise.all(
    [1, 2, 3].map(async () => {
      for (let pass = 0; pass < 10; pass += 1) await indexKeys(broker.ctx);
    }),
  );
  await Promise.all([sending, indexing]);
  await indexAll();
  expect((await keyRows()) - before).toBe(80);
  for (let index = 0; index < 40; index += 13) expect(await idsBy(`raced-${index}`)).toHaveLength(2);
});

test('the list says of each state what the page of the message says', async () => {
  const topic = await topicOf('states', 1);
  const names = { topic, group: 'states' };
  await createGroup(broker.ctx, {
    name: 'states',
    maxRetries: 1,
    retryPolicy: { type: 'fixed', intervalMs: 60_000 },
    actor,
  });
  await createGroup(broker.ctx, { name: 'idle', actor });
  await receiveNow(broker.ctx, { topic, group: 'idle' });
  await receiveNow(broker.ctx, names);
  const [consumed, dead, waiting, held] = await store(topic, ...[1, 2, 3, 4].map(() => ({ keys: ['st'] })));
  const failing = async (messageId: string | undefined): Promise<void> => {
    const got = (await receiveNow(broker.ctx, names)).find((message) => message.messageId === messageId);
    if (got === undefined) throw new Error(`${messageId} was not received`);
    await fail(broker.ctx, { ...names, receiptHandle: got.receiptHandle, messageId: got.messageId, clientId: 'c' });
  };
  const batch = await receiveNow(broker.ctx, names);
  const of = (id: string | undefined) => batch.filter(({ messageId }) => messageId === id);
  await ack(broker.ctx, { ...names, entries: of(consumed) });
  for (const message of [...of(dead)])
    await fail(broker.ctx, {
      ...names,
      receiptHandle: message.receiptHandle,
      messageId: message.messageId,
      clientId: 'c',
    });
  broker.clock.advance(50_000);
  for (const message of [...of(waiting)])
    await fail(broker.ctx, {
      ...names,
      receiptHandle: message.receiptHandle,
      messageId: message.messageId,
      clientId: 'c',
    });
  broker.clock.advance(9_990);
  // its lease would end; the client asks for it again
  broker.clock.advance(11);
  await failing(dead);
  const [unread] = await store(topic, { keys: ['st'] });
  const found = await findMessages(broker.ctx, { key: 'st' });
  const listed = Object.fromEntries(
    found.items.map(({ messageId, groups }) => [
      messageId,
      Object.fromEntries(groups.map(({ group, state }) => [group, state])),
    ]),
  );
  for (const id of [consumed, dead, waiting, held, unread]) {
    const timelines = await readTimeline(broker.ctx, { messageId: id ?? '' });
    expect(listed[id ?? '']).toEqual(Object.fromEntries(timelines.map(({ group, state }) => [group, state])));
  }
  expect(listed[consumed ?? '']).toEqual({ states: 'consumed', idle: 'ready' });
  expect(listed[dead ?? '']).toMatchObject({ states: 'dead' });
  expect(listed[waiting ?? '']).toMatchObject({ states: 'waiting-retry' });
  expect(await idsBy('st', { state: 'dead' })).toEqual([dead]);
  expect(await idsBy('st', { state: 'waiting-retry', topic })).toEqual([waiting]);
  expect((await findMessages(broker.ctx, { topic, state: 'consumed' })).checked).toEqual({ at: 5, of: 5 });
});

test('keys leave with their segment; a dead letter is found past it', async () => {
  const topic = await topicOf('aged', 1);
  const names = { topic, group: 'aged' };
  await createGroup(broker.ctx, { name: 'aged', maxRetries: 0, actor });
  await receiveNow(broker.ctx, names);
  const [gone, dead] = await store(topic, { keys: ['aged-1', 'aged'] }, { keys: ['aged-2', 'aged'] });
  const batch = await receiveNow(broker.ctx, names);
  await ack(broker.ctx, { ...names, entries: batch.filter(({ messageId }) => messageId === gone) });
  for (const { messageId, receiptHandle } of batch.filter((message) => message.messageId === dead))
    await fail(broker.ctx, { ...names, receiptHandle, messageId, clientId: 'c' });
  await indexAll();
  expect(await keyRows()).toBeGreaterThan(0);
  expect(await idsBy('aged')).toHaveLength(2);
  for (let hour = 0; hour < 8; hour += 1) {
    broker.clock.advance(HOUR);
    while ((await prune(broker.ctx, RETENTION)).more);
  }
  expect(await keyRows()).toBe(0);
  expect(await idsBy('aged')).toEqual([dead]);
  expect(await idsBy('aged-1')).toEqual([]);
  const [found] = (await findMessages(broker.ctx, { key: 'aged-2' })).items;
  expect(found?.groups).toMatchObject([{ group: 'aged', state: 'dead' }]);
  // a new segment takes keys too
  await store(topic, { keys: ['aged-3'] });
  await indexAll();
  expect(await keyRows()).toBe(1);
});

test('a key may be longer than an index entry: the message dies, and is found among the dead', async () => {
  const topic = await topicOf('long-keys', 1);
  const names = { topic, group: 'long-keys' };
  await createGroup(broker.ctx, { name: 'long-keys', maxRetries: 0, actor });
  await receiveNow(broker.ctx, names);
  const key = randomBytes(6000).toString('base64');
  const [id] = await store(topic, { keys: [key] });
  const [got] = await receiveNow(broker.ctx, names);
  if (got === undefined) throw new Error('nothing received');
  await fail(broker.ctx, { ...names, receiptHandle: got.receiptHandle, messageId: got.messageId, clientId: 'c' });
  await indexAll();
  expect(await idsBy(key, { state: 'dead' })).toEqual([id]);
  expect(await idsBy(`${key.slice(0, -1)}!`)).toEqual([]);
});

test('keys are forgotten with their queue, and no others', async () => {
  const [one, other] = [await topicOf('forgotten', 1), await topicOf('kept', 1)];
  await store(one, { keys: ['both', 'one'] });
  const [kept] = await store(other, { keys: ['both'] });
  await indexAll();
  const { queueIds } = await broker.ctx.topics.find(one);
  await broker.database.store.console.query('SELECT message_key_forget($1)', [queueIds]);
  expect(await idsBy('both')).toEqual([kept]);
  expect(await idsBy('one')).toEqual([]);
});

test('what waits outside the log is found by key and by id', async () => {
  await createTopic(broker.ctx, { name: 'later', messageType: 'DELAY', actor });
  await createTopic(broker.ctx, { name: 'half', messageType: 'TRANSACTION', actor });
  const deliverAt = new Date(broker.clock.nowOrNull().getTime() + HOUR);
  const [scheduled] = await store('later', { keys: ['outside'], deliverAt });
  const [half] = await store('half', { keys: ['outside'], messageType: 'TRANSACTION' });
  const { items } = await findMessages(broker.ctx, { key: 'outside' });
  expect(Object.fromEntries(items.map(({ messageId, outside }) => [messageId, outside]))).toEqual({
    [scheduled ?? '']: 'scheduled',
    [half ?? '']: 'transaction',
  });
  expect((await findMessages(broker.ctx, { id: half })).items).toMatchObject([
    { outside: 'transaction', offset: null },
  ]);
  expect(await idsBy('outside', { topic: 'later' })).toEqual([scheduled]);
});

test('a message group is found like a key', async () => {
  await createTopic(broker.ctx, { name: 'ordered', messageType: 'FIFO', actor });
  const [first, second] = await store('ordered', { messageGroup: 'account-7' }, { messageGroup: 'account-7' });
  expect(await idsBy('account-7')).toEqual([second, first]);
});

test('a property is checked for in a topic and a range of time; the answer says how many were checked', async () => {
  const topic = await topicOf('props', 3);
  const sent: string[] = [];
  const started = broker.clock.nowOrNull();
  for (let index = 0; index < 30; index += 1) {
    sent.push(...(await store(topic, { properties: { tenant: index % 10 === 0 ? 'acme' : 'other' } })));
    broker.clock.advance(1000);
  }
  const acme = await findMessages(broker.ctx, { topic, property: 'tenant=acme', from: started });
  expect(acme.items.map(({ messageId }) => messageId)).toEqual([sent[20], sent[10], sent[0]]);
  expect(acme.checked).toEqual({ at: 30, of: 30 });
  const part = await findMessages(broker.ctx, {
    topic,
    property: 'tenant=acme',
    from: new Date(started.getTime() + 5000),
    to: new Date(started.getTime() + 15_000),
  });
  expect(part.items.map(({ messageId }) => messageId)).toEqual([sent[10]]);
  expect(part.checked).toEqual({ at: 10, of: 10 });
  const one = await findMessages(broker.ctx, { topic, property: 'tenant=acme', from: started, limit: 1 });
  expect(one.checked).toEqual({ at: 10, of: 30 });
  const next = await findMessages(broker.ctx, {
    topic,
    property: 'tenant=acme',
    from: started,
    limit: 1,
    cursor: one.nextCursor ?? undefined,
  });
  expect(next.items.map(({ messageId }) => messageId)).toEqual([sent[10]]);
  expect(next.checked).toEqual({ at: 20, of: 30 });
  await expect(findMessages(broker.ctx, { property: 'a=b' })).rejects.toMatchObject({ field: 'topic' });
  await expect(findMessages(broker.ctx, { topic, property: 'a=b' })).rejects.toMatchObject({ field: 'from' });
  await expect(findMessages(broker.ctx, { topic, property: 'ab', from: started })).rejects.toMatchObject({
    field: 'property',
  });
});

test('the value of a property is compared as it is, and a cursor of no day is refused', async () => {
  const topic = await topicOf('exact', 1);
  const from = broker.clock.nowOrNull();
  const values = ['eu', ' eu', 'eu ', 'EU', 'e=u', 'ｅｕ'];
  const sent: string[] = [];
  for (const region of values) sent.push(...(await store(topic, { properties: { region } })));
  for (const [at, value] of values.entries()) {
    const { items } = await findMessages(broker.ctx, { topic, property: `region=${value}`, from });
    expect([value, items.map(({ messageId }) => messageId)]).toEqual([value, [sent[at]]]);
  }
  const cursor = '2026-02-30T00:00:00.000000Z_1_1';
  await expect(findMessages(broker.ctx, { topic, from, cursor })).rejects.toMatchObject({
    ...{ code: 'bad-request', field: 'cursor' },
  });
});

test('a topic is browsed by queue and offset, and by time, page by page', async () => {
  const topic = await topicOf('browsed', 2);
  const sent: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    sent.push(...(await store(topic, {})));
    broker.clock.advance(1000);
  }
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await findMessages(broker.ctx, { topic, limit: 5, cursor });
    all.push(...page.items.map(({ messageId }) => messageId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(all).toEqual(sent.toReversed());
  const queue = await findMessages(broker.ctx, { topic, queue: 1, offset: 2 });
  expect(queue.items.map(({ offset }) => offset)).toEqual([2, 1, 0]);
  expect(queue.items.every(({ queueNo }) => queueNo === 1)).toBe(true);
  await expect(findMessages(broker.ctx, { topic, queue: 9 })).rejects.toMatchObject({ field: 'queue' });
  await expect(findMessages(broker.ctx, { topic, offset: 1 })).rejects.toMatchObject({ field: 'queue' });
});

test('the palette suggests by exact key, by its beginning, and by name', async () => {
  const topic = await topicOf('palette-orders', 1);
  const [exact, other] = await store(topic, { keys: ['pal-6'] }, { keys: ['pal-61'] });
  await indexAll();
  const found = await suggest(broker.ctx, 'pal-6');
  expect(found.exact.map(({ messageId, matched }) => [messageId, matched])).toEqual([[exact, 'pal-6']]);
  expect(found.beginning.map(({ messageId, matched }) => [messageId, matched])).toEqual([[other, 'pal-61']]);
  expect(found.keys).toBe(2);
  const named = await suggest(broker.ctx, 'palette');
  expect(named.things).toEqual([
    { kind: 'topic', name: topic, at: topic, group: null, detail: 'NORMAL', reason: null },
  ]);
  const wide = topic.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
  expect((await suggest(broker.ctx, wide)).things).toEqual(named.things);
  const byId = await suggest(broker.ctx, exact ?? '');
  expect(byId.exact.map(({ messageId }) => messageId)).toEqual([exact]);
  expect((await suggest(broker.ctx, '')).beginning.length).toBeGreaterThan(0);
});
