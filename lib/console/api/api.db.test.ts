import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexLetters } from '../../broker/dead-letter/index-letters';
import { fail } from '../../broker/delivery/fail';
import { send } from '../../broker/message/send';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { listDeadLetters } from '../operations/dead-letters/list';
import { reportFailure } from '../operations/messages/failures';
import { getMessage } from '../operations/messages/message';
import { startRedrive as startOperation } from '../operations/redrives/start';
import { apiRoutes } from './routes';
import { route } from '../http/operation';
import { getGroup, listGroups } from '../operations/groups/get';
import { putGroup } from '../operations/groups/put';
import { getRedrive, listRedriveMessages } from '../operations/redrives/get';
import { pauseRedrive } from '../operations/redrives/control';
import { createTopic } from '../operations/topics/create';
import { getTopic, listTopics } from '../operations/topics/get';

let api: TestApi;
let broker: TestBroker;
beforeAll(async () => {
  api = await openTestApi();
  broker = api.broker;
});
afterAll(() => api.close());

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
    const token = api.tokens.get('failures') ?? '';
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
    const token = api.tokens.get('viewer') ?? '';
    expect(await call(route(listGroups), { token })).toMatchObject({ status: 200 });
    expect(await call(route(putGroup), { token, params: { group: 'mine' }, body: {} })).toMatchObject({
      status: 403,
      data: { error: { code: 'forbidden', limit: 'group:write', value: 'viewer' } },
    });
  });
});

test('topics', async () => {
  expect(await call(route(createTopic), { body: { name: 'api-topic', type: 'FIFO', queues: 2 } })).toMatchObject({
    status: 201,
    data: { name: 'api-topic', type: 'FIFO', queues: 2 },
  });
  expect(await call(route(createTopic), { body: { name: 'api-topic', type: 'FIFO' } })).toMatchObject({
    status: 409,
    data: { error: { code: 'already-exists' } },
  });
  expect(await call(route(createTopic), { body: { name: 'x', type: 'FIFO', queues: 65 } })).toMatchObject({
    status: 400,
    data: { error: { field: 'queues', value: 65 } },
  });
  expect(await call(route(createTopic), { body: { name: 'x', kind: 'FIFO' } })).toMatchObject({
    status: 400,
    data: { error: { field: 'kind', value: 'FIFO' } },
  });
  expect(await call(route(listTopics), { query: '?limit=1' })).toMatchObject({
    status: 200,
    data: { items: [{ name: 'api-topic' }] },
  });
  expect(await call(route(listTopics), { query: '?limit=0' })).toMatchObject({
    status: 400,
    data: { error: { field: 'limit', value: 0 } },
  });
});

