import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/actor';
import type { DeliveredMessage, OutgoingMessage } from '../../model/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { type BrokerContext, createBrokerContext } from '../context';
import { ack } from '../delivery/ack';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { readTimeline } from '../message/read-timeline';
import { receive } from '../message/receive';
import { readRedrive } from '../redrive/read';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { send } from '../message/send';
import { createTopic } from '../topic/create';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

type Names = { topic: string; group: string };

let scenes = 0;
async function scene(group: Partial<Parameters<typeof createGroup>[1]> = {}, queues = 1): Promise<Names> {
  scenes += 1;
  const names = { topic: `filter-${scenes}`, group: `chooser-${scenes}` };
  await createGroup(broker.ctx, { name: names.group, actor: systemActor('test'), ...group });
  await createTopic(broker.ctx, {
    name: names.topic,
    messageType: group.deliveryOrder === 'ordered' ? 'FIFO' : 'NORMAL',
    queues,
    actor: systemActor('test'),
  });
  return names;
}

const sql = (expression: string): { type: 'SQL'; expression: string } => ({ type: 'SQL', expression });
const ids = (messages: readonly { messageId: string }[]): string[] => messages.map(({ messageId }) => messageId);

async function sendMany(
  topic: string,
  count: number,
  fields: (index: number) => Partial<OutgoingMessage>,
): Promise<OutgoingMessage[]> {
  const messages = Array.from({ length: count }, (_, index) => testMessage(fields(index)));
  await send(broker.ctx, { topic, messages });
  return messages;
}

async function ackAll(names: Names, entries: readonly DeliveredMessage[]): Promise<void> {
  const outcomes = await ack(broker.ctx, { ...names, entries });
  expect(outcomes.map(({ error }) => error)).toEqual(entries.map(() => null));
}

/** Bits of all leases of a group, and its rows of anything that is not finished. */
async function books({ group }: Names): Promise<Record<string, number>> {
  const { rows } = await broker.database.store.console.query<Record<string, number>>(
    `SELECT coalesce(sum(bit_count(l.open::bit(64))), 0)::int AS open, coalesce(sum(l.n), 0)::int AS leased,
            coalesce(sum(bit_count(l.failed::bit(64))), 0)::int AS failed,
            coalesce(sum((SELECT sum(bit_count((a & 4294967295)::bit(64))) FROM unnest(l.acks) a)), 0)::int AS acked,
            (SELECT count(*) FROM retry r WHERE r.group_id = g.group_id)::int AS retries,
            (SELECT count(*) FROM fifo_group f WHERE f.group_id = g.group_id)::int AS keys,
            (SELECT count(*) FROM dead_letter d WHERE d.group_id = g.group_id)::int AS dead
       FROM consumer_group g LEFT JOIN lease l ON l.group_id = g.group_id WHERE g.name = $1 GROUP BY g.group_id`,
    [group],
  );
  return rows[0] ?? {};
}

async function state(names: Names, messageId: string): Promise<string | undefined> {
  return (await readTimeline(broker.ctx, { messageId })).find(({ group }) => group === names.group)?.state;
}

test('one message in a hundred matches: only those are delivered, the rest is consumed and never counts as a failure', async () => {
  const names = await scene({ maxRetries: 0 }, 2);
  const messages = await sendMany(names.topic, 800, (index) => ({
    properties: { amount: String(index % 100), region: index % 2 === 0 ? 'eu' : 'us' },
  }));
  const filter = sql("amount BETWEEN 99 AND 200 AND region = 'us'");
  const got: DeliveredMessage[] = [];
  for (let batch; (batch = await receiveNow(broker.ctx, { ...names, filter })).length > 0; got.push(...batch))
    await ackAll(names, batch);
  expect(ids(got).toSorted()).toEqual(
    ids(messages.filter(({ properties }) => properties['amount'] === '99')).toSorted(),
  );
  broker.clock.advance(24 * 60 * 60 * 1000);
  await expire(broker.ctx);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  expect(await books(names)).toMatchObject({ open: 0, failed: 0, leased: 8, acked: 8, retries: 0, dead: 0 });
  expect(await state(names, messages[0]?.messageId ?? '')).toBe('filtered-out');
  expect(await state(names, messages[99]?.messageId ?? '')).toBe('consumed');
});

