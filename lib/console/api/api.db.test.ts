import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import type { Rights } from '../../auth/permission';
import { fail } from '../../broker/delivery/fail';
import { send } from '../../broker/message/send';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { listDeadLettersRoute } from './dead-letters';
import { reportFailureRoute } from './failures';
import { getGroupRoute, listGroupsRoute, putGroupRoute } from './groups';
import { getMessageRoute } from './messages';
import { getRedriveRoute, listRedriveItemsRoute, pauseRedriveRoute, startRedriveRoute } from './redrives';
import { apiRoutes } from './routes';
import type { ApiRoute } from './route';
import { createTopicRoute, listTopicsRoute } from './topics';

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
    ready: { ctx, store: database.store, log: ctx.log, config: { apiToken: ADMIN }, listClients: () => [] },
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
