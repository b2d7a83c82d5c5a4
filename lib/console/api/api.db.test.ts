import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import type { Rights } from '../../auth/permission';
import { fail } from '../../broker/delivery/fail';
import { send } from '../../broker/message/send';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import {
  createAccessKeyRoute,
  deleteAccessKeyRoute,
  disableAccessKeyRoute,
  enableAccessKeyRoute,
  listAccessKeysRoute,
  putAccessKeyRoute,
  rotateAccessKeyRoute,
} from './access-keys';
import { listDeadLettersRoute } from './dead-letters';
import { reportFailureRoute } from './failures';
import { getGroupRoute, listGroupsRoute, putGroupRoute } from './groups';
import { getMessageRoute } from './messages';
import { getRedriveRoute, listRedriveItemsRoute, pauseRedriveRoute, startRedriveRoute } from './redrives';
import { apiRoutes } from './routes';
import type { ApiRoute } from './route';
import { listTransactionsRoute, resolveTransactionRoute } from './transactions';
import { listScheduledRoute, recallScheduledRoute } from './scheduled';
import { createTopicRoute, getTopicRoute, listTopicsRoute } from './topics';

vi.mock('server-only', () => ({}));
vi.mock('next/headers', () => ({}));

const ADMIN = 'admin-token-of-the-environment';
const slot = globalThis as unknown as Record<symbol, unknown>;
const KEY = Symbol.for('redrive.runtime');
const before = slot[KEY];
let broker: TestBroker;
const tokens = new Map<Rights, string>();

beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  const { ctx, database } = broker;
  slot[KEY] = {
    ready: {
      ctx,
      store: database.store,
      log: ctx.log,
      config: { apiToken: ADMIN, retentionMs: 72 * 3_600_000 },
      listClients: () => [],
    },
  };
  for (const rights of ['viewer', 'operator', 'failures'] as const) {
    const made = await createApiToken(
      database.store,
      { kind: 'system', name: 'test' },
      { name: `test ${rights}`, rights },
    );
    tokens.set(rights, made.secret);
  }
});
afterAll(async () => {
  slot[KEY] = before;
  await broker.close();
});

interface Call {
  readonly params?: Record<string, string>;
  readonly query?: string;
  readonly body?: unknown;
  /** Null: none sent. */
  readonly token?: string | null;
}