test('nothing matches: the receive answers empty and the whole log is behind the group', async () => {
  const names = await scene();
  const messages = await sendMany(names.topic, 100, () => ({ tag: 'a' }));
  expect(await receiveNow(broker.ctx, { ...names, filter: sql("TAGS = 'b'") })).toEqual([]);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  expect(await books(names)).toMatchObject({ open: 0, leased: 0, acked: 0 });
  const [timeline] = await readTimeline(broker.ctx, { messageId: messages[50]?.messageId ?? '' });
  expect(timeline).toMatchObject({ state: 'filtered-out', deliveries: [], events: [], prediction: null });
});

test.each([1, 31, 32, 33, 64, 65])('the last of %s messages matches, whatever the batches are', async (count) => {
  const names = await scene();
  const messages = await sendMany(names.topic, count, (index) => ({ properties: { n: String(index + 1) } }));
  const filter = sql(`n = ${count}`);
  let found: DeliveredMessage[] = [];
  for (let turn = 0; turn < 3 && found.length === 0; turn += 1)
    found = await receiveNow(broker.ctx, { ...names, filter, batchSize: count > 33 ? 32 : 1 });
  expect(ids(found)).toEqual(ids(messages.slice(-1)));
  expect(await books(names)).toMatchObject({ open: 1, leased: 1 });
});

test('the first and the last bit of a batch are told apart', async () => {
  const names = await scene();
  const messages = await sendMany(names.topic, 32, (index) => ({
    properties: index === 0 || index === 31 ? {} : { middle: 'yes' },
  }));
  const edges = await receiveNow(broker.ctx, { ...names, filter: sql('middle IS NULL') });
  expect(ids(edges)).toEqual(ids([...messages.slice(0, 1), ...messages.slice(-1)]));
  await ackAll(names, edges);
  expect(await books(names)).toMatchObject({ open: 0, leased: 2, acked: 2 });
});

test('a held receive goes on behind messages that do not match, until one comes', async () => {
  const names = await scene();
  await sendMany(names.topic, 200, () => ({ tag: 'a' }));
  const waiting = receive(broker.ctx, {
    ...names,
    filter: sql("TAGS = 'b'"),
    batchSize: 32,
    invisibleMs: 60_000,
    autoRenew: true,
    clientId: 'patient',
    attemptId: null,
    waitMs: 60_000,
  });
  await sendMany(names.topic, 40, () => ({ tag: 'a' }));
  const [wanted] = await sendMany(names.topic, 1, () => ({ tag: 'b' }));
  expect(ids(await waiting)).toEqual([wanted?.messageId]);
});

test('receives with other filters of the same group are served meanwhile', async () => {
  const names = await scene();
  const ask = (expression: string, clientId: string): Promise<DeliveredMessage[]> =>
    receive(broker.ctx, {
      ...names,
      filter: sql(expression),
      batchSize: 4,
      invisibleMs: 60_000,
      autoRenew: true,
      clientId,
      attemptId: null,
      waitMs: 60_000,
    });
  let waiting = true;
  const asking = Promise.all([
    receiveNow(broker.ctx, { ...names, filter: sql('FALSE'), batchSize: 1 }),
    ...Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? "TAGS = 'a'" : "TAGS <> 'a'", `c${index}`)),
  ]).finally(() => (waiting = false));
  // One cursor for all: what one of them goes past, the others do not see.
  while (waiting) await sendMany(names.topic, 60, (index) => ({ tag: index % 3 === 0 ? 'a' : 'b' }));
  const [never, ...served] = await asking;
  expect(never).toEqual([]);
  expect(served.every((messages) => messages.length > 0)).toBe(true);
  expect(new Set(served.flat().map(({ messageId }) => messageId)).size).toBe(served.flat().length);
});

