import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rights } from '../../auth/permission';
import { createTopic } from '../../broker';
import { send } from '../../broker/message/send';
import { systemActor } from '../../model/audit/actor';
import { type ApiCall, call as callApi, openTestApi, type TestApi } from '../../testing/api';
import { type TestBroker, testMessage } from '../../testing/broker';
import { trackRefusal } from '../../broker/throttle/track-refusal';
import { flushHistory } from '../../broker/history/flush';
import { reads } from '../reads/registry';
import { deleteLimit, listLimits, putLimit } from '../operations/limits/limits';
import type { ApiRoute } from '../http/define-route';
import { route } from '../http/operation';
import { listTopics } from '../operations/topics/get';
import { setFailover } from '../operations/topics/failover';

const [putLimitRoute, deleteLimitRoute] = [route(putLimit), route(deleteLimit)];
const actor = systemActor('test');
const busiestRpc = () => ({ rpc: 'SendMessage', running: 9_000, limit: 10_000 });
let api: TestApi;
let broker: TestBroker;

beforeAll(async () => {
  api = await openTestApi({ busiestRpc });
  broker = api.broker;
  await createTopic(broker.ctx, { name: 'orders', messageType: 'NORMAL', actor });
});
afterAll(() => api.close());

const call = (asked: ApiRoute, { as = 'operator', ...given }: ApiCall & { readonly as?: Rights } = {}) =>
  callApi(asked, { ...given, token: api.tokens.get(as) ?? '' });

// So slow that nothing comes back within the test.
const limit = { kind: 'send-rate', scope: 'topic', subject: 'orders', hard: 0.001, burstMs: 0 };

test('set, seen with whom it refused, changed at its version, removed', async () => {
  expect(await call(putLimitRoute, { body: { ...limit, reason: 'incident' } })).toMatchObject({
    status: 200,
    data: { version: 1, hard: 0.001, unit: 'messages/s', reason: 'incident', updatedBy: 'test operator' },
  });
  const messages = [testMessage()];
  await send(broker.ctx, { topic: 'orders', messages });
  await expect(send(broker.ctx, { topic: 'orders', messages })).rejects.toMatchObject({ code: 'too-many-requests' });
  await flushHistory(broker.ctx);
  const listed = {
    name: 'send-rate of topic orders',
    state: 'refusing',
    refusedIn15Minutes: { kind: 'value', value: 1 },
  };
  expect(await call(route(listLimits), { as: 'viewer' })).toMatchObject({ status: 200, data: { items: [listed] } });
  expect(await call(putLimitRoute, { body: limit })).toMatchObject({
    status: 409,
    data: { error: { code: 'conflict', field: 'version', limit: 1, value: 0 } },
  });
  expect(await call(putLimitRoute, { body: { ...limit, hard: 5, version: 1 } })).toMatchObject({
    data: { version: 2 },
  });
  const query = '?kind=send-rate&scope=topic&subject=orders';
  expect(await call(deleteLimitRoute, { query: `${query}&version=1` })).toMatchObject({ status: 409 });
  expect(await call(deleteLimitRoute, { query })).toMatchObject({
    status: 200,
    data: { removed: 'send-rate of topic orders' },
  });
  expect(await call(deleteLimitRoute, { query })).toMatchObject({ status: 404 });
});

test('a viewer reads and changes nothing; a wrong limit names field, limit and value', async () => {
  expect(await call(putLimitRoute, { body: limit, as: 'viewer' })).toMatchObject({
    status: 403,
    data: { error: { limit: 'limit:write' } },
  });
  const query = '?kind=send-rate&scope=topic&subject=orders';
  expect(await call(deleteLimitRoute, { query, as: 'viewer' })).toMatchObject({ status: 403 });
  for (const [fields, error] of [
    [{ kind: 'colour' }, { field: 'kind', value: 'colour' }],
    [{ hard: 0 }, { field: 'hard', value: 0 }],
    [{ subject: 'nowhere' }, { field: 'topic', value: 'nowhere' }],
    [{ scope: 'group' }, { field: 'scope', value: 'group' }],
  ] as const) {
    expect((await call(putLimitRoute, { body: { ...limit, ...fields } })).data).toMatchObject({ error });
  }
});

test('a producer team learns from the topics where to send when throttling lasts', async () => {
  const failover = { endpoints: 'b.example.com:8081', afterSeconds: 30, reason: 'b has room' };
  const params = { topic: 'orders' };
  expect(await call(route(setFailover), { params, body: failover, as: 'viewer' })).toMatchObject({ status: 403 });
  expect(await call(route(setFailover), { params, body: failover })).toMatchObject({ status: 200 });
  const topics = async (): Promise<unknown> => (await call(route(listTopics), { as: 'viewer' })).data;
  const { reason: _, ...said } = failover;
  expect(await topics()).toMatchObject({
    items: [{ name: 'orders', failover: said, throttledSince: expect.any(String), useFailover: false }],
  });
  // The refusal of the first test began longer ago than afterSeconds, and goes on.
  await broker.database.store.broker.query(
    `INSERT INTO refusal_sample (step_s, at, limit_name, topic, consumer_group, client, refused, last_at)
     SELECT 10, date_bin('10 s', clock_timestamp(), 'epoch') - s * interval '10 s', 'send-rate of topic orders', 'orders', '', 'c', 5, clock_timestamp()
       FROM generate_series(1, 6) s`,
  );
  expect(await topics()).toMatchObject({ items: [{ useFailover: true }] });
  expect(await call(route(setFailover), { params, body: { endpoints: null, version: 1 } })).toMatchObject({
    status: 200,
    data: { failover: null },
  });
  expect(await topics()).toMatchObject({ items: [{ failover: null, useFailover: false }] });
});

