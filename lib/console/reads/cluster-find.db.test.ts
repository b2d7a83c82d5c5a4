import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateSetting } from '../../broker';
import { LetterIndexer } from '../../engine';
import { systemActor } from '../../model/audit/actor';
import { getRuntime } from '../../runtime/singleton';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { type AttachedFake, startAttachedFake } from '../../testing/cluster/attached';
import { addLetter } from '../../testing/cluster/letters';
import { traceBody } from '../../testing/cluster/traces';
import { putCluster } from '../operations/clusters/clusters';
import { route } from '../http/operation';
import { createTopic } from '../operations/topics/create';
import type { AuditPage } from '../operations/audit/views';
import type { FoundInBrokers } from '../operations/brokers/views';
import type { SuggestionsView } from '../operations/messages/views';
import { reads } from './registry';

const workspace = 'eu-test';
const SENT = '7F0000010A2B18B4AAC2123456780001';
let api: TestApi;
let fake: AttachedFake;

beforeAll(async () => {
  api = await openTestApi();
  fake = await startAttachedFake();
  const [a, b] = [fake.broker('broker-a'), fake.broker('broker-b')];
  for (const broker of [a, b]) {
    broker.addGroup('billing');
    for (const topic of ['orders', 'billing-runs']) broker.addTopic(topic);
    broker.setOffset('billing', 'orders', 0, {});
  }
  const store = (broker: typeof a, id: string, key: string) =>
    broker.store('orders', '{}', { properties: { UNIQ_KEY: id, KEYS: `${key} eu`, TAGS: 'paid' } });
  store(a, SENT, 'ord-1');
  store(b, 'DEAD-1', 'ord-2');
  // The broker of this one has removed it as it was sent.
  for (const [broker, id, KEYS] of [
    [b, 'DEAD-1', 'ord-2 eu'],
    [a, 'DEAD-2', 'ord-3'],
  ] as const)
    addLetter(broker, 'billing', { id, properties: { KEYS } });
  await attach(workspace, fake.address);
  const indexer = new LetterIndexer(api.broker.ctx, getRuntime().clusters);
  await indexer.pass();
  await indexer.settled();
  await indexer.stop();
});
afterAll(async () => {
  await fake.close();
  await api.close();
});

const attach = (cluster: string, address: string) =>
  call(route(putCluster), {
    params: { cluster },
    body: { environment: 'staging', nameServers: [address], allowsChanges: true },
  });
const find = (query: Record<string, string>) =>
  api.read<FoundInBrokers>(reads.clusterMessages, new URLSearchParams({ workspace, ...query }).toString());

test('a message is found by its id and by a key, in its topic; what the text was taken for is said', async () => {
  expect(await find({ q: SENT, topic: 'orders' })).toMatchObject({
    ...{ topic: 'orders', tried: ['uniqueId'], answered: 2, silent: [], full: [], groups: ['billing'], refusal: null },
    total: { kind: 'value', value: 1 },
    items: [{ messageId: SENT, keys: ['ord-1', 'eu'], tag: 'paid', brokers: ['broker-a'], lies: [{ role: 'sent' }] }],
  });
  expect(await find({ q: ' ord-1 ', topic: 'orders' })).toMatchObject({ tried: ['key'], items: [{ messageId: SENT }] });
  // Neither: searched as both.
  expect(await find({ q: 'ord-9', topic: 'orders' })).toMatchObject({ tried: ['key', 'uniqueId'], items: [] });
  // In small letters it may also be a trace id.
  expect(await find({ q: SENT.toLowerCase(), topic: 'orders' })).toMatchObject({
    ...{ tried: ['uniqueId', 'key', 'traceId'], compared: { messages: 2, left: 0 } },
  });
  const both = await find({ q: 'eu', topic: 'orders' });
  expect(both).toMatchObject({ total: { value: 2 }, tried: ['key'] });
});