test('a message that failed is looked at again: its group has another filter now, so it is consumed without a delivery', async () => {
  const names = await scene({ maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 1000 } });
  const [message] = await sendMany(names.topic, 1, () => ({ tag: 'a', properties: { n: '1' } }));
  for (const attempt of [1, 2]) {
    const [delivered] = await receiveNow(broker.ctx, { ...names, filter: sql('n = 1') });
    expect(delivered).toMatchObject({ messageId: message?.messageId, attempt });
    await fail(broker.ctx, {
      ...names,
      ...delivered,
      receiptHandle: delivered?.receiptHandle ?? '',
      messageId: 'x',
      clientId: 'c',
    });
    broker.clock.advance(1000);
  }
  expect(await receiveNow(broker.ctx, { ...names, filter: sql('n = 2') })).toEqual([]);
  broker.clock.advance(60_000);
  await expire(broker.ctx);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  expect(await books(names)).toMatchObject({ open: 0, retries: 0, dead: 0 });
  const [timeline] = await readTimeline(broker.ctx, { messageId: message?.messageId ?? '' });
  expect(timeline?.state).toBe('filtered-out');
  expect(timeline?.deliveries.map(({ state: end, cause }) => [end, cause])).toEqual([
    ['failed', 'nack'],
    ['failed', 'nack'],
  ]);
});

test('a message that failed under another tag filter is consumed without a delivery too', async () => {
  const names = await scene({ retryPolicy: { type: 'fixed', intervalMs: 1000 } });
  await sendMany(names.topic, 1, () => ({ tag: 'a' }));
  const [delivered] = await receiveNow(broker.ctx, { ...names, filter: { type: 'TAG', expression: 'a' } });
  await fail(broker.ctx, { ...names, receiptHandle: delivered?.receiptHandle ?? '', messageId: 'x', clientId: 'c' });
  broker.clock.advance(1000);
  expect(await receiveNow(broker.ctx, { ...names, filter: { type: 'TAG', expression: 'b || c' } })).toEqual([]);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  expect(await books(names)).toMatchObject({ retries: 0, dead: 0 });
});

test('a re-driven message that the filter leaves out was not consumed: its verdict says so', async () => {
  const names = await scene({ maxRetries: 0 });
  const [message] = await sendMany(names.topic, 1, () => ({ tag: 'a' }));
  const [delivered] = await receiveNow(broker.ctx, names);
  await fail(broker.ctx, { ...names, receiptHandle: delivered?.receiptHandle ?? '', messageId: 'x', clientId: 'c' });
  const actor = systemActor('test');
  const { redriveId } = await startRedrive(broker.ctx, { group: names.group, all: true, reason: 'test', actor });
  await stepRedrives(broker.ctx);
  expect(await receiveNow(broker.ctx, { ...names, filter: sql("TAGS = 'b'") })).toEqual([]);
  expect((await readRedrive(broker.ctx, redriveId)).counts).toMatchObject({ filteredOut: 1, consumed: 0, unknown: 0 });
  expect(await state(names, message?.messageId ?? '')).toBe('filtered-out');
});

test('an ordered group: what does not match frees its key, and the rest keeps its order', async () => {
  const names = await scene({ deliveryOrder: 'ordered', maxRetries: 2 });
  const messages = await sendMany(names.topic, 120, (index) => ({
    messageGroup: `key-${index % 3}`,
    properties: { n: String(index), kind: index % 10 < 2 ? 'wanted' : 'other' },
  }));
  const filter = sql("kind = 'wanted'");
  const got: DeliveredMessage[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const batch = await receiveNow(broker.ctx, {
      ...names,
      filter,
      batchSize: 5,
      autoRenew: false,
      invisibleMs: 10_000,
    });
    if (batch.length === 0) break;
    await ackAll(names, batch);
    got.push(...batch);
  }
  for (const key of ['key-0', 'key-1', 'key-2'])
    expect(ids(got.filter(({ messageGroup }) => messageGroup === key))).toEqual(
      ids(messages.filter(({ messageGroup, properties }) => messageGroup === key && properties['kind'] === 'wanted')),
    );
  expect(got).toHaveLength(24);
  expect(await books(names)).toMatchObject({ open: 0, failed: 0, leased: 24, acked: 24, retries: 0, keys: 0 });
});

