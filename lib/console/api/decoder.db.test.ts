import { gzipSync } from 'node:zlib';

import protobuf from 'protobufjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Rights } from '../../auth/permission';
import {
  createGroup,
  createTopic,
  type ExportedLetter,
  exportDeadLetters as exportMatching,
  planEdits,
  send,
  updateSetting,
} from '../../broker';
import { fail } from '../../broker/delivery/fail';
import { indexLetters } from '../../broker/dead-letter/index-letters';
import { masksOf } from '../../model/masking/masks';
import type { MaskingRule } from '../../model/masking/rule';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { receiveNow, testMessage } from '../../testing/broker';
import { exportResponse } from '../http/letter-export';
import { route } from '../http/operation';
import { exportDeadLetters } from '../operations/dead-letters/export';
import { listDeadLetters } from '../operations/dead-letters/list';
import type { MessageBodyView } from '../operations/messages/views';
import { getTopicDecoder, putTopicDecoder, removeTopicDecoder, tryTopicDecoder } from '../operations/topics/decoder';
import { downloadMessageBody } from '../reads/downloads';
import { reads } from '../reads/registry';

const actor = { kind: 'system', name: 'test' } as const;
const PROTO = `syntax = "proto3"; package shop; message Order { string id = 1; int64 cents = 2; Card card = 3; }
  message Card { string number = 1; string holder = 2; }`;
const RENAMED = PROTO.replace('string number', 'string other');
const Order = protobuf.parse(PROTO, new protobuf.Root()).root.lookupType('shop.Order');
const CARD = '4111-1111';
const body = Buffer.from(
  Order.encode(
    Order.fromObject({ id: 'o-77', cents: '9007199254740993', card: { number: CARD, holder: 'Ada' } }),
  ).finish(),
);
const JSON_OF = `{"id":"o-77","cents":"9007199254740993","card":{"number":"${CARD}","holder":"Ada"}}`;
const RULE: MaskingRule = {
  ...{ name: 'card data', topics: ['pay*'], wholeBody: false, paths: ['$.card.number'], properties: [] },
  ...{ seenFrom: 'admin', shownTo: 'operator' },
};

let api: TestApi;
let at: string;
const token = (rights: Rights) => ({ token: api.tokens.get(rights) ?? '' });
const params = { topic: 'payments' };
const given = { kind: 'protobuf', schema: PROTO, message: 'shop.Order', reason: 'test' };

beforeAll(async () => {
  api = await openTestApi();
  const { ctx, database } = api.broker;
  await createTopic(ctx, { name: 'payments', messageType: 'NORMAL', queues: 1, actor });
  await createGroup(ctx, { name: 'billing', maxRetries: 0, actor });
  const names = { topic: 'payments', group: 'billing' };
  await receiveNow(ctx, names);
  for (const [messageId, sent] of [
    ['m-1', body],
    ['m-2', Buffer.from(`no protobuf ${CARD}`)],
    ['m-3', body],
  ] as const) {
    await send(ctx, { topic: 'payments', messages: [testMessage({ messageId, body: sent })] });
    for (const { receiptHandle } of await receiveNow(ctx, names))
      await fail(ctx, { ...names, receiptHandle, messageId, clientId: 'client-1' });
  }
  const { rows } = await database.store.console.query<{ id: string; at: string }>(
    "SELECT msg_id AS id, queue_id || '-' || off AS at FROM dead_letter",
  );
  at = rows.find(({ id }) => id === 'm-1')?.at ?? '';
  while (await indexLetters(ctx));
}, 60_000);
afterAll(() => api.close());

async function setRules(...rules: MaskingRule[]): Promise<void> {
  const { ctx } = api.broker;
  const { version } = await ctx.settings.refresh('masking');
  await updateSetting(ctx, { name: 'masking', version, value: { rules }, reason: 'test', actor });
}

async function versionNow(): Promise<number> {
  const { data } = await call(route(getTopicDecoder), { params, ...token('viewer') });
  return (data as { decoder: { version: number } | null }).decoder?.version ?? 0;
}

async function put(change: object, rights: Rights = 'admin') {
  const version = await versionNow();
  return await call(route(putTopicDecoder), { params, body: { ...given, version, ...change }, ...token(rights) });
}

const asked = (query: string, rights: Rights): Request =>
  new Request(`http://console.test/x?${query}`, { headers: { authorization: `Bearer ${token(rights).token}` } });

async function bodyOf(id: string, rights: Rights): Promise<MessageBodyView> {
  const place = at.replace(/\d+$/, (off) => String(Number(off) + Number(id.slice(2)) - 1));
  const answer = await reads.messageBody.GET(asked(`id=${id}&at=${place}`, rights));
  const text = await answer.text();
  expect({ status: answer.status, text }).toMatchObject({ status: 200 });
  return (JSON.parse(text) as { data: MessageBodyView }).data;
}

