import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateSetting } from '../../broker';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { type AttachedFake, startAttachedFake } from '../../testing/cluster/attached';
import { route } from '../http/operation';
import { putCluster } from '../operations/clusters/clusters';
import { findMessages } from '../operations/messages/find';
import type { FoundPage, MessageBodyView, StoredView } from '../operations/messages/views';
import { putTopicDecoder } from '../operations/topics/decoder';
import { reads } from './registry';

const workspace = 'eu-test';
const START_MS = 1_795_320_000_000;
let api: TestApi;
let fake: AttachedFake;

beforeAll(async () => {
  api = await openTestApi();
  fake = await startAttachedFake();
  for (const [at, name] of ['broker-a', 'broker-b'].entries()) {
    const broker = fake.broker(name);
    broker.addTopic('orders', 2);
    broker.addGroup('billing');
    for (let index = 0; index < 4; index += 1)
      broker.store('orders', `{"order":"${name} ${index}","card":"4111"}`, {
        ...{ queueId: index % 2, storeTimestamp: START_MS + 10 * index + at },
        properties: { UNIQ_KEY: `${name}-${index}`, KEYS: `ord-${index} eu`, TAGS: 'paid', tenant: 'acme' },
      });
    broker.setOffset('billing', 'orders', 0, { consumer: 1, pull: 2 });
  }
  fake.broker('broker-b').addTopic('packed', 1);
  const packed = Buffer.from([0x0a, 0x02, 0x6f, 0x37]);
  fake.broker('broker-b').store('packed', packed, { properties: { UNIQ_KEY: 'packed-1' } });
  await call(route(putCluster), {
    params: { cluster: workspace },
    body: { environment: 'staging', nameServers: [fake.address], allowsChanges: false },
  });
});
afterAll(async () => {
  await fake.close();
  await api.close();
});

/** As an operator, who may read bodies. */
const read = async <T>(name: 'storedMessage' | 'messageBody', query: Record<string, string>): Promise<T> => {
  const search = new URLSearchParams({ workspace, ...query }).toString();
  const headers = { authorization: `Bearer ${api.tokens.get('operator') ?? ''}` };
  const response = await reads[name].GET(new Request(`http://console.test/api/console/x?${search}`, { headers }));
  return ((await response.json()) as { readonly data: T }).data;
};
const found = (query: Record<string, string>) =>
  api.read<FoundPage>(reads.foundMessages, new URLSearchParams({ workspace, topic: 'orders', ...query }).toString());

test('the log of a topic at all brokers, newest first, with how far its groups are', async () => {
  const page = await found({});
  expect(page.items.map(({ messageId }) => messageId)).toEqual([
    ...['broker-b-3', 'broker-a-3', 'broker-b-2', 'broker-a-2', 'broker-b-1', 'broker-a-1', 'broker-b-0', 'broker-a-0'],
  ]);
  expect(page).toMatchObject({
    ...{ nextCursor: null, refusal: null, checked: { at: 8, of: 8 }, unseen: 0, keptSince: null },
    brokers: { answered: ['broker-a', 'broker-b'], silent: [] },
  });
  const place = { broker: 'broker-b', topic: 'orders', queueNo: 0, offset: 1, outside: null };
  // Fetched, and not before the position.
  const inFlight = [{ group: 'billing', state: 'in-flight' }];
  expect(page.items[2]).toMatchObject({
    ...{ ...place, keys: ['ord-2', 'eu'], tag: 'paid', groups: inFlight, moreGroups: false, bodyBytes: 36 },
  });
  expect(page.items[6]).toMatchObject({ offset: 0, groups: [{ group: 'billing', state: 'unrecorded' }] });
  // The group has no position in the other queue: nothing is known of it there.
  expect(page.items[0]).toMatchObject({ queueNo: 1, groups: [], moreGroups: true });
});