test('an ordered group: a failed head that no longer matches does not block its key', async () => {
  const names = await scene({ deliveryOrder: 'ordered', maxRetries: 5 });
  const [head, second] = await sendMany(names.topic, 3, (index) => ({
    messageGroup: 'k',
    properties: { n: String(index) },
  }));
  const [first] = await receiveNow(broker.ctx, { ...names, batchSize: 1 });
  expect(first?.messageId).toBe(head?.messageId);
  await fail(broker.ctx, { ...names, receiptHandle: first?.receiptHandle ?? '', messageId: 'x', clientId: 'c' });
  broker.clock.advance(3000);
  const next = await receiveNow(broker.ctx, { ...names, filter: sql('n = 1') });
  expect(ids(next)).toEqual([second?.messageId]);
  await ackAll(names, next);
  expect(await receiveNow(broker.ctx, { ...names, filter: sql('n = 1') })).toEqual([]);
  expect(await books(names)).toMatchObject({ open: 0, retries: 0, keys: 0, dead: 0 });
  expect(await state(names, head?.messageId ?? '')).toBe('filtered-out');
});

test('an ordered group: a held head lets other keys pass; then what the cursor left behind comes in order, in long stretches', async () => {
  const names = await scene({ deliveryOrder: 'ordered' });
  const isWanted = (index: number): boolean => index % 90 === 0;
  const messages = await sendMany(names.topic, 900, (index) => ({
    messageGroup: index % 9 === 8 ? `other-${index}` : 'hot',
    properties: { kind: isWanted(index) || index === 8 ? 'wanted' : 'other' },
  }));
  const ask = { ...names, filter: sql("kind = 'wanted'"), batchSize: 1 };
  const [head] = await receiveNow(broker.ctx, ask);
  expect(head?.messageId).toBe(messages[0]?.messageId);
  const [other] = await receiveNow(broker.ctx, ask);
  expect(other?.messageId).toBe(messages[8]?.messageId);
  expect(await receiveNow(broker.ctx, ask)).toEqual([]);
  await ackAll(names, head === undefined ? [] : [head]);
  const got: DeliveredMessage[] = [];
  for (let batch; (batch = await receiveNow(broker.ctx, ask)).length > 0; got.push(...batch))
    await ackAll(names, batch);
  expect(ids(got)).toEqual(ids(messages.filter((_, index) => index > 0 && isWanted(index))));
  await ackAll(names, other === undefined ? [] : [other]);
  expect(await books(names)).toMatchObject({ open: 0, failed: 0, retries: 0, keys: 0, dead: 0 });
});

test('an ordered group: many consumers at once, some failing: each key in order, nothing lost, nothing extra', async () => {
  const names = await scene(
    { deliveryOrder: 'ordered', maxRetries: 50, retryPolicy: { type: 'fixed', intervalMs: 100 } },
    2,
  );
  const messages = await sendMany(names.topic, 600, (index) => ({
    messageGroup: `key-${index % 12}`,
    properties: { n: String(index), kind: index % 5 === 0 ? 'wanted' : 'other' },
  }));
  const done: string[] = [];
  const consume = async (clientId: string): Promise<void> => {
    for (let empty = 0; empty < 5;) {
      const batch = await receiveNow(broker.ctx, { ...names, filter: sql("kind = 'wanted'"), batchSize: 3, clientId });
      empty = batch.length === 0 ? empty + 1 : 0;
      broker.clock.advance(200);
      for (const { receiptHandle, messageId, attempt } of batch) {
        if (attempt < 3 && messageId.charCodeAt(messageId.length - 1) % 3 === 0)
          await fail(broker.ctx, { ...names, receiptHandle, messageId, clientId });
        else {
          const [outcome] = await ack(broker.ctx, { ...names, entries: [{ messageId, receiptHandle }] });
          if (outcome?.error === null) done.push(messageId);
        }
      }
    }
  };
  await Promise.all(['c1', 'c2', 'c3', 'c4'].map((clientId) => consume(clientId)));
  const wanted = messages.filter(({ properties }) => properties['kind'] === 'wanted');
  expect([...new Set(done)].toSorted()).toEqual(ids(wanted).toSorted());
  for (let key = 0; key < 12; key += 1) {
    const ofKey = ids(wanted.filter(({ messageGroup }) => messageGroup === `key-${key}`));
    // Behind a failed head what was acknowledged ahead of its turn comes again: the last time counts.
    expect(ofKey.toSorted((a, b) => done.lastIndexOf(a) - done.lastIndexOf(b))).toEqual(ofKey);
  }
  expect(await books(names)).toMatchObject({ open: 0, retries: 0, keys: 0, dead: 0 });
});

