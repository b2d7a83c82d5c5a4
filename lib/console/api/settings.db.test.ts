import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_PRODUCER_RETRY } from '../../model/delivery/producer-retry';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { route } from '../http/operation';
import { getProducerRetry, putProducerRetry } from '../operations/settings/settings';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi({ realTime: false });
});
afterAll(() => api.close());

test('read, change some fields, conflict, refusal: with versions and the waits they come to', async () => {
  const unset = await call(route(getProducerRetry), { token: api.tokens.get('operator') ?? '' });
  expect(unset).toMatchObject({ status: 200, data: { ...DEFAULT_PRODUCER_RETRY, version: 0, updatedBy: null } });
  expect(unset.data).toMatchObject({
    waits: [{ attempt: 2, documentedMs: 1000, jitterMs: 0, sdkMs: 1000, nodeMs: 1000 }, {}, {}, {}, {}, {}, {}, {}],
  });
  const changed = await call(route(putProducerRetry), {
    body: { version: 0, firstWaitMs: 2000, reason: 'less pressure' },
  });
  expect(changed).toMatchObject({ status: 200, data: { ...DEFAULT_PRODUCER_RETRY, firstWaitMs: 2000, version: 1 } });
  expect(await call(route(putProducerRetry), { body: { version: 1, firstWaitMs: 2000 } })).toMatchObject({
    data: { version: 1 },
  });
  expect(await call(route(putProducerRetry), { body: { version: 0, firstWaitMs: 3000 } })).toMatchObject({
    status: 409,
    data: { error: { code: 'conflict', field: 'version', limit: 1, value: 0 } },
  });
  expect(await call(route(putProducerRetry), { body: { version: 1, multiplier: 11 } })).toMatchObject({
    status: 400,
    data: { error: { code: 'bad-request', field: 'multiplier', limit: '1 to 10', value: 11 } },
  });
  expect(await call(route(putProducerRetry), { body: { version: 1, wait: 11 } })).toMatchObject({
    status: 400,
    data: { error: { field: 'wait' } },
  });
});

test('only an administrator may change it', async () => {
  expect(
    await call(route(putProducerRetry), { body: { version: 1 }, token: api.tokens.get('operator') ?? '' }),
  ).toMatchObject({
    status: 403,
    data: { error: { code: 'forbidden', limit: 'settings:write' } },
  });
});
