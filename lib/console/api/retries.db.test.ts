import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail } from '../../broker/delivery/fail';
import { createGroup } from '../../broker/group/create';
import { send } from '../../broker/message/send';
import { createTopic } from '../../broker/topic/create';
import { systemActor } from '../../model/audit/actor';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { receiveNow, testMessage } from '../../testing/broker';
import { route } from '../http/operation';
import { buryHead, holdKey, listKeys, releaseKey, retryHead } from '../operations/keys/keys';
import { buryRetries, holdRetries, listRetries, releaseRetries, retryNow } from '../operations/retries/retries';
import { getMessage } from '../operations/messages/message';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const actor = systemActor('test');

/** A group whose messages failed once and wait for an hour. */
async function failed(name: string, ordered: boolean, messages: readonly ReturnType<typeof testMessage>[]) {
  const { ctx } = api.broker;
  const retryPolicy = { type: 'fixed', intervalMs: 3_600_000 } as const;
  await createGroup(ctx, {
    name,
    deliveryOrder: ordered ? 'ordered' : 'concurrent',
    retryPolicy,
    maxRetries: 2,
    actor,
  });
  await createTopic(ctx, { name, messageType: ordered ? 'FIFO' : 'NORMAL', queues: 1, actor });
  await send(ctx, { topic: name, messages });
  for (const { receiptHandle, messageId } of await receiveNow(ctx, {
    group: name,
    topic: name,
    batchSize: messages.length,
  }))
    await fail(ctx, { group: name, topic: name, receiptHandle, messageId, clientId: 'client-1' });
}

test('waiting messages: list, dry run, retry now, hold, release, bury; a repeat is a conflict that says why', async () => {
  const messages = [testMessage({ keys: ['order-1'] }), testMessage()];
  await failed('api-waits', false, messages);
  const [first, second] = messages.map(({ messageId }) => messageId);
  expect(await call(route(listRetries), { query: '?group=api-waits&key=order-1' })).toMatchObject({
    status: 200,
    data: {
      items: [
        {
          messageId: first,
          group: 'api-waits',
          keys: ['order-1'],
          attempt: 1,
          maxAttempts: 3,
          lastTry: false,
          held: null,
        },
      ],
      nextCursor: null,
    },
  });
  const group = 'api-waits';
  const dry = await call(route(retryNow), { body: { group, all: true, dryRun: true } });
  expect(dry).toMatchObject({ status: 200, data: { dryRun: true, matched: 2, wouldChange: 2, excluded: [] } });
  const { throughEpoch } = dry.data;
  expect(await call(route(holdRetries), { body: { group, messageIds: [second], reason: 'INC-1' } })).toMatchObject({
    status: 200,
    data: { matched: 1, changed: 1, left: 0 },
  });
  // held since the dry run: another state, so not in that set
  expect(await call(route(retryNow), { body: { group, all: true, throughEpoch } })).toMatchObject({
    status: 200,
    data: { matched: 1, changed: 1 },
  });
  expect(await call(route(listRetries), { query: '?group=api-waits&held=true' })).toMatchObject({
    data: { items: [{ messageId: second, dueAt: null, diesAt: null, held: { reason: 'INC-1' } }] },
  });
  expect(await call(route(getMessage), { params: { id: second ?? '' } })).toMatchObject({
    data: { groups: [{ state: 'Held' }] },
  });
  expect(await call(route(holdRetries), { body: { group, messageIds: [second] } })).toMatchObject({
    status: 409,
    data: { error: { code: 'conflict', message: 'Nothing was changed: held already (1).' } },
  });
  expect(await call(route(releaseRetries), { body: { group, filter: { held: true } } })).toMatchObject({ status: 200 });
  expect(await call(route(buryRetries), { body: { group, all: true } })).toMatchObject({
    status: 200,
    data: { changed: 2 },
  });
  expect(await call(route(buryRetries), { body: { group, all: true } })).toMatchObject({ status: 404 });
});

test.each([
  [{ group: 'api-waits' }, 'selection'],
  [{ group: 'api-waits', all: true, messageIds: ['x'] }, 'selection'],
  [{ group: 'api-waits', filter: {} }, 'filter'],
  [{ group: 'api-waits', messageIds: [] }, 'messageIds'],
  [{ group: 'api-waits', all: true, reason: 'x'.repeat(501) }, 'reason'],
])('%j is refused, naming the field', async (body, field) => {
  expect(await call(route(buryRetries), { body })).toMatchObject({ status: 400, data: { error: { field } } });
});

test('lists refuse what they cannot mean', async () => {
  for (const [query, field] of [
    ['group=api-waits&cursor=x', 'cursor'],
    ['diesBefore=2026-01-01T00:00:00Z', 'diesBefore'],
    [`key=${'x'.repeat(201)}`, 'key'],
  ])
    expect(await call(route(listRetries), { query: `?${query ?? ''}` })).toMatchObject({
      status: 400,
      data: { error: { field } },
    });
});

test('a blocked key by its name: list, hold, release, retry, bury', async () => {
  const messages = [testMessage({ messageGroup: 'acct/1' }), testMessage({ messageGroup: 'acct/1' })];
  await failed('api-keys', true, messages.slice(0, 1));
  await send(api.broker.ctx, { topic: 'api-keys', messages: messages.slice(1) });
  const [head, next] = messages.map(({ messageId }) => messageId);
  const params = { group: 'api-keys', key: 'acct/1' };
  expect(await call(route(listKeys), { params: { group: 'api-keys' } })).toMatchObject({
    status: 200,
    data: {
      items: [
        {
          key: 'acct/1',
          topic: 'api-keys',
          queue: 0,
          headMessageId: head,
          attempt: 1,
          maxAttempts: 3,
          behind: 1,
          held: null,
        },
      ],
      total: { keys: 1, behind: 1 },
    },
  });
  expect(await call(route(holdKey), { params, body: { reason: 'INC-2' } })).toMatchObject({ status: 200 });
  expect(await call(route(holdKey), { params, body: {} })).toMatchObject({ status: 409 });
  expect(await call(route(listKeys), { params: { group: 'api-keys' } })).toMatchObject({
    data: { items: [{ held: { reason: 'INC-2' }, nextTryAt: null, freeAtLatest: null }] },
  });
  expect(await call(route(releaseKey), { params, body: {} })).toMatchObject({ status: 200 });
  expect(await call(route(retryHead), { params, body: {} })).toMatchObject({
    status: 200,
    data: { headMessageId: head },
  });
  expect(await call(route(buryHead), { params, body: {} })).toMatchObject({
    status: 200,
    data: { headMessageId: head },
  });
  const rest = await receiveNow(api.broker.ctx, { group: 'api-keys', topic: 'api-keys' });
  expect(rest.map(({ messageId }) => messageId)).toEqual([next]);
  expect(await call(route(holdKey), { params: { ...params, key: 'nobody' }, body: {} })).toMatchObject({
    status: 404,
    data: { error: { field: 'key' } },
  });
});