async function read(route: { GET: (request: Request) => Promise<Response> }, query = ''): Promise<unknown> {
  const headers = { authorization: `Bearer ${api.tokens.get('viewer') ?? ''}` };
  const response = await route.GET(new Request(`http://console.test/api/console/x${query}`, { headers }));
  const { data } = (await response.json()) as { data: unknown };
  return data;
}

test('the page: bars of the topic in view, protections of this process, who was refused', async () => {
  const page = await read(reads.throttling, '?topic=orders&range=15m');
  expect(page).toMatchObject({
    topic: 'orders',
    stepSeconds: 10,
    bars: { kind: 'value', value: { length: 90 } },
    protections: expect.arrayContaining([
      expect.objectContaining({ name: 'running-calls', state: 'warning', detail: 'most now: SendMessage' }),
      expect.objectContaining({ name: 'send-head-wait', state: 'room', used: expect.objectContaining({ value: 0 }) }),
    ]),
    throttled: { kind: 'value', value: [{ topic: 'orders' }] },
    marks: { kind: 'value', value: expect.any(Array) },
    limits: { kind: 'value' },
    until: null,
    refusals: { kind: 'value', value: expect.arrayContaining([expect.objectContaining({ topic: 'orders' })]) },
  });
  const { bars } = page as { bars: { value: { accepted: number; refused: number }[] } };
  expect(bars.value.some(({ accepted }) => accepted === 0.1)).toBe(true);
  expect(bars.value.filter(({ refused }) => refused > 0).length).toBeGreaterThanOrEqual(6);
  expect(await read(reads.throttling, '?topic=*&range=24h')).toMatchObject({ topic: null, stepSeconds: 60 });
});

test("what explains a bend: limits changed; another topic's are not in it, nor what came after a frozen moment", async () => {
  const key = { kind: 'send-rate', scope: 'topic', subject: 'orders' };
  const page = async (query: string) =>
    (await read(reads.throttling, query)) as {
      until: string | null;
      bars: { value: unknown[] };
      marks: { value: { kind: string; limit: unknown; before: number | null; after: number | null }[] };
    };
  const { marks } = await page('?topic=orders&range=15m');
  expect(marks.value.map(({ kind, limit: of, before: from, after: to }) => [kind, of, from, to])).toEqual([
    ['limit', key, null, 0.001],
    ['limit', key, 0.001, 5],
    ['limit', key, 5, null],
  ]);
  expect((await page('?topic=elsewhere')).marks.value).toEqual([]);
  const until = new Date(Date.now() - 3_600_000).toISOString();
  expect(await page(`?topic=orders&range=15m&until=${until}`)).toMatchObject({ until, marks: { value: [] } });
  const days = new Date(Date.now() - 3 * 86_400_000).toISOString();
  // Steps of 10 s are gone by then: a bar is a minute.
  expect(await page(`?topic=orders&range=15m&until=${days}`)).toMatchObject({
    stepSeconds: 60,
    bars: { value: { length: 15 } },
  });
  expect(await page('?topic=orders&until=2999-01-01')).toMatchObject({ until: null });
});

test('the wait of a refused message is shown, per client and in all; without data it is unknown', async () => {
  expect(await call(putLimitRoute, { body: { ...limit, reason: 'waits' } })).toMatchObject({ status: 200 });
  const messages = [testMessage()];
  const [message] = messages;
  const again = () =>
    trackRefusal(
      broker.ctx.waits,
      { topic: 'orders', group: '', client: 'checkout' },
      `send orders ${message?.messageId}`,
      () => send(broker.ctx, { topic: 'orders', messages, clientId: 'checkout' }),
    );
  await send(broker.ctx, { topic: 'orders', messages: [testMessage()] });
  await expect(again()).rejects.toMatchObject({ code: 'too-many-requests' });
  await expect(again()).rejects.toMatchObject({ code: 'too-many-requests' });
  await flushHistory(broker.ctx);
  const rowOf = async () => {
    const page = (await read(reads.throttling, '?topic=orders')) as {
      refusals: { value: { client: string; wait: { kind: string; value: object } }[] };
      waits: { value: object };
    };
    const of = (client: string) => page.refusals.value.find((row) => row.client === client)?.wait;
    return { own: of('checkout'), old: of('c'), all: page.waits.value };
  };
  const before = await rowOf();
  expect(before.own).toMatchObject({
    kind: 'value',
    value: { waiting: 1, through: 0, longestMs: null, mostInARow: 2 },
  });
  expect(before.old).toMatchObject({ kind: 'unknown' });
  expect(await call(putLimitRoute, { body: { ...limit, enabled: false, version: 1 } })).toMatchObject({
    status: 200,
  });
  await again();
  const after = await rowOf();
  expect(after.own).toMatchObject({ value: { waiting: 0, through: 1, longestMs: expect.any(Number), mostInARow: 2 } });
  expect(after.all).toMatchObject({ through: 1 });
  expect(await call(deleteLimitRoute, { query: '?kind=send-rate&scope=topic&subject=orders' })).toMatchObject({
    status: 200,
  });
});

