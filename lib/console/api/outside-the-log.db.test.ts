import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../broker/message/send';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { type TestBroker, testMessage } from '../../testing/broker';
import {
  createAccessKey,
  deleteAccessKey,
  disableAccessKey,
  enableAccessKey,
  listAccessKeys,
  putAccessKey,
  rotateAccessKey,
} from '../operations/access-keys/access-keys';
import { getMessage } from '../operations/messages/message';
import { listTransactions, resolveTransaction } from '../operations/transactions/transactions';
import { route } from '../http/operation';
import { listScheduled, recallScheduled } from '../operations/scheduled/scheduled';
import { createTopic } from '../operations/topics/create';

let api: TestApi;
let broker: TestBroker;
beforeAll(async () => {
  api = await openTestApi();
  broker = api.broker;
});
afterAll(() => api.close());

test('a half message is found, waits in the list, and is resolved once', async () => {
  const topic = 'api-transactions';
  await call(route(createTopic), { body: { name: topic, type: 'TRANSACTION', queues: 1 } });
  const message = testMessage({ messageType: 'TRANSACTION', keys: ['k'], properties: { a: 'b' } });
  await send(broker.ctx, { topic, messages: [message], clientId: 'producer-1' });
  const params = { id: message.messageId };
  expect(await call(route(getMessage), { params })).toMatchObject({
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
  expect(await call(route(listTransactions), { query: `?topic=${topic}` })).toMatchObject({
    status: 200,
    data: { items: [{ messageId: message.messageId, state: 'pending' }], nextCursor: null },
  });
  expect(await call(route(listTransactions), { query: '?topic=nowhere' })).toMatchObject({ status: 404 });
  expect(await call(route(listTransactions), { query: `?topic=${topic}&state=open` })).toMatchObject({
    status: 400,
    data: { error: { field: 'state', value: 'open' } },
  });

  const body = { topic, messageId: message.messageId, resolution: 'commit', reason: 'paid' };
  expect(await call(route(resolveTransaction), { body, token: api.tokens.get('viewer') ?? '' })).toMatchObject({
    status: 403,
    data: { error: { limit: 'transaction:resolve' } },
  });
  expect(await call(route(resolveTransaction), { body: { ...body, reason: '' } })).toMatchObject({
    status: 400,
    data: { error: { field: 'reason' } },
  });
  expect(await call(route(resolveTransaction), { body })).toEqual({
    status: 200,
    data: { state: 'committed', changed: true },
  });
  expect(await call(route(resolveTransaction), { body })).toEqual({
    status: 200,
    data: { state: 'committed', changed: false },
  });
  expect(await call(route(resolveTransaction), { body: { ...body, resolution: 'rollback' } })).toMatchObject({
    status: 409,
    data: { error: { code: 'transaction-ended', limit: 'committed' } },
  });
  expect(await call(route(resolveTransaction), { body: { ...body, messageId: 'nobody' } })).toMatchObject({
    status: 404,
    data: { error: { code: 'transaction-not-found' } },
  });
  expect(await call(route(getMessage), { params })).toMatchObject({
    status: 200,
    data: { queue: 0, offset: 0, transaction: { state: 'committed', resolvedBy: 'operator', givesUpAt: null } },
  });
  expect(await call(route(listTransactions), { query: `?topic=${topic}&state=resolved` })).toMatchObject({
    data: { items: [{ messageId: message.messageId, state: 'committed' }] },
  });
});

test('access keys: the secret is shown on creation and never again', async () => {
  const rules = [{ resource: 'topic', pattern: 'orders*', actions: ['publish'] }];
  const made = await call(route(createAccessKey), { body: { name: 'api', rules } });
  expect(made).toMatchObject({ status: 201, data: { key: { name: 'api', rules, expiresAt: null } } });
  const { id } = made.data['key'] as { id: string };
  const params = { id };
  const secret = String(made.data['secret']);
  expect(secret).toMatch(/^[A-Za-z0-9]{40}$/);

  const to = { name: 'api 2', rules: [{ resource: 'everything' }], expiresAt: '2099-01-01T00:00:00Z' };
  expect(await call(route(putAccessKey), { params, body: { ...to, version: 1 } })).toMatchObject({
    status: 200,
    data: { name: 'api 2', version: 2, rules: to.rules, expiresAt: '2099-01-01T00:00:00.000Z' },
  });
  expect(await call(route(putAccessKey), { params, body: { ...to, version: 1 } })).toMatchObject({ status: 409 });
  const rotated = await call(route(rotateAccessKey), { params, body: { overlapMs: 60_000 } });
  expect(rotated).toMatchObject({ status: 200, data: { key: { oldSecretUntil: expect.any(String) } } });
  expect(rotated.data['secret']).not.toBe(secret);
  expect(await call(route(disableAccessKey), { params })).toMatchObject({
    status: 200,
    data: { disabledAt: expect.any(String) },
  });
  expect(await call(route(enableAccessKey), { params })).toMatchObject({ status: 200, data: { disabledAt: null } });
  const listed = await call(route(listAccessKeys));
  expect(listed).toMatchObject({ status: 200, data: { items: [{ id, name: 'api 2' }] } });
  for (const known of [secret, String(rotated.data['secret'])]) expect(JSON.stringify(listed)).not.toContain(known);
  expect(await call(route(deleteAccessKey), { params })).toMatchObject({ status: 200, data: { id } });
  expect(await call(route(deleteAccessKey), { params })).toMatchObject({ status: 404 });

  for (const [body, field] of [
    [{ name: 'x', rules: [{ resource: 'topic', pattern: 'a*b', actions: ['publish'] }] }, 'rules.0.pattern'],
    [{ name: 'x', rules: [{ resource: 'queue', pattern: 'a', actions: ['publish'] }] }, 'rules.0.resource'],
    [{ name: 'x', rules: [{ resource: 'group', pattern: 'a', actions: ['publish'] }] }, 'rules.0.actions.0'],
    [{ name: 'x', rules: [], secret: 'mine' }, 'secret'],
    [{ name: 'x', rules: [], expiresAt: 'tomorrow' }, 'expiresAt'],
  ] as const) {
    expect(await call(route(createAccessKey), { body })).toMatchObject({ status: 400, data: { error: { field } } });
  }
  expect(await call(route(listAccessKeys), { token: api.tokens.get('operator') ?? '' })).toMatchObject({ status: 403 });
});

test('delayed messages: listed, known by id, recalled by an operator once', async () => {
  const topic = 'api-delayed';
  expect((await call(route(createTopic), { body: { name: topic, type: 'DELAY' } })).status).toBe(201);
  const deliverAt = new Date(Date.now() + 3_600_000);
  const [first, second] = [testMessage({ deliverAt, properties: { a: 'b' } }), testMessage({ deliverAt })];
  await send(broker.ctx, { topic, messages: [first, second] });
  const page = await call(route(listScheduled), { query: `?topic=${topic}&limit=1` });
  expect(page.data).toMatchObject({
    items: [{ messageId: first.messageId, topic, dueAt: deliverAt.toISOString() }],
    nextCursor: expect.any(String),
  });
  const rest = await call(route(listScheduled), {
    query: `?topic=${topic}&cursor=${encodeURIComponent(String(page.data['nextCursor']))}`,
  });
  expect(rest.data).toMatchObject({ items: [{ messageId: second.messageId }], nextCursor: null });

  const get = () => call(route(getMessage), { params: { id: first.messageId } });
  expect((await get()).data).toMatchObject({
    offset: null,
    storedAt: null,
    properties: { a: 'b' },
    deliverAt: deliverAt.toISOString(),
    schedule: { state: 'scheduled', recalledAt: null },
    groups: [],
  });
  const body = { topic, messageId: first.messageId, reason: 'sent twice' };
  expect((await call(route(recallScheduled), { body, token: api.tokens.get('viewer') ?? '' })).status).toBe(403);
  expect((await call(route(recallScheduled), { body, token: api.tokens.get('operator') ?? '' })).data).toMatchObject({
    changed: true,
    recalledBy: expect.stringContaining('operator'),
  });
  expect((await call(route(recallScheduled), { body })).data).toMatchObject({ changed: false });
  expect((await get()).data).toMatchObject({ schedule: { state: 'recalled' } });
  expect((await call(route(recallScheduled), { body: { ...body, messageId: 'nobody' } })).status).toBe(404);
  expect((await call(route(listScheduled), { query: '?topic=api-nowhere' })).status).toBe(404);
});
