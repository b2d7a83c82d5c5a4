import { expect, test } from 'vitest';

import type { DeliveredMessage } from '../../model/message/message';
import { receiveNow } from '../../testing/broker';
import { filterStage, ids, sql } from '../../testing/filters';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { expire } from '../delivery/expire';
import { readTimeline } from '../message/read-timeline';
import { receive } from '../message/receive';

const { stage, scene, sendMany, ackAll, books, state } = filterStage();

test('one message in a hundred matches: only those are delivered, the rest is consumed and never counts as a failure', async () => {
  const names = await scene({ maxRetries: 0 }, 2);
  const messages = await sendMany(names.topic, 800, (index) => ({
    properties: { amount: String(index % 100), region: index % 2 === 0 ? 'eu' : 'us' },
  }));
  const filter = sql("amount BETWEEN 99 AND 200 AND region = 'us'");
  const got: DeliveredMessage[] = [];
  for (let batch; (batch = await receiveNow(stage.broker.ctx, { ...names, filter })).length > 0; got.push(...batch))
    await ackAll(names, batch);
  expect(ids(got).toSorted()).toEqual(
    ids(messages.filter(({ properties }) => properties['amount'] === '99')).toSorted(),
  );
  stage.broker.clock.advance(24 * 60 * 60 * 1000);
  await expire(stage.broker.ctx);
  expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);
  expect(await books(names)).toMatchObject({ open: 0, failed: 0, leased: 8, acked: 8, retries: 0, dead: 0 });
  expect(await state(names, messages[0]?.messageId ?? '')).toBe('filtered-out');
  expect(await state(names, messages[99]?.messageId ?? '')).toBe('consumed');
});

test('nothing matches: the receive answers empty and the whole log is behind the group', async () => {
  const names = await scene();
  const messages = await sendMany(names.topic, 100, () => ({ tag: 'a' }));
  expect(await receiveNow(stage.broker.ctx, { ...names, filter: sql("TAGS = 'b'") })).toEqual([]);
  expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);
  expect(await books(names)).toMatchObject({ open: 0, leased: 0, acked: 0 });
  const [timeline] = await readTimeline(stage.broker.ctx, { messageId: messages[50]?.messageId ?? '' });
  expect(timeline).toMatchObject({ state: 'filtered-out', deliveries: [], events: [], prediction: null });
});

test.each([1, 31, 32, 33, 64, 65])('the last of %s messages matches, whatever the batches are', async (count) => {
  const names = await scene();
  const messages = await sendMany(names.topic, count, (index) => ({ properties: { n: String(index + 1) } }));
  const filter = sql(`n = ${count}`);
  let found: DeliveredMessage[] = [];
  for (let turn = 0; turn < 3 && found.length === 0; turn += 1)
    found = await receiveNow(stage.broker.ctx, { ...names, filter, batchSize: count > 33 ? 32 : 1 });
  expect(ids(found)).toEqual(ids(messages.slice(-1)));
  expect(await books(names)).toMatchObject({ open: 1, leased: 1 });
});

test('the first and the last bit of a batch are distinguished', async () => {
  const names = await scene();
  const messages = await sendMany(names.topic, 32, (index) => ({
    properties: index === 0 || index === 31 ? {} : { middle: 'yes' },
  }));
  const edges = await receiveNow(stage.broker.ctx, { ...names, filter: sql('middle IS NULL') });
  expect(ids(edges)).toEqual(ids([...messages.slice(0, 1), ...messages.slice(-1)]));
  await ackAll(names, edges);
  expect(await books(names)).toMatchObject({ open: 0, leased: 2, acked: 2 });
});