test('a dead letter that is kept here says the topic, by id and by key; without one nothing is asked', async () => {
  for (const q of ['DEAD-1', 'ord-2'])
    expect(await find({ q })).toMatchObject({
      ...{ topic: 'orders', answered: 2 },
      items: [
        { messageId: 'DEAD-1', isKept: true, sentAt: expect.any(String), lies: [{ role: 'dead', group: 'billing' }] },
      ],
    });
  expect(await find({ q: 'DEAD-2' })).toMatchObject({ tried: ['uniqueId'], items: [{ sentAt: null, isKept: true }] });
  const before = fake.broker('broker-a').peer.count(12);
  expect(await find({ q: SENT })).toMatchObject({
    ...{ topic: null, tried: [], items: [], answered: 0, refusal: null, total: { kind: 'unknown' } },
  });
  expect(fake.broker('broker-a').peer.count(12)).toBe(before);
  // A letter of another topic than the one that was named is not of this search.
  expect(await find({ q: 'DEAD-2', topic: 'billing-runs' })).toMatchObject({ topic: 'billing-runs', items: [] });
});

test('a trace id finds the messages of the trace: of the SDK, of an agent, and dead letters that are kept here', async () => {
  const [ofSdk, ofAgent, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', 'b'.repeat(32), '00f067aa0ba902b7'];
  const b = fake.broker('broker-b');
  b.addTopic('traced');
  b.setOffset('billing', 'traced', 0, {});
  const clusters = getRuntime().clusters;
  const { shared } = (await clusters.find(workspace)).cluster;
  shared.forget('topics');
  const store = (id: string, properties: Record<string, string>) =>
    b.store('traced', '{}', { properties: { UNIQ_KEY: id, ...properties } });
  store('T1', { TRACE_CONTEXT: `00-${ofSdk}-${span}-01` });
  store('T2', { traceparent: `00-${ofAgent}-${span}-00` });
  store('T3', {});
  expect(await find({ q: ofSdk, topic: 'traced' })).toMatchObject({
    ...{ tried: ['uniqueId', 'key', 'traceId'], traceId: ofSdk, traceUrl: null, compared: { messages: 3, left: 0 } },
    items: [{ messageId: 'T1', brokers: ['broker-b'], lies: [{ role: 'sent' }] }],
  });
  // As it stands in a log of an application.
  expect(await find({ q: `00-${ofAgent}-${span}-00`, topic: 'traced' })).toMatchObject({
    ...{ traceId: ofAgent, items: [{ messageId: 'T2' }] },
  });
  expect(await find({ q: 'c'.repeat(32), topic: 'traced' })).toMatchObject({ items: [], traceId: 'c'.repeat(32) });
  const context = `00-${'d'.repeat(32)}-${span}-01`;
  addLetter(b, 'billing', { id: 'DEAD-T', properties: { TRACE_CONTEXT: context } });
  const indexer = new LetterIndexer(api.broker.ctx, clusters);
  await indexer.pass();
  await indexer.settled();
  await indexer.stop();
  const template = 'https://tempo.example.com/trace/{traceId}';
  const actor = systemActor('test');
  await updateSetting(api.broker.ctx, { name: 'trace-link', value: { template }, version: 0, actor });
  expect(await find({ q: 'd'.repeat(32) })).toMatchObject({
    ...{ topic: 'orders', items: [{ messageId: 'DEAD-T', isKept: true }] },
    traceUrl: template.replace('{traceId}', 'd'.repeat(32)),
  });
});

test('what a 4.x producer traced says the topic of a message that nothing else knows', async () => {
  const a = fake.broker('broker-a');
  a.addTopic('RMQ_SYS_TRACE_TOPIC');
  (await getRuntime().clusters.find(workspace)).cluster.shared.forget('topics of broker-a');
  const sent = { messageId: SENT, group: 'senders', atMs: Date.now(), tookMs: 3 };
  a.store('RMQ_SYS_TRACE_TOPIC', traceBody(['sent', sent]), { properties: { KEYS: SENT } });
  expect(await find({ q: SENT })).toMatchObject({
    ...{ topic: 'orders', isTopicTraced: true, tried: ['uniqueId'], items: [{ messageId: SENT }] },
  });
});

test('a topic that is not there is refused in words; bad input names its field', async () => {
  expect(await find({ q: 'x', topic: 'orderz' })).toMatchObject({
    ...{ items: [], tried: [], refusal: 'No broker has the topic orderz.' },
    total: { kind: 'unknown', reason: 'the brokers were not searched' },
  });
  const headers = { authorization: `Bearer ${api.tokens.get('viewer') ?? ''}` };
  for (const [query, field] of [
    [`q=${'x'.repeat(256)}`, 'q'],
    ['q=', 'q'],
    [`q=x&topic=${'t'.repeat(201)}`, 'topic'],
    ['q=x&by=key', 'by'],
  ] as const) {
    const url = `http://console.test/api/console/x?workspace=${workspace}&${query}`;
    const response = await reads.clusterMessages.GET(new Request(url, { headers }));
    expect([response.status, await response.json()]).toMatchObject([400, { error: { field } }]);
  }
});

test('the palette of a workspace offers what its cluster has, and its dead letters by id and key', async () => {
  const offer = (q: string) =>
    api.read<SuggestionsView>(reads.suggestions, new URLSearchParams({ workspace, q }).toString());
  expect((await offer('bill')).things).toEqual([
    { kind: 'group', name: 'billing', at: 'billing', group: null, detail: null, reason: null },
    { kind: 'topic', name: 'billing-runs', at: 'billing-runs', group: null, detail: null, reason: null },
  ]);
  expect(await offer('ord-2')).toMatchObject({
    exact: [{ messageId: 'DEAD-1', matched: 'ord-2', topic: 'orders', groups: [{ group: 'billing', state: 'dead' }] }],
  });
  expect(await offer('DEAD-1')).toMatchObject({ exact: [{ messageId: 'DEAD-1', matched: null }] });
  expect(await offer('')).toEqual({ exact: [], beginning: [], keys: 0, things: [], keptSince: null });
  // This installation has none of them.
  expect(await api.read(reads.suggestions, 'q=DEAD-1')).toMatchObject({ exact: [], things: [] });
});

test('the audit log of a workspace has what was done in it and to it, and nothing of another', async () => {
  const other = await startAttachedFake();
  await attach('us-test', other.address);
  try {
    for (const of of ['us-test', workspace])
      await call(route(createTopic), { workspace: of, body: { name: `made-in-${of}`, type: 'NORMAL', queues: 1 } });
    const headers = { authorization: `Bearer ${api.tokens.get('admin') ?? ''}` };
    const rowsOf = async (query: string) => {
      const response = await reads.audit.GET(new Request(`http://console.test/api/console/x?${query}`, { headers }));
      const { data } = (await response.json()) as { readonly data: AuditPage };
      return data.items.map((row) => `${row.action} ${row.target}`);
    };
    const here = await rowsOf(`workspace=${workspace}`);
    expect(new Set(here)).toEqual(new Set(['cluster.attach eu-test', 'topic.create made-in-eu-test']));
    expect(await rowsOf(`workspace=${workspace}&action=cluster.`)).toEqual(['cluster.attach eu-test']);
    expect(await rowsOf('target=us-test')).toContain('topic.create made-in-us-test');
  } finally {
    await other.close();
  }
});

test('a broker that is away leaves "at least"; with none of them, what is kept here is still shown', async () => {
  await fake.broker('broker-a').peer.stop();
  expect(await find({ q: 'ord-2', topic: 'orders' })).toMatchObject({
    ...{ answered: 1, silent: [{ broker: 'broker-a' }], items: [{ messageId: 'DEAD-1' }] },
    total: { value: 1, atLeast: true, reason: '1 of 2 brokers responded' },
  });
  await fake.broker('broker-b').peer.stop();
  expect(await find({ q: 'DEAD-2' })).toMatchObject({
    ...{ items: [{ messageId: 'DEAD-2' }], answered: 0, refusal: expect.stringContaining('No broker responded') },
    total: { atLeast: true },
  });
  expect(await api.read(reads.suggestions, `workspace=${workspace}&q=DEAD-2`)).toMatchObject({
    exact: [{ messageId: 'DEAD-2' }],
  });
});
