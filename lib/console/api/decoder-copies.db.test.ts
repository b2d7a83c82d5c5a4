import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rights } from '../../auth/permission';
import { createGroup, createTopic, send, updateSetting } from '../../broker';
import { indexLetters } from '../../broker/dead-letter/index-letters';
import { fail } from '../../broker/delivery/fail';
import { deleteTopic } from '../../broker/topic/delete';
import type { MaskingRule } from '../../model/masking/rule';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { receiveNow, testMessage } from '../../testing/broker';
import { route } from '../http/operation';
import { exportDeadLetters } from '../operations/dead-letters/export';
import { listDeadLetters } from '../operations/dead-letters/list';
import { getTopicDecoder, putTopicDecoder, removeTopicDecoder, tryTopicDecoder } from '../operations/topics/decoder';

const actor = { kind: 'system', name: 'test' } as const;
const CARD = '4111-1111';
const PACKED = Buffer.from(`{"card":"${CARD}","holder":"Ada"}`).toString('base64');
const body = Buffer.from(`{"payload":"${PACKED}"}`);
const RULE: MaskingRule = {
  ...{ name: 'card data', topics: ['orders'], wholeBody: false, paths: ['$.payload.card'], properties: [] },
  ...{ seenFrom: 'admin', shownTo: 'nobody' },
};
const HIDDEN = '{"payload":{"card":"[hidden by rule card data]","holder":"Ada"}}';

let api: TestApi;
const token = (rights: Rights) => ({ token: api.tokens.get(rights) ?? '' });

beforeAll(async () => {
  api = await openTestApi();
  const { ctx, database } = api.broker;
  await createGroup(ctx, { name: 'billing', maxRetries: 0, actor });
  for (const [topic, messageId] of [
    ['orders', 'm-1'],
    ['repair', 'r-1'],
  ] as const) {
    const names = { topic, group: 'billing' };
    await createTopic(ctx, { name: topic, messageType: 'NORMAL', queues: 1, actor });
    await receiveNow(ctx, names);
    await send(ctx, { topic, messages: [testMessage({ messageId, body })] });
    for (const { receiptHandle } of await receiveNow(ctx, names))
      await fail(ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
  }
  // as redrive_send writes a copy of a dead letter
  for (const table of ['message', 'dead_letter'])
    await database.store.console.query(
      `UPDATE ${table} SET props = '{"DLQ_ORIGIN_TOPIC":"orders","DLQ_ORIGIN_MESSAGE_ID":"m-0"}' WHERE msg_id = 'r-1'`,
    );
  const { version } = await ctx.settings.refresh('masking');
  await updateSetting(ctx, { name: 'masking', version, value: { rules: [RULE] }, reason: 'test', actor });
}, 60_000);
afterAll(() => api.close());

async function put(topic: string, schema: string, rights: Rights = 'admin') {
  const { data } = await call(route(getTopicDecoder), { params: { topic }, ...token('viewer') });
  const version = (data as { decoder: { version: number } | null }).decoder?.version ?? 0;
  const given = { kind: 'base64', schema, version, reason: 'test' };
  return await call(route(putTopicDecoder), { params: { topic }, body: given, ...token(rights) });
}

async function bodies(rights: Rights): Promise<Record<string, string>> {
  const { data } = await call(route(exportDeadLetters), { query: '?group=billing', ...token(rights) });
  const items = data['items'] as { messageId: string; body: string }[];
  return Object.fromEntries(items.map(({ messageId, body: text }) => [messageId, text]));
}

async function found(query: string, rights: Rights = 'admin', by = 'q'): Promise<unknown[]> {
  while (await indexLetters(api.broker.ctx));
  const asked = { query: `?group=billing&${by}=${encodeURIComponent(query)}`, ...token(rights) };
  const { data } = await call(route(listDeadLetters), asked);
  return (data['items'] as { messageId: string }[]).map(({ messageId }) => messageId).toSorted();
}

test('a copy in another topic is read by the decoder of the first, and found by its words', async () => {
  expect(await put('orders', '$.payload')).toMatchObject({ status: 200 });
  expect(await put('repair', '$.x', 'operator')).toMatchObject({ status: 200 });
  expect(await bodies('operator')).toEqual({ 'm-1': HIDDEN, 'r-1': HIDDEN });
  expect(await found('Ada')).toEqual(['m-1', 'r-1']);
});

test('a person from whom a value of the first topic is hidden does not find a copy by it', async () => {
  for (const [query, by] of [
    ['4111', 'q'],
    [`$.payload.card == "${CARD}"`, 'json'],
  ] as const) {
    expect(await found(query, 'admin', by)).toEqual(['m-1', 'r-1']);
    expect(await found(query, 'operator', by)).toEqual([]);
  }
  expect(await found('r-1', 'operator')).toEqual(['r-1']);
});

test('a try on a copy shows nothing to a person from whom parts of the first topic are hidden', async () => {
  const tried = (schema: string, rights: Rights) =>
    call(route(tryTopicDecoder), { params: { topic: 'repair' }, body: { kind: 'base64', schema }, ...token(rights) });
  const nothing = { messageId: 'r-1', hidden: true, text: null, problem: null, notes: [] };
  for (const schema of ['$.x', '$.payload', '$.payload[0]'])
    expect(await tried(schema, 'operator')).toMatchObject({ status: 200, data: nothing });
  expect(await tried('$.payload', 'admin')).toMatchObject({ data: { hidden: false } });
});

test('what was read by a decoder that is changed meanwhile is not kept', async () => {
  const { ctx } = api.broker;
  await put('orders', '$.payload');
  let isChanged = false;
  const change = async (asked: unknown): Promise<void> => {
    if (isChanged || !JSON.stringify(asked).includes('sha256')) return;
    isChanged = true;
    expect(await put('orders', '$.other')).toMatchObject({ status: 200 });
  };
  const broker = new Proxy(ctx.store.broker, {
    get: (pool: Pool, key) => {
      const value: unknown = Reflect.get(pool, key);
      if (typeof value !== 'function') return value;
      const bound = value.bind(pool) as (...given: unknown[]) => unknown;
      if (key !== 'query') return bound;
      return async (...given: unknown[]) => {
        const answer = await bound(...given);
        await change(given);
        return answer;
      };
    },
  });
  await indexLetters({ ...ctx, store: { ...ctx.store, broker } });
  expect(isChanged).toBe(true);
  expect(await found('Ada')).toEqual([]);
  await put('orders', '$.payload');
  expect(await found('Ada')).toEqual(['m-1', 'r-1']);
});

test('dead letters of a deleted topic are read by its decoder, and its rules hold for them', async () => {
  await deleteTopic(api.broker.ctx, { topic: 'orders', confirm: 'orders', reason: 'test', actor });
  expect(await bodies('operator')).toEqual({ 'm-1': HIDDEN, 'r-1': HIDDEN });
  expect((await bodies('admin'))['m-1']).toContain(CARD);
  const { rows } = await api.broker.database.store.console.query<{ id: number }>(
    `SELECT d.decoder_id AS id FROM topic_decoder d WHERE d.topic = 'orders'`,
  );
  const removal = { params: { topic: 'orders' }, query: `?version=${rows[0]?.id ?? 0}&reason=x` };
  expect(await call(route(removeTopicDecoder), { ...removal, ...token('operator') })).toMatchObject({ status: 403 });
  expect(await call(route(removeTopicDecoder), { ...removal, ...token('admin') })).toMatchObject({ status: 200 });
  expect(await found('Ada')).toEqual([]);
});