test('several claims of one topic at once: every matching message goes to one of them', async () => {
  const names = await scene({}, 3);
  const messages = await sendMany(names.topic, 1500, (index) => ({ properties: { n: String(index % 10) } }));
  const other = await createBrokerContext({ ...broker.ctx, clock: broker.clock, store: broker.database.store });
  const got: string[] = [];
  const consume = async (ctx: BrokerContext, clientId: string): Promise<void> => {
    for (let empty = 0; empty < 3;) {
      const batch = await receiveNow(ctx, { ...names, filter: sql('n = 3'), batchSize: 7, clientId });
      empty = batch.length === 0 ? empty + 1 : 0;
      got.push(...ids(batch));
    }
  };
  await Promise.all([broker.ctx, other, broker.ctx, other].map((ctx, index) => consume(ctx, `c${index}`)));
  expect(got.toSorted()).toEqual(ids(messages.filter(({ properties }) => properties['n'] === '3')).toSorted());
});

test('what an expression can name beside the properties of the application', async () => {
  const names = await scene();
  const [message] = await sendMany(names.topic, 1, () => ({
    tag: 'created',
    keys: ['k1', 'k2'],
    traceContext: 'trace',
    bornHost: 'host-1',
    properties: { amount: '5' },
  }));
  const expression = [
    "TAGS = 'created'",
    "KEYS = 'k1 k2'",
    `UNIQ_KEY = '${message?.messageId}'`,
    '__SHARDINGKEY IS NULL',
    'BORN_TIMESTAMP = 1767225600000',
    "__BORNHOST = 'host-1'",
    "TRACE_CONTEXT = 'trace'",
    'amount < 10',
  ].join(' AND ');
  expect(ids(await receiveNow(broker.ctx, { ...names, filter: sql(expression) }))).toEqual([message?.messageId]);
});

test('[case 15] a message whose tag does not match is never delivered, consumed for the group, no retry, no dead letter', async () => {
  const names = await scene({ maxRetries: 0 });
  const [hit, missed] = await sendMany(names.topic, 2, (index) => ({ tag: index === 0 ? 'TagA' : 'TagB' }));
  const filter = { type: 'TAG', expression: 'TagA' } as const;
  const got = await receiveNow(broker.ctx, { ...names, filter });
  expect(ids(got)).toEqual([hit?.messageId]);
  await ackAll(names, got);
  broker.clock.advance(24 * 60 * 60 * 1000);
  await expire(broker.ctx);
  expect(await receiveNow(broker.ctx, { ...names, filter })).toEqual([]);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  expect(await books(names)).toMatchObject({ open: 0, failed: 0, retries: 0, dead: 0 });
  expect(await state(names, missed?.messageId ?? '')).toBe('filtered-out');
});

test('a bad expression is refused before anything is claimed', async () => {
  const names = await scene();
  await sendMany(names.topic, 1, () => ({}));
  await expect(receiveNow(broker.ctx, { ...names, filter: sql('a = ') })).rejects.toMatchObject({
    code: 'illegal-filter',
    field: 'filter',
    value: 'the end',
  });
  expect(await receiveNow(broker.ctx, names)).toHaveLength(1);
});