async function call(
  route: ApiRoute,
  { params, query = '', body, token = ADMIN }: Call = {},
): Promise<{ status: number; data: Record<string, unknown> }> {
  const request = new Request(`http://console.test/api/v1/x${query}`, {
    method: route.operation.method.toUpperCase(),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await route.handle(request, { params: Promise.resolve(params) });
  const data = (await response.json()) as Record<string, unknown>;
  // every good answer has the shape the document promises
  const answer = route.operation.answers.find(({ status }) => status === response.status);
  if (response.ok) expect(answer?.schema.safeParse(data).error).toBeUndefined();
  else expect(data).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
  return { status: response.status, data };
}

describe('rights', () => {
  test('without a token, or with a wrong one, nothing is answered, whatever the input is', async () => {
    for (const route of apiRoutes) {
      for (const token of [null, 'not-a-token-of-anybody']) {
        expect({
          name: route.operation.name,
          ...(await call(route, { token, params: { group: 'x', id: '1' } })),
        }).toMatchObject({ name: route.operation.name, status: 401 });
      }
    }
  });

  test('a token for failures may report, and nothing else', async () => {
    const token = tokens.get('failures') ?? '';
    for (const route of apiRoutes) {
      const { status } = await call(route, {
        token,
        params: { group: 'x', id: '1' },
        body: route.operation.body === null ? undefined : {},
      });
      expect({ name: route.operation.name, status }).toEqual({
        name: route.operation.name,
        status: route.operation.name === 'reportFailure' ? 400 : 403,
      });
    }
  });

  test('a viewer reads and changes nothing', async () => {
    const token = tokens.get('viewer') ?? '';
    expect(await call(listGroupsRoute, { token })).toMatchObject({ status: 200 });
    expect(await call(putGroupRoute, { token, params: { group: 'mine' }, body: {} })).toMatchObject({
      status: 403,
      data: { error: { code: 'forbidden', limit: 'group:write', value: 'viewer' } },
    });
  });
});

test('topics', async () => {
  expect(await call(createTopicRoute, { body: { name: 'api-topic', type: 'FIFO', queues: 2 } })).toMatchObject({
    status: 201,
    data: { name: 'api-topic', type: 'FIFO', queues: 2 },
  });
  expect(await call(createTopicRoute, { body: { name: 'api-topic', type: 'FIFO' } })).toMatchObject({
    status: 409,
    data: { error: { code: 'already-exists' } },
  });
  expect(await call(createTopicRoute, { body: { name: 'x', type: 'FIFO', queues: 65 } })).toMatchObject({
    status: 400,
    data: { error: { field: 'queues', value: 65 } },
  });
  expect(await call(createTopicRoute, { body: { name: 'x', kind: 'FIFO' } })).toMatchObject({
    status: 400,
    data: { error: { field: 'kind', value: 'FIFO' } },
  });
  expect(await call(listTopicsRoute, { query: '?limit=1' })).toMatchObject({
    status: 200,
    data: { items: [{ name: 'api-topic' }] },
  });
  expect(await call(listTopicsRoute, { query: '?limit=0' })).toMatchObject({
    status: 400,
    data: { error: { field: 'limit', value: '0' } },
  });
});

test('one topic: what is in it and who reads it; names of the original lead to what they stand for', async () => {
  const { ctx } = broker;
  const names = { topic: 'detail_orders', group: 'detail_billing' };
  await call(putGroupRoute, { params: { group: names.group }, body: { maxRetries: 0 } });
  await call(createTopicRoute, { body: { name: names.topic, queues: 2 } });
  await send(ctx, { topic: names.topic, messages: [testMessage(), testMessage(), testMessage()] });
  const [message] = await receiveNow(ctx, { ...names, batchSize: 1 });
  const get = (topic: string) => call(getTopicRoute, { params: { topic } });
  expect(await get(names.topic)).toMatchObject({
    status: 200,
    data: {
      name: names.topic,
      standsFor: null,
      topic: {
        type: 'NORMAL',
        stored: { kind: 'value', value: 3 },
        lastMinute: { kind: 'value', value: 3 },
        retentionHours: 72,
        groups: [{ group: names.group, behind: { kind: 'value', value: 2 }, waiting: { value: 0 } }],
      },
    },
  });
  expect(((await get(names.topic)).data['topic'] as { queues: unknown[] }).queues).toHaveLength(2);

  const dlq = `%DLQ%${names.group}`;
  const standsFor = { kind: 'dead-letters', group: names.group, page: `/dead-letters?group=${names.group}` };
  // looking does not make the topic
  for (let look = 0; look < 2; look += 1)
    expect(await get(dlq)).toMatchObject({ status: 200, data: { name: dlq, standsFor, topic: null } });
  await fail(ctx, {
    ...names,
    receiptHandle: message?.receiptHandle ?? '',
    messageId: message?.messageId ?? '',
    clientId: 'client-1',
  });
  await ctx.topics.find(dlq);
  expect(await get(dlq)).toMatchObject({
    data: { standsFor, topic: { stored: { value: 1 }, groups: [], queues: [{ queue: 0, stored: 1, tail: 1 }] } },
  });

  // the longest group that exists is the one that is meant
  await call(putGroupRoute, { params: { group: 'detail' }, body: {} });
  expect(await get(`%RETRY%${names.group}_${names.topic}`)).toMatchObject({
    status: 200,
    data: {
      standsFor: { kind: 'retries', group: names.group, topic: names.topic, page: `/groups/${names.group}/retries` },
      topic: null,
    },
  });
  expect(await get('SCHEDULE_TOPIC_XXXX')).toMatchObject({ data: { standsFor: { kind: 'scheduled' } } });
  expect(await get('RMQ_SYS_TRANS_HALF_TOPIC')).toMatchObject({ data: { standsFor: { kind: 'transactions' } } });
  for (const nobody of ['nowhere', '%DLQ%nobody', '%RETRY%nobody'])
    expect(await get(nobody)).toMatchObject({ status: 404, data: { error: { code: 'topic-not-found' } } });
});

test('groups: created once, changed by version, never by accident', async () => {
  const params = { group: 'api-group' };
  expect(await call(putGroupRoute, { params, body: { maxRetries: 3 } })).toMatchObject({
    status: 201,
    data: { version: 1, maxRetries: 3, retryPolicy: { type: 'stepped' } },
  });
  expect(await call(putGroupRoute, { params, body: { maxRetries: 3 } })).toMatchObject({
    status: 200,
    data: { version: 1 },
  });
  expect(await call(putGroupRoute, { params, body: { maxRetries: 4 } })).toMatchObject({
    status: 409,
    data: { error: { code: 'conflict', field: 'version', limit: 1 } },
  });
  expect(await call(putGroupRoute, { params, body: { maxRetries: 4, version: 1, reason: 'why' } })).toMatchObject({
    status: 200,
    data: { version: 2, maxRetries: 4 },
  });
  expect(await call(putGroupRoute, { params, body: { maxRetries: 5, version: 1 } })).toMatchObject({
    status: 409,
    data: { error: { limit: 2, value: 1 } },
  });
  expect(await call(putGroupRoute, { params: { group: 'nobody' }, body: { version: 1 } })).toMatchObject({
    status: 404,
  });
  expect(
    await call(putGroupRoute, { params, body: { retryPolicy: { type: 'fixed', everyMs: 1 }, version: 2 } }),
  ).toMatchObject({ status: 400, data: { error: { field: 'retryPolicy.intervalMs' } } });
  expect(await call(getGroupRoute, { params })).toMatchObject({
    status: 200,
    data: {
      version: 2,
      counts: { dead: { kind: 'value', value: 0 }, ready: { kind: 'unknown', value: null } },
      lag: { kind: 'unknown' },
    },
  });
});

test('a half message is found, waits in the list, and is resolved once', async () => {
  const topic = 'api-transactions';
  await call(createTopicRoute, { body: { name: topic, type: 'TRANSACTION', queues: 1 } });
  const message = testMessage({ messageType: 'TRANSACTION', keys: ['k'], properties: { a: 'b' } });
  await send(broker.ctx, { topic, messages: [message], clientId: 'producer-1' });
  const params = { id: message.messageId };
  expect(await call(getMessageRoute, { params })).toMatchObject({
    status: 200,
    data: {
      topic,
      queue: null,
      offset: null,
      properties: { a: 'b' },
      groups: [],
      transaction: { state: 'pending', checks: 0, maxChecks: 15, producer: 'producer-1', resolvedAt: null },
    },
  });
  expect(await call(listTransactionsRoute, { query: `?topic=${topic}` })).toMatchObject({
    status: 200,
    data: { items: [{ messageId: message.messageId, state: 'pending' }], nextCursor: null },
  });
  expect(await call(listTransactionsRoute, { query: '?topic=nowhere' })).toMatchObject({ status: 404 });
  expect(await call(listTransactionsRoute, { query: `?topic=${topic}&state=open` })).toMatchObject({
    status: 400,
    data: { error: { field: 'state', value: 'open' } },
  });

  const body = { topic, messageId: message.messageId, resolution: 'commit', reason: 'paid' };
  expect(await call(resolveTransactionRoute, { body, token: tokens.get('viewer') ?? '' })).toMatchObject({
    status: 403,
    data: { error: { limit: 'transaction:resolve' } },
  });
  expect(await call(resolveTransactionRoute, { body: { ...body, reason: '' } })).toMatchObject({
    status: 400,
    data: { error: { field: 'reason' } },
  });
  expect(await call(resolveTransactionRoute, { body })).toEqual({
    status: 200,
    data: { state: 'committed', changed: true },
  });
  expect(await call(resolveTransactionRoute, { body })).toEqual({
    status: 200,
    data: { state: 'committed', changed: false },
  });
  expect(await call(resolveTransactionRoute, { body: { ...body, resolution: 'rollback' } })).toMatchObject({
    status: 409,
    data: { error: { code: 'transaction-ended', limit: 'committed' } },
  });
  expect(await call(resolveTransactionRoute, { body: { ...body, messageId: 'nobody' } })).toMatchObject({
    status: 404,
    data: { error: { code: 'transaction-not-found' } },
  });
  expect(await call(getMessageRoute, { params })).toMatchObject({
    status: 200,
    data: { queue: 0, offset: 0, transaction: { state: 'committed', resolvedBy: 'operator', givesUpAt: null } },
  });
  expect(await call(listTransactionsRoute, { query: `?topic=${topic}&state=resolved` })).toMatchObject({
    data: { items: [{ messageId: message.messageId, state: 'committed' }] },
  });
});

test('access keys: the secret is told when it is made and never again', async () => {
  const rules = [{ resource: 'topic', pattern: 'orders*', actions: ['publish'] }];
  const made = await call(createAccessKeyRoute, { body: { name: 'api', rules } });
  expect(made).toMatchObject({ status: 201, data: { key: { name: 'api', rules, expiresAt: null } } });
  const { id } = made.data['key'] as { id: string };
  const params = { id };
  const secret = String(made.data['secret']);
  expect(secret).toMatch(/^[A-Za-z0-9]{40}$/);

  const to = { name: 'api 2', rules: [{ resource: 'everything' }], expiresAt: '2099-01-01T00:00:00Z' };
  expect(await call(putAccessKeyRoute, { params, body: { ...to, version: 1 } })).toMatchObject({
    status: 200,
    data: { name: 'api 2', version: 2, rules: to.rules, expiresAt: '2099-01-01T00:00:00.000Z' },
  });
  expect(await call(putAccessKeyRoute, { params, body: { ...to, version: 1 } })).toMatchObject({ status: 409 });
  const rotated = await call(rotateAccessKeyRoute, { params, body: { overlapMs: 60_000 } });
  expect(rotated).toMatchObject({ status: 200, data: { key: { oldSecretUntil: expect.any(String) } } });
  expect(rotated.data['secret']).not.toBe(secret);
  expect(await call(disableAccessKeyRoute, { params })).toMatchObject({
    status: 200,
    data: { disabledAt: expect.any(String) },
  });
  expect(await call(enableAccessKeyRoute, { params })).toMatchObject({ status: 200, data: { disabledAt: null } });
  const listed = await call(listAccessKeysRoute);
  expect(listed).toMatchObject({ status: 200, data: { items: [{ id, name: 'api 2' }] } });
  for (const known of [secret, String(rotated.data['secret'])]) expect(JSON.stringify(listed)).not.toContain(known);
  expect(await call(deleteAccessKeyRoute, { params })).toMatchObject({ status: 200, data: { id } });
  expect(await call(deleteAccessKeyRoute, { params })).toMatchObject({ status: 404 });

  for (const [body, field] of [
    [{ name: 'x', rules: [{ resource: 'topic', pattern: 'a*b', actions: ['publish'] }] }, 'rules.0.pattern'],
    [{ name: 'x', rules: [{ resource: 'queue', pattern: 'a', actions: ['publish'] }] }, 'rules.0.resource'],
    [{ name: 'x', rules: [{ resource: 'group', pattern: 'a', actions: ['publish'] }] }, 'rules.0.actions.0'],
    [{ name: 'x', rules: [], secret: 'mine' }, 'secret'],
    [{ name: 'x', rules: [], expiresAt: 'tomorrow' }, 'expiresAt'],
  ] as const) {
    expect(await call(createAccessKeyRoute, { body })).toMatchObject({ status: 400, data: { error: { field } } });
  }
  expect(await call(listAccessKeysRoute, { token: tokens.get('operator') ?? '' })).toMatchObject({ status: 403 });
});

test('a broadcast group: its model, its members, and one entry per client of a message', async () => {
  const params = { group: 'all-caches' };
  const { status, data } = await call(putGroupRoute, { params, body: { messageModel: 'broadcasting' } });
  expect({ status, messageModel: data['messageModel'] }).toEqual({ status: 201, messageModel: 'broadcasting' });
  expect(await call(putGroupRoute, { params, body: { messageModel: 'clustering' } })).toMatchObject({ status: 409 });
  expect(await call(putGroupRoute, { params, body: { messageModel: 'gossip' } })).toMatchObject({ status: 400 });
  await call(createTopicRoute, { body: { name: 'cache-news', type: 'NORMAL', queues: 1 } });
  const names = { topic: 'cache-news', group: 'all-caches' };
  for (const clientId of ['cache-a', 'cache-b']) await receiveNow(broker.ctx, { ...names, clientId });
  const message = testMessage();
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  const [held] = await receiveNow(broker.ctx, { ...names, clientId: 'cache-a' });
  if (held === undefined) throw new Error('a message expected');
  const report = {
    messageId: message.messageId,
    group: names.group,
    clientId: 'cache-a',
    attempt: 1,
    errorType: 'Full',
  };
  expect(await call(reportFailureRoute, { body: { ...report, message: 'no room' } })).toMatchObject({ status: 200 });
  await fail(broker.ctx, { ...names, ...held, clientId: 'cache-a' });

  const group = await call(getGroupRoute, { params });
  expect(group.data).toMatchObject({
    counts: { dead: { value: 0 }, waitingRetry: { value: 0 } },
    members: {
      total: 2,
      items: expect.arrayContaining([
        expect.objectContaining({ clientId: 'cache-a', failed: expect.objectContaining({ value: 1 }) }),
        expect.objectContaining({ clientId: 'cache-b', backlog: expect.objectContaining({ value: 1 }) }),
      ]),
    },
  });
  const told = await call(getMessageRoute, { params: { id: message.messageId } });
  expect(told.data['groups']).toMatchObject([
    {
      group: 'all-caches',
      broadcastClient: { clientId: 'cache-a', ofClients: 2 },
      state: 'Dropped',
      failures: [{ message: 'no room' }],
    },
    { group: 'all-caches', broadcastClient: { clientId: 'cache-b' }, state: 'Ready', predicted: [], diesAt: null },
  ]);
  const listed = await call(listGroupsRoute);
  expect(JSON.stringify(listed.data)).not.toContain('!');
  expect(await call(startRedriveRoute, { body: { group: 'all-caches', all: true, reason: 'x' } })).toMatchObject({
    status: 409,
  });
});

test('a message fails, says why, dies, is found and re-driven', async () => {
  const group = 'api-life';
  const { ctx } = broker;
  await call(putGroupRoute, { params: { group }, body: { maxRetries: 0 } });
  await call(createTopicRoute, { body: { name: group, queues: 1 } });
  const message = testMessage();
  await send(ctx, { topic: group, messages: [message] });
  const [delivered] = await receiveNow(ctx, { group, topic: group });
  expect(delivered?.messageId).toBe(message.messageId);
  const report = { messageId: message.messageId, group, attempt: 1, errorType: 'CardDeclined', message: 'declined' };
  const token = tokens.get('failures') ?? '';
  expect(await call(reportFailureRoute, { token, body: report })).toMatchObject({
    status: 200,
    data: { stored: true },
  });
  expect(await call(reportFailureRoute, { token, body: report })).toMatchObject({
    status: 200,
    data: { stored: false },
  });
  await fail(ctx, {
    group,
    topic: group,
    receiptHandle: delivered?.receiptHandle ?? '',
    messageId: message.messageId,
    clientId: 'client-1',
  });
  expect(await call(getMessageRoute, { params: { id: message.messageId } })).toMatchObject({
    status: 200,
    data: { topic: group, groups: [{ group, state: 'DLQ', failures: [{ errorType: 'CardDeclined' }], predicted: [] }] },
  });
  expect(await call(getMessageRoute, { params: { id: 'nowhere' } })).toMatchObject({
    status: 404,
    data: { error: { code: 'message-not-found' } },
  });
  expect(await call(listDeadLettersRoute, { query: `?group=${group}&q=declined` })).toMatchObject({
    status: 200,
    data: { items: [{ messageId: message.messageId, errorType: 'CardDeclined' }] },
  });
  expect(await call(listDeadLettersRoute, { query: `?from=yesterday` })).toMatchObject({
    status: 400,
    data: { error: { field: 'from', value: 'yesterday' } },
  });
  expect(await call(startRedriveRoute, { body: { group } })).toMatchObject({ status: 400 });
  expect(await call(startRedriveRoute, { body: { group, all: true, canary: 10 } })).toMatchObject({
    status: 501,
    data: { error: { code: 'unsupported', field: 'canary' } },
  });
  const started = await call(startRedriveRoute, { body: { group, messageIds: [message.messageId], reason: 'fixed' } });
  expect(started).toMatchObject({ status: 201, data: { selected: 1 } });
  const id = String(started.data['id']);
  expect(await call(pauseRedriveRoute, { params: { id } })).toMatchObject({
    status: 200,
    data: { id, state: 'paused', changed: true },
  });
  expect(await call(getRedriveRoute, { params: { id } })).toMatchObject({
    status: 200,
    data: { counts: { selected: 1, notYetFetched: 1, consumed: 0 } },
  });
  expect(await call(listRedriveItemsRoute, { params: { id }, query: '?verdict=not-yet-fetched' })).toMatchObject({
    status: 200,
    data: { items: [{ messageId: message.messageId }] },
  });
  expect(await call(getRedriveRoute, { params: { id: '999999' } })).toMatchObject({ status: 404 });
});

test('delayed messages: listed, known by id, recalled by an operator once', async () => {
  const topic = 'api-delayed';
  expect((await call(createTopicRoute, { body: { name: topic, type: 'DELAY' } })).status).toBe(201);
  const deliverAt = new Date(Date.now() + 3_600_000);
  const [first, second] = [testMessage({ deliverAt, properties: { a: 'b' } }), testMessage({ deliverAt })];
  await send(broker.ctx, { topic, messages: [first, second] });
  const page = await call(listScheduledRoute, { query: `?topic=${topic}&limit=1` });
  expect(page.data).toMatchObject({
    items: [{ messageId: first.messageId, topic, dueAt: deliverAt.toISOString() }],
    nextCursor: expect.any(String),
  });
  const rest = await call(listScheduledRoute, {
    query: `?topic=${topic}&cursor=${encodeURIComponent(String(page.data['nextCursor']))}`,
  });
  expect(rest.data).toMatchObject({ items: [{ messageId: second.messageId }], nextCursor: null });

  const get = () => call(getMessageRoute, { params: { id: first.messageId } });
  expect((await get()).data).toMatchObject({
    offset: null,
    storedAt: null,
    properties: { a: 'b' },
    deliverAt: deliverAt.toISOString(),
    schedule: { state: 'scheduled', recalledAt: null },
    groups: [],
  });
  const body = { topic, messageId: first.messageId, reason: 'sent twice' };
  expect((await call(recallScheduledRoute, { body, token: tokens.get('viewer') ?? '' })).status).toBe(403);
  expect((await call(recallScheduledRoute, { body, token: tokens.get('operator') ?? '' })).data).toMatchObject({
    changed: true,
    recalledBy: expect.stringContaining('operator'),
  });
  expect((await call(recallScheduledRoute, { body })).data).toMatchObject({ changed: false });
  expect((await get()).data).toMatchObject({ schedule: { state: 'recalled' } });
  expect((await call(recallScheduledRoute, { body: { ...body, messageId: 'nobody' } })).status).toBe(404);
  expect((await call(listScheduledRoute, { query: '?topic=api-nowhere' })).status).toBe(404);
});