test('pages, a queue of a broker, a time, and a property; what is wrong is said', async () => {
  const { nextCursor, items } = await found({
    from: new Date(START_MS + 10).toISOString(),
    to: new Date(START_MS + 21).toISOString(),
  });
  expect([nextCursor, items.map(({ messageId }) => messageId)]).toEqual([
    null,
    ['broker-a-2', 'broker-b-1', 'broker-a-1'],
  ]);
  const queue = await found({ broker: 'broker-a', queue: '1', offset: '0' });
  expect(queue.items.map(({ messageId }) => messageId)).toEqual(['broker-a-1']);
  const none = await found({ property: 'tenant=other' });
  expect(none).toMatchObject({ items: [], checked: { at: 8, of: 8 } });
  expect((await found({ property: 'tenant=acme' })).items).toHaveLength(8);
  for (const [query, refusal] of [
    [{ id: 'x' }, /^id is not searched/],
    [{ queue: '7' }, /^Queue 7 does not exist/],
    [{ offset: '7' }, /^`queue` is required/],
    [{ broker: 'broker-z' }, /^Broker broker-z does not exist/],
    [{ property: 'tenant' }, /^property must be/],
    [{ topic: 'orderz' }, /has the topic orderz/],
    [{ cursor: '2026-01-01T00:00:00.000Z_x' }, /^Invalid cursor/],
  ] as const)
    expect(await found(query)).toMatchObject({ items: [], refusal: expect.stringMatching(refusal) as string });
  const list = (query: Record<string, string>) =>
    call(route(findMessages), {
      workspace,
      query: `?${new URLSearchParams({ topic: 'orders', ...query }).toString()}`,
    });
  const first = await list({ limit: '3' });
  const next = await list({ limit: '3', cursor: first.data['nextCursor'] as string });
  expect(
    [first, next].map(({ data }) => (data['items'] as { messageId: string }[]).map((item) => item.messageId)),
  ).toEqual([
    ['broker-b-3', 'broker-a-3', 'broker-b-2'],
    ['broker-a-2', 'broker-b-1', 'broker-a-1'],
  ]);
});

test('one message is read where it lies, with its body, and no other message answers there', async () => {
  const at = '0-1@broker-b@orders';
  expect(await read<StoredView>('storedMessage', { topic: 'orders', at })).toMatchObject({
    ...{ messageId: 'broker-b-2', broker: 'broker-b', bodyNotAllowed: null, groups: [{ group: 'billing' }] },
    place: { at, queueNo: 0, offset: 1, keys: ['ord-2', 'eu'], tag: 'paid', encoding: 'IDENTITY' },
  });
  const body = await read<MessageBodyView>('messageBody', { id: 'broker-b-2', at });
  expect(Buffer.from(body.shown, 'base64').toString()).toBe('{"order":"broker-b 2","card":"4111"}');
  expect(await read('messageBody', { id: 'broker-b-9', at })).toBeUndefined();
  expect(await read('storedMessage', { topic: 'orders', at: '0-9@broker-b@orders' })).toBeUndefined();
  expect(await read('storedMessage', { topic: 'others', at })).toBeUndefined();
});

test('what a masking rule hides is hidden in the body, in the properties, and from a search', async () => {
  const { ctx } = api.broker;
  const actor = { kind: 'system', name: 'test' } as const;
  const rule = { name: 'cards', topics: ['ord*'], wholeBody: false, paths: ['$.card'], properties: ['tenant'] };
  const { version } = await ctx.settings.refresh('masking');
  const value = { rules: [{ ...rule, seenFrom: 'admin' as const, shownTo: 'admin' as const }] };
  await updateSetting(ctx, { name: 'masking', version, value, reason: 'test', actor });
  const at = '0-1@broker-b@orders';
  const stored = await read<StoredView>('storedMessage', { topic: 'orders', at });
  expect(stored.place.properties).toContainEqual(['tenant', '[hidden by rule cards]']);
  const body = await read<MessageBodyView>('messageBody', { id: 'broker-b-2', at });
  const shown = Buffer.from(body.shown, 'base64').toString();
  expect(shown).toContain('broker-b 2');
  expect(shown).not.toContain('4111');
  expect(await found({ property: 'tenant=acme' })).toMatchObject({
    refusal: expect.stringContaining('ule cards hides') as string,
  });
  const after = await ctx.settings.refresh('masking');
  await updateSetting(ctx, { name: 'masking', version: after.version, value: { rules: [] }, reason: 'test', actor });
});

test('a body is shown as the decoder of its topic reads it', async () => {
  const schema = 'syntax = "proto3"; message Order { string id = 1; }';
  const set = { kind: 'protobuf', schema, message: 'Order', reason: 'test' };
  expect(await call(route(putTopicDecoder), { workspace, params: { topic: 'packed' }, body: set })).toMatchObject({
    status: 200,
  });
  const body = await read<MessageBodyView>('messageBody', { id: 'packed-1', at: '0-0@broker-b@packed' });
  expect(body.decoded).toMatchObject({ problem: null, text: expect.stringMatching(/"id": ?"o7"/) as string });
});

test('a broker that is away is missing, and said to be', async () => {
  await fake.broker('broker-b').peer.stop();
  const page = await found({ property: 'TAGS=paid' });
  expect(page.brokers).toMatchObject({ answered: ['broker-a'], silent: [{ broker: 'broker-b' }] });
  expect(page.checked).toEqual({ at: 4, of: null });
  expect(page.items).toHaveLength(4);
});