test('one topic: what is in it and who reads it; names of the original lead to what they stand for', async () => {
  const { ctx } = broker;
  const names = { topic: 'detail_orders', group: 'detail_billing' };
  await call(route(putGroup), { params: { group: names.group }, body: { maxRetries: 0 } });
  await call(route(createTopic), { body: { name: names.topic, queues: 2 } });
  await send(ctx, { topic: names.topic, messages: [testMessage(), testMessage(), testMessage()] });
  const [message] = await receiveNow(ctx, { ...names, batchSize: 1 });
  const get = (topic: string) => call(route(getTopic), { params: { topic } });
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
  await call(route(putGroup), { params: { group: 'detail' }, body: {} });
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
  expect(await call(route(putGroup), { params, body: { maxRetries: 3 } })).toMatchObject({
    status: 201,
    data: { version: 1, maxRetries: 3, retryPolicy: { type: 'stepped' } },
  });
  expect(await call(route(putGroup), { params, body: { maxRetries: 3 } })).toMatchObject({
    status: 200,
    data: { version: 1 },
  });
  expect(await call(route(putGroup), { params, body: { maxRetries: 4 } })).toMatchObject({
    status: 409,
    data: { error: { code: 'conflict', field: 'version', limit: 1 } },
  });
  expect(await call(route(putGroup), { params, body: { maxRetries: 4, version: 1, reason: 'why' } })).toMatchObject({
    status: 200,
    data: { version: 2, maxRetries: 4 },
  });
  expect(await call(route(putGroup), { params, body: { maxRetries: 5, version: 1 } })).toMatchObject({
    status: 409,
    data: { error: { limit: 2, value: 1 } },
  });
  expect(await call(route(putGroup), { params: { group: 'nobody' }, body: { version: 1 } })).toMatchObject({
    status: 404,
  });
  expect(
    await call(route(putGroup), { params, body: { retryPolicy: { type: 'fixed', everyMs: 1 }, version: 2 } }),
  ).toMatchObject({ status: 400, data: { error: { field: 'retryPolicy.intervalMs' } } });
  expect(await call(route(getGroup), { params })).toMatchObject({
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
  const { status, data } = await call(route(putGroup), { params, body: { messageModel: 'broadcasting' } });
  expect({ status, messageModel: data['messageModel'] }).toEqual({ status: 201, messageModel: 'broadcasting' });
  expect(await call(route(putGroup), { params, body: { messageModel: 'clustering' } })).toMatchObject({ status: 409 });
  expect(await call(route(putGroup), { params, body: { messageModel: 'gossip' } })).toMatchObject({ status: 400 });
  await call(route(createTopic), { body: { name: 'cache-news', type: 'NORMAL', queues: 1 } });
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
  expect(await call(route(reportFailure), { body: { ...report, message: 'no room' } })).toMatchObject({ status: 200 });
  await fail(broker.ctx, { ...names, ...held, clientId: 'cache-a' });

  const group = await call(route(getGroup), { params });
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
  const told = await call(route(getMessage), { params: { id: message.messageId } });
  expect(told.data['groups']).toMatchObject([
    {
      group: 'all-caches',
      broadcastClient: { clientId: 'cache-a', ofClients: 2 },
      state: 'Dropped',
      failures: [{ message: 'no room' }],
    },
    { group: 'all-caches', broadcastClient: { clientId: 'cache-b' }, state: 'Ready', predicted: [], diesAt: null },
  ]);
  const listed = await call(route(listGroups));
  expect(JSON.stringify(listed.data)).not.toContain('!');
  expect(await call(route(startOperation), { body: { group: 'all-caches', all: true, reason: 'x' } })).toMatchObject({
    status: 409,
  });
});

test('many failure reports in one call: each has its outcome, and a malformed one is named', async () => {
  const group = 'api-reports';
  const token = api.tokens.get('failures') ?? '';
  await call(route(putGroup), { params: { group }, body: { maxRetries: 0 } });
  await call(route(createTopic), { body: { name: group, queues: 1 } });
  const messages = [testMessage(), testMessage()];
  await send(broker.ctx, { topic: group, messages });
  await receiveNow(broker.ctx, { group, topic: group });
  const report = { group, attempt: 1, errorType: 'CardDeclined', message: 'declined' };
  const unstorable = { message: 'nul \u0000 and half \uD83D of a character' };
  const items = [
    ...messages.map(({ messageId }) => ({ ...report, ...unstorable, messageId })),
    { ...report, messageId: 'nowhere' },
  ];
  expect(await call(route(reportFailure), { token, body: { items } })).toMatchObject({
    status: 200,
    data: { items: [{ stored: true }, { stored: true }, { error: { code: 'message-not-found', value: 'nowhere' } }] },
  });
  const refused = async (body: unknown): Promise<unknown> => {
    const { status, data } = await call(route(reportFailure), { token, body });
    return { status, ...(data['error'] as object) };
  };
  expect(await refused({ items: [items[0], { ...items[1], attempt: '1' }] })).toMatchObject({
    status: 400,
    field: 'items.1.attempt',
    value: '1',
  });
  expect(await refused({ items: [items[0], { ...items[1], errorType: 'e'.repeat(201) }] })).toMatchObject({
    status: 400,
    field: 'items.1.errorType',
    limit: 200,
    value: 201,
  });
  expect(await refused({ items: [] })).toMatchObject({ status: 400, field: 'items', limit: '1 to 100', value: 0 });
  expect(await refused({ items: 5 })).toMatchObject({ status: 400, field: 'items', value: 5 });
  expect(await refused({ ...items[0], attempt: null })).toMatchObject({ status: 400, field: 'attempt' });
});

test('a message fails, says why, dies, is found and re-driven', async () => {
  const group = 'api-life';
  const { ctx } = broker;
  await call(route(putGroup), { params: { group }, body: { maxRetries: 0 } });
  await call(route(createTopic), { body: { name: group, queues: 1 } });
  const message = testMessage();
  await send(ctx, { topic: group, messages: [message] });
  const [delivered] = await receiveNow(ctx, { group, topic: group });
  expect(delivered?.messageId).toBe(message.messageId);
  const report = { messageId: message.messageId, group, attempt: 1, errorType: 'CardDeclined', message: 'declined' };
  const token = api.tokens.get('failures') ?? '';
  expect(await call(route(reportFailure), { token, body: report })).toMatchObject({
    status: 200,
    data: { stored: true },
  });
  expect(await call(route(reportFailure), { token, body: report })).toMatchObject({
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
  expect(await call(route(getMessage), { params: { id: message.messageId } })).toMatchObject({
    status: 200,
    data: { topic: group, groups: [{ group, state: 'DLQ', failures: [{ errorType: 'CardDeclined' }], predicted: [] }] },
  });
  expect(await call(route(getMessage), { params: { id: 'nowhere' } })).toMatchObject({
    status: 404,
    data: { error: { code: 'message-not-found' } },
  });
  // Words are read by a worker; the test has none.
  while (await indexLetters(ctx));
  expect(await call(route(listDeadLetters), { query: `?group=${group}&q=declined` })).toMatchObject({
    status: 200,
    data: { items: [{ messageId: message.messageId, errorType: 'CardDeclined' }] },
  });
  expect(await call(route(listDeadLetters), { query: `?from=yesterday` })).toMatchObject({
    status: 400,
    data: { error: { field: 'from', value: 'yesterday' } },
  });
  expect(await call(route(startOperation), { body: { group } })).toMatchObject({ status: 400 });
  expect(await call(route(startOperation), { body: { group, all: true, canary: { count: 0 } } })).toMatchObject({
    status: 400,
    data: { error: { field: 'canary.count', limit: '1 to 10000', value: 0 } },
  });
  expect(await call(route(startOperation), { body: { group, all: true, abort: { failedShare: 2 } } })).toMatchObject({
    status: 400,
    data: { error: { field: 'abort.failedShare', value: 2 } },
  });
  const started = await call(route(startOperation), {
    body: { group, messageIds: [message.messageId], reason: 'fixed' },
  });
  expect(started).toMatchObject({ status: 201, data: { selected: 1 } });
  const id = String(started.data['id']);
  expect(await call(route(pauseRedrive), { params: { id } })).toMatchObject({
    status: 200,
    data: { id, state: 'paused', changed: true },
  });
  expect(await call(route(getRedrive), { params: { id } })).toMatchObject({
    status: 200,
    data: {
      counts: { selected: 1, notYetFetched: 1, consumed: 0, firstDeliveryFailed: 0 },
      phase: 'canary',
      canary: { count: 10 },
      abort: { failedShare: 0.2, ofLast: 20, unfetchedMs: 120_000, delayP95Ms: null },
      stop: null,
    },
  });
  expect(await call(route(listRedriveMessages), { params: { id }, query: '?verdict=not-yet-fetched' })).toMatchObject({
    status: 200,
    data: { items: [{ messageId: message.messageId }] },
  });
  expect(await call(route(getRedrive), { params: { id: '999999' } })).toMatchObject({ status: 404 });
});