test('a held receive goes on behind messages that do not match, until one comes', async () => {
  const names = await scene();
  await sendMany(names.topic, 200, () => ({ tag: 'a' }));
  const waiting = receive(stage.broker.ctx, {
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
    receive(stage.broker.ctx, {
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
    receiveNow(stage.broker.ctx, { ...names, filter: sql('FALSE'), batchSize: 1 }),
    ...Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? "TAGS = 'a'" : "TAGS <> 'a'", `c${index}`)),
  ]).finally(() => (waiting = false));
  // One cursor for all: what one of them goes past, the others do not see.
  while (waiting) await sendMany(names.topic, 60, (index) => ({ tag: index % 3 === 0 ? 'a' : 'b' }));
  const [never, ...served] = await asking;
  expect(never).toEqual([]);
  expect(served.every((messages) => messages.length > 0)).toBe(true);
  expect(new Set(served.flat().map(({ messageId }) => messageId)).size).toBe(served.flat().length);
});

test('several claims of one topic at once: every matching message goes to one of them', async () => {
  const names = await scene({}, 3);
  const messages = await sendMany(names.topic, 1500, (index) => ({ properties: { n: String(index % 10) } }));
  const other = await createBrokerContext({
    ...stage.broker.ctx,
    clock: stage.broker.clock,
    store: stage.broker.database.store,
  });
  const got: string[] = [];
  const consume = async (ctx: BrokerContext, clientId: string): Promise<void> => {
    for (let empty = 0; empty < 3;) {
      const batch = await receiveNow(ctx, { ...names, filter: sql('n = 3'), batchSize: 7, clientId });
      empty = batch.length === 0 ? empty + 1 : 0;
      got.push(...ids(batch));
    }
  };
  await Promise.all([stage.broker.ctx, other, stage.broker.ctx, other].map((ctx, index) => consume(ctx, `c${index}`)));
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
  expect(ids(await receiveNow(stage.broker.ctx, { ...names, filter: sql(expression) }))).toEqual([message?.messageId]);
});

test('[case 15] a message whose tag does not match is never delivered, consumed for the group, no retry, no dead letter', async () => {
  const names = await scene({ maxRetries: 0 });
  const [hit, missed] = await sendMany(names.topic, 2, (index) => ({ tag: index === 0 ? 'TagA' : 'TagB' }));
  const filter = { type: 'TAG', expression: 'TagA' } as const;
  const got = await receiveNow(stage.broker.ctx, { ...names, filter });
  expect(ids(got)).toEqual([hit?.messageId]);
  await ackAll(names, got);
  stage.broker.clock.advance(24 * 60 * 60 * 1000);
  await expire(stage.broker.ctx);
  expect(await receiveNow(stage.broker.ctx, { ...names, filter })).toEqual([]);
  expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);
  expect(await books(names)).toMatchObject({ open: 0, failed: 0, retries: 0, dead: 0 });
  expect(await state(names, missed?.messageId ?? '')).toBe('filtered-out');
});

test('a bad expression is refused before anything is claimed', async () => {
  const names = await scene();
  await sendMany(names.topic, 1, () => ({}));
  await expect(receiveNow(stage.broker.ctx, { ...names, filter: sql('a = ') })).rejects.toMatchObject({
    code: 'illegal-filter',
    field: 'filter',
    value: 'the end',
  });
  expect(await receiveNow(stage.broker.ctx, names)).toHaveLength(1);
});

const LONG_TAG = 't'.repeat(10_240);
const MANY_TAGS = Array.from({ length: 400 }, (_, index) => `tag-${index}`).join('||');

test.each([
  ['a tag of 10,240 letters', LONG_TAG, [0]],
  ['401 tags', `${MANY_TAGS}||a`, [1]],
  ['empty parts', '||b||||a||', [1, 2]],
])('%s: what matches is delivered', async (_what, expression, indexes) => {
  const names = await scene();
  const tags = [LONG_TAG, 'a', 'b', null];
  const messages = await sendMany(names.topic, tags.length, (index) => ({ tag: tags[index] ?? null }));
  const got = await receiveNow(stage.broker.ctx, { ...names, filter: { type: 'TAG', expression } });
  expect(ids(got)).toEqual(indexes.map((index) => messages[index]?.messageId));
});