async function found(query: string): Promise<unknown[]> {
  const { data } = await call(route(listDeadLetters), { query: `?group=billing&${query}`, ...token('admin') });
  return (data['items'] as { messageId: string }[]).map(({ messageId }) => messageId).toSorted();
}

describe('a decoder', () => {
  test('is tried on the newest message, and nothing is changed', async () => {
    const tried = await call(route(tryTopicDecoder), {
      params,
      body: { kind: 'protobuf', schema: PROTO },
      ...token('admin'),
    });
    expect(tried.data).toMatchObject({ messages: ['shop.Card', 'shop.Order'], messageId: null, text: null });
    const { reason: _reason, ...draft } = given;
    const chosen = await call(route(tryTopicDecoder), { params, body: draft, ...token('admin') });
    expect(chosen.data).toMatchObject({ messageId: 'm-3', by: 'Protobuf shop.Order', problem: null, text: JSON_OF });
    expect(await versionNow()).toBe(0);
    expect(await call(route(tryTopicDecoder), { params, body: draft, ...token('viewer') })).toMatchObject({
      status: 403,
    });
  });

  test.each([
    [{ schema: 'message {' }, 'schema'],
    [{ message: 'shop.None' }, 'message'],
    [{ message: undefined }, 'message'],
    [{ kind: 'avro', schema: '{}' }, 'schema'],
    [{ kind: 'base64', schema: 'payload' }, 'schema'],
  ])('is refused: %j', async (change, field) => {
    expect(await put(change)).toMatchObject({ status: 400, data: { error: { field } } });
  });

  test('of a topic that is not there, of a right that is not there', async () => {
    const none = { params: { topic: 'none' }, body: given, ...token('admin') };
    expect(await call(route(putTopicDecoder), none)).toMatchObject({ status: 404 });
    expect(await put({}, 'viewer')).toMatchObject({ status: 403 });
  });

  test('is set, changed by one of two at once, and is in the audit log', async () => {
    expect(await put({})).toMatchObject({
      status: 200,
      data: { decoder: { kind: 'protobuf', message: 'shop.Order' } },
    });
    const version = await versionNow();
    const both = await Promise.all(
      [1, 2].map(() => call(route(putTopicDecoder), { params, body: { ...given, version }, ...token('admin') })),
    );
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const rows = await api.broker.database.store.prisma.audit.findMany({ where: { action: 'topic.decoder' } });
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ target: 'payments', reason: 'test', after: { message: 'shop.Order' } });
  });
});

