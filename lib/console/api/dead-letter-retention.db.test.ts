import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import {
  forecastDeadLetterRetentionRoute,
  getDeadLetterRetentionRoute,
  putDeadLetterRetentionRoute,
} from './dead-letter-retention';
import { listDeadLettersRoute } from './dead-letters';
import type { ApiRoute } from '../http/define-route';

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

async function call(
  route: ApiRoute,
  { body, query = '', token = ADMIN }: { body?: unknown; query?: string; token?: string } = {},
): Promise<{ status: number; data: unknown }> {
  const request = new Request(`http://console.test/api/v1${route.operation.path}${query}`, {
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

const HOUR = 3_600_000;

test('forecast, refusal with the number, change; then the list says when and finds what expires', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const [messageId] = await at.sendMany(1);
  for (const message of await at.push()) await at.fail(message);
  const diedAt = broker.clock.nowOrNull().getTime();
  broker.clock.advance(10 * HOUR);
  expect(await call(getDeadLetterRetentionRoute, { token: operator })).toEqual({
    status: 200,
    data: { keepHours: null, version: 0, updatedBy: null, updatedAt: null },
  });
  expect(await call(listDeadLettersRoute)).toMatchObject({ data: { items: [{ messageId, expiresAt: null }] } });
  expect(await call(forecastDeadLetterRetentionRoute, { query: '?keepHours=5' })).toEqual({
    status: 200,
    data: { due: 1, soon: 1, retained: 1, groups: [{ group: at.group, due: 1, soon: 1 }] },
  });
  expect(await call(forecastDeadLetterRetentionRoute, { query: '?keepHours=0' })).toMatchObject({
    status: 400,
    data: { error: { field: 'keepHours', value: 0 } },
  });
  expect(await call(putDeadLetterRetentionRoute, { body: { keepHours: 5, version: 0 } })).toMatchObject({
    status: 409,
    data: { error: { code: 'conflict', field: 'mayRemove', limit: 0, value: 1 } },
  });
  const changed = await call(putDeadLetterRetentionRoute, {
    body: { keepHours: 11, version: 0, reason: 'small disk' },
  });
  expect(changed).toMatchObject({ status: 200, data: { keepHours: 11, version: 1 } });
  // Read again after the second for which a setting is known.
  await broker.ctx.settings.refresh('dead-letter-retention');
  const expiresAt = new Date(diedAt + 11 * HOUR);
  const before = (moment: Date): string => `?expiresBefore=${moment.toISOString()}`;
  expect(await call(listDeadLettersRoute, { query: before(expiresAt) })).toMatchObject({
    data: { items: [{ messageId, expiresAt: expiresAt.toISOString() }] },
  });
  expect(await call(listDeadLettersRoute, { query: before(new Date(expiresAt.getTime() - 1)) })).toMatchObject({
    data: { items: [] },
  });
  expect(await call(putDeadLetterRetentionRoute, { body: { keepHours: 12, version: 0 } })).toMatchObject({
    status: 409,
    data: { error: { field: 'version', limit: 1, value: 0 } },
  });
});

test('only an administrator may change it', async () => {
  const given = { body: { keepHours: null, version: 1 }, token: operator };
  expect(await call(putDeadLetterRetentionRoute, given)).toMatchObject({
    status: 403,
    data: { error: { code: 'forbidden', limit: 'settings:write' } },
  });
});