test('of more clients than are listed all are counted, and each is found by a name', async () => {
  const db = broker.database.store.console;
  await db.query(
    `INSERT INTO refusal_sample (step_s, at, limit_name, topic, consumer_group, client, access_key, refused, last_at)
     SELECT 10, date_trunc('minute', clock_timestamp()), 'send-rate of topic many', 'many', '', 'many-client-' || n, 'Key of team ' || n % 2, n, clock_timestamp()
       FROM generate_series(1, 30) n`,
  );
  const of = async (more: string) => {
    const { refusals, refused } = (await read(reads.throttling, `?topic=many&${more}`)) as {
      refusals: { value: { client: string }[] };
      refused: {
        value: { requests: number; clients: number; named: number; topics: { topic: string; sends: number }[] };
      };
    };
    return { clients: refusals.value.map(({ client }) => client), totals: refused.value };
  };
  const first = await of('who=many-client');
  expect(first.clients).toHaveLength(20);
  expect(first.clients[0]).toBe('many-client-30');
  expect(first.totals.named).toBe(30);
  expect(first.totals.topics).toContainEqual({ topic: 'many', sends: 465 });
  expect((await of('who=many-client&refused=all')).clients).toHaveLength(30);
  expect((await of('who=KEY of team 1&refused=all')).clients).toHaveLength(15);
  const none = await of('who=no-such-client');
  expect(none.clients).toEqual([]);
  expect(none.totals).toMatchObject({ named: 0, requests: first.totals.requests, clients: first.totals.clients });
  await db.query("DELETE FROM refusal_sample WHERE topic = 'many'");
});

test('what the database does not answer is unknown, and the rest of the page is shown', async () => {
  const db = broker.database.store.console;
  await db.query('ALTER TABLE throttle_limit RENAME TO throttle_limit_away');
  await db.query('ALTER TABLE refusal_sample RENAME TO refusal_sample_away');
  try {
    expect(await read(reads.throttling, '?topic=orders')).toMatchObject({
      ...{ limits: { kind: 'unknown' }, refusals: { kind: 'unknown' }, throttled: { kind: 'unknown' } },
      ...{
        bars: { kind: 'unknown' },
        marks: { kind: 'value' },
        failovers: { kind: 'value' },
        retry: { kind: 'value' },
      },
      protections: expect.arrayContaining([
        expect.objectContaining({ refused: expect.objectContaining({ kind: 'unknown' }) }),
      ]),
    });
  } finally {
    await db.query('ALTER TABLE throttle_limit_away RENAME TO throttle_limit');
    await db.query('ALTER TABLE refusal_sample_away RENAME TO refusal_sample');
  }
});

test.each([
  ['send-rate', 'topic', 'orders', { wouldRefuse: expect.any(Number), offered: expect.any(Number) }],
  ['send-rate', 'broker', '', { steps: expect.any(Number) }],
  ['send-bytes', 'topic', 'orders', { steps: expect.any(Number) }],
  ['receive-rate', 'group', 'nobody', { steps: 0 }],
  ['backlog-count', 'topic', 'orders', { wouldRefuse: 0 }],
  ['backlog-age', 'group', 'nobody', { steps: 0 }],
  ['storage', 'broker', '', { wouldRefuse: 0 }],
])('what if %s of %s %s', async (kind, scope, subject, result) => {
  const query = `?kind=${kind}&scope=${scope}&subject=${subject}&hard=1`;
  expect(await read(reads.limitWhatIf, query)).toEqual({
    result: expect.objectContaining(result),
    basis: expect.any(String),
  });
});

test.each([
  ['send-rate', 'access-key', 'AK1'],
  ['receive-bytes', 'group', 'nobody'],
  ['cold-read', 'broker', ''],
  ['backlog-bytes', 'topic', 'orders'],
])('what if %s of %s %s: not recorded, so unknown', async (kind, scope, subject) => {
  const query = `?kind=${kind}&scope=${scope}&subject=${subject}&hard=1`;
  expect(await read(reads.limitWhatIf, query)).toMatchObject({
    result: null,
    basis: expect.stringContaining('not recorded'),
  });
});