describe('bodies of its topic', () => {
  test('are decoded on the page, and the bytes stay; one that cannot be says why', async () => {
    const view = await bodyOf('m-1', 'admin');
    expect(view.decoded).toMatchObject({ by: 'Protobuf shop.Order', problem: null, text: JSON_OF });
    expect(Buffer.from(view.shown, 'base64')).toEqual(body);
    const other = await bodyOf('m-2', 'admin');
    expect(other.decoded).toMatchObject({ problem: expect.any(String), text: '' });
    expect(Buffer.from(other.shown, 'base64').toString()).toContain('no protobuf');
  });

  test('are found by their words and by JSON paths, dead letters from before it too', async () => {
    while (await indexLetters(api.broker.ctx));
    expect(await found('q=Ada')).toEqual(['m-1', 'm-3']);
    expect(await found(`json=${encodeURIComponent('$.card.holder == "Ada"')}`)).toEqual(['m-1', 'm-3']);
    expect(await found('q=protobuf')).toEqual(['m-2']);
  });

  test('are exported decoded, and say so', async () => {
    const { data } = await call(route(exportDeadLetters), { query: '?group=billing', ...token('admin') });
    const items = data['items'] as { messageId: string; body: string; bodyAs: string }[];
    expect(items.find(({ messageId }) => messageId === 'm-1')).toMatchObject({
      ...{ body: JSON_OF, bodyAs: 'text, decoded by Protobuf shop.Order' },
    });
    expect(items.find(({ messageId }) => messageId === 'm-2')).toMatchObject({ bodyAs: 'text' });
  });

  test('are exported in parts of a bounded size, however large a page is when it is decoded', async () => {
    const ctx = { ...api.broker.ctx, masks: masksOf([], () => 3) };
    await put({ kind: 'gzip', schema: '' });
    const { pages } = await exportMatching(ctx, { group: 'billing', actor, format: 'json' });
    const rows: ExportedLetter[] = [];
    for await (const page of pages) rows.push(...page);
    const packed = gzipSync('x'.repeat(1_000_000));
    const page = Array.from({ length: 12 }, () => rows.map((row) => ({ ...row, body: packed }))).flat();
    const inOnePage = (async function* () {
      yield await Promise.resolve(page);
    })();
    const sizes: number[] = [];
    const file = exportResponse(ctx, { matched: page.length, pages: inOnePage }, 'json').body;
    for await (const part of file ?? []) sizes.push(part.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(page.length * 1_000_000);
    expect(Math.max(...sizes)).toBeLessThan(6_000_000);
    await put({});
  });

  test('are read and not edited: a re-drive sends the bytes', async () => {
    const answer = await reads.redriveEditable.GET(asked('group=billing&message=m-1', 'operator'));
    const { data } = (await answer.json()) as { data: { text: string; bodyProblem: string } };
    expect(data).toMatchObject({ text: JSON_OF, bodyProblem: expect.stringContaining('the original bytes are sent') });
    const { ctx } = api.broker;
    const selection = { group: 'billing', messageIds: ['m-1'] };
    const plan = await planEdits(ctx, selection, { rule: { patch: [{ op: 'remove', path: '/id' }] } });
    expect(plan).toMatchObject({
      ...{ changed: 0, excluded: 1 },
      reasons: [{ why: expect.stringContaining('the original bytes are sent') }],
    });
    const edits = { messages: [{ messageId: 'm-1', body: '{}' }] };
    await expect(planEdits(ctx, selection, edits)).rejects.toMatchObject({ code: 'bad-request' });
    const tagged = await planEdits(ctx, selection, { rule: { tag: 'again' } });
    expect(tagged).toMatchObject({ changed: 1, examples: [{ after: { tag: 'again', text: JSON_OF } }] });
  });
});

describe('with a rule that hides a field', () => {
  beforeAll(() => setRules(RULE));
  afterAll(() => setRules());

  test('a decoder is saved with an answer that names the rules whose paths have to fit it', async () => {
    expect(await put({})).toMatchObject({ status: 200, data: { pathRules: ['card data'] } });
    await setRules({ ...RULE, paths: [], wholeBody: true }, { ...RULE, name: 'other topics', topics: ['shop*'] });
    expect(await put({})).toMatchObject({ status: 200, data: { pathRules: [] } });
    await setRules(RULE);
  });

  test('the value is nowhere: not decoded, not in the bytes, not in the file, not in the export', async () => {
    const view = await bodyOf('m-1', 'operator');
    expect(view).toMatchObject({ shown: '', onlyDecoded: true, hidden: { rules: ['card data'], whole: null } });
    expect(view.decoded?.text).toContain('[hidden by rule card data]');
    expect(view.decoded?.text).toContain('Ada');
    const file = await downloadMessageBody(asked(`id=m-1&at=${at}`, 'operator'));
    const exported = await call(route(exportDeadLetters), { query: '?group=billing', ...token('operator') });
    const editable = await reads.redriveEditable.GET(asked('group=billing&message=m-1', 'operator'));
    for (const text of [
      JSON.stringify(view),
      await file.text(),
      JSON.stringify(exported.data),
      await editable.text(),
    ]) {
      expect(text).not.toContain(CARD);
      expect(text).toContain('hidden by rule card data');
    }
  });

  test('a body that the decoder cannot read is hidden as a whole', async () => {
    expect(await bodyOf('m-2', 'operator')).toMatchObject({
      ...{ shown: '', hidden: { whole: 'not-decoded' }, decoded: { text: '' } },
    });
  });

  test('another decoder cannot uncover it: it is not shown when tried, and not saved', async () => {
    const draft = { kind: 'protobuf', schema: RENAMED, message: 'shop.Order' };
    const tried = await call(route(tryTopicDecoder), { params, body: draft, ...token('operator') });
    expect(tried).toMatchObject({ status: 200, data: { hidden: true, text: null, problem: null } });
    expect(JSON.stringify(tried)).not.toContain(CARD);
    expect(await put({ schema: RENAMED }, 'operator')).toMatchObject({
      status: 403,
      data: { error: { field: 'topic' } },
    });
    expect(await put({}, 'admin')).toMatchObject({ status: 200 });
  });

  test('without a decoder such a body is hidden as a whole, as before', async () => {
    const version = await versionNow();
    const query = `?version=${version}&reason=x`;
    const refused = await call(route(removeTopicDecoder), { params, query, ...token('operator') });
    expect(refused).toMatchObject({ status: 403, data: { error: { field: 'topic' } } });
    const removed = await call(route(removeTopicDecoder), { params, query, ...token('admin') });
    expect(removed).toMatchObject({ status: 200 });
    expect(await bodyOf('m-1', 'operator')).toMatchObject({ hidden: { whole: 'not-json' }, decoded: null, shown: '' });
  });
});
