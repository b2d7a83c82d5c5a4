import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, openTestApi, type TestApi } from '../../testing/api';
import type { TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { route } from '../http/operation';
import { listDeadLetters } from '../operations/dead-letters/list';
import {
  forecastDeadLetterRetention,
  getDeadLetterRetention,
  putDeadLetterRetention,
} from '../operations/dead-letters/retention';

let api: TestApi;
let broker: TestBroker;

beforeAll(async () => {
  api = await openTestApi({ realTime: false });
  broker = api.broker;
});
afterAll(() => api.close());

const HOUR = 3_600_000;

test('forecast, refusal with the number, change; then the list says when and finds what expires', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const [messageId] = await at.sendMany(1);
  for (const message of await at.push()) await at.fail(message);
  const diedAt = broker.clock.nowOrNull().getTime();
  broker.clock.advance(10 * HOUR);
  expect(await call(route(getDeadLetterRetention), { token: api.tokens.get('operator') ?? '' })).toEqual({
    status: 200,
    data: { keepHours: null, version: 0, updatedBy: null, updatedAt: null },
  });
  expect(await call(route(listDeadLetters))).toMatchObject({ data: { items: [{ messageId, expiresAt: null }] } });
  expect(await call(route(forecastDeadLetterRetention), { query: '?keepHours=5' })).toEqual({
    status: 200,
    data: { due: 1, soon: 1, retained: 1, groups: [{ group: at.group, due: 1, soon: 1 }] },
  });
  expect(await call(route(forecastDeadLetterRetention), { query: '?keepHours=0' })).toMatchObject({
    status: 400,
    data: { error: { field: 'keepHours', value: 0 } },
  });
  expect(await call(route(putDeadLetterRetention), { body: { keepHours: 5, version: 0 } })).toMatchObject({
    status: 409,
    data: { error: { code: 'conflict', field: 'mayRemove', limit: 0, value: 1 } },
  });
  const changed = await call(route(putDeadLetterRetention), {
    body: { keepHours: 11, version: 0, reason: 'small disk' },
  });
  expect(changed).toMatchObject({ status: 200, data: { keepHours: 11, version: 1 } });
  // Read again after the second for which a setting is known.
  await broker.ctx.settings.refresh('dead-letter-retention');
  const expiresAt = new Date(diedAt + 11 * HOUR);
  const before = (moment: Date): string => `?expiresBefore=${moment.toISOString()}`;
  expect(await call(route(listDeadLetters), { query: before(expiresAt) })).toMatchObject({
    data: { items: [{ messageId, expiresAt: expiresAt.toISOString() }] },
  });
  expect(await call(route(listDeadLetters), { query: before(new Date(expiresAt.getTime() - 1)) })).toMatchObject({
    data: { items: [] },
  });
  expect(await call(route(putDeadLetterRetention), { body: { keepHours: 12, version: 0 } })).toMatchObject({
    status: 409,
    data: { error: { field: 'version', limit: 1, value: 0 } },
  });
});

test('only an administrator may change it', async () => {
  const given = { body: { keepHours: null, version: 1 }, token: api.tokens.get('operator') ?? '' };
  expect(await call(route(putDeadLetterRetention), given)).toMatchObject({
    status: 403,
    data: { error: { code: 'forbidden', limit: 'settings:write' } },
  });
});
