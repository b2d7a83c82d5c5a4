import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import { DEFAULT_PRODUCER_RETRY } from '../../model/producer-retry';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import type { ApiRoute } from '../http/define-route';
import { getProducerRetryRoute, putProducerRetryRoute } from './settings';

vi.mock('server-only', () => ({}));
vi.mock('next/headers', () => ({}));

const ADMIN = 'admin-token-of-the-environment';
const slot = globalThis as unknown as Record<symbol, unknown>;
const KEY = Symbol.for('redrive.runtime');
const before = slot[KEY];
let broker: TestBroker;
let operator: string;

beforeAll(async () => {
  broker = await createTestBroker();
  const { ctx, database } = broker;
  slot[KEY] = {
    ready: { ctx, store: database.store, log: ctx.log, config: { apiToken: ADMIN }, listClients: () => [] },
  };
  const maker = { kind: 'system', name: 'test' } as const;
  operator = (await createApiToken(database.store, maker, { name: 'operator', rights: 'operator' })).secret;
});
afterAll(async () => {
  slot[KEY] = before;
  await broker.close();
});

async function call(route: ApiRoute, body?: unknown, token = ADMIN): Promise<{ status: number; data: unknown }> {
  const request = new Request('http://console.test/api/v1/settings/producer-retry', {
    method: route.operation.method.toUpperCase(),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await route.handle(request, { params: Promise.resolve({}) });
  const data: unknown = await response.json();
  const answer = route.operation.answers.find(({ status }) => status === response.status);
  if (response.ok) expect(answer?.schema.safeParse(data).error).toBeUndefined();
  return { status: response.status, data };
}

test('read, change some fields, conflict, refusal: with versions and the waits they come to', async () => {
  const unset = await call(getProducerRetryRoute, undefined, operator);
  expect(unset).toMatchObject({ status: 200, data: { ...DEFAULT_PRODUCER_RETRY, version: 0, updatedBy: null } });
  expect(unset.data).toMatchObject({
    waits: [{ attempt: 2, documentedMs: 1000, jitterMs: 0, sdkMs: 1000, nodeMs: 1000 }, {}, {}, {}, {}, {}, {}, {}],
  });
  const changed = await call(putProducerRetryRoute, { version: 0, firstWaitMs: 2000, reason: 'less pressure' });
  expect(changed).toMatchObject({ status: 200, data: { ...DEFAULT_PRODUCER_RETRY, firstWaitMs: 2000, version: 1 } });
  expect(await call(putProducerRetryRoute, { version: 1, firstWaitMs: 2000 })).toMatchObject({ data: { version: 1 } });
  expect(await call(putProducerRetryRoute, { version: 0, firstWaitMs: 3000 })).toMatchObject({
    status: 409,
    data: { error: { code: 'conflict', field: 'version', limit: 1, value: 0 } },
  });
  expect(await call(putProducerRetryRoute, { version: 1, multiplier: 11 })).toMatchObject({
    status: 400,
    data: { error: { code: 'bad-request', field: 'multiplier', limit: 'from 1 to 10', value: 11 } },
  });
  expect(await call(putProducerRetryRoute, { version: 1, wait: 11 })).toMatchObject({
    status: 400,
    data: { error: { field: 'wait' } },
  });
});

test('only an administrator may change it', async () => {
  expect(await call(putProducerRetryRoute, { version: 1 }, operator)).toMatchObject({
    status: 403,
    data: { error: { code: 'forbidden', limit: 'settings:write' } },
  });
});
