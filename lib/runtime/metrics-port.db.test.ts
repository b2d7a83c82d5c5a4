import { request } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createApiToken } from '../auth/manage-api-tokens';
import type { Rights } from '../auth/permission';
import { systemActor } from '../model/audit/actor';
import { createMetrics } from '../observability/metrics';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { type Health, summarizeHealth } from './health';
import { openMetricsPort } from './metrics-port';
import { findFreePort } from './postgres/free-port';

const HOST = '127.0.0.1';
const ENVIRONMENT_TOKEN = 'token-of-the-environment';
const READY: Health = summarizeHealth({
  database: 'ready',
  broker: 'ready',
  workers: 'ready',
  gateway: 'ready',
  connections: 'ready',
  wakeUps: 'ready',
  processes: 'ready',
});
const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

let database: TestDatabase;
let health = READY;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const close of closing) await close();
  await database.close();
});

async function open(openMetrics: boolean): Promise<number> {
  const metricsPort = await findFreePort(HOST);
  const metrics = createMetrics();
  metrics.count('rocketmq_messages_in_total', { topic: 'secret-name', message_type: 'normal' });
  const config = { host: HOST, metricsPort, openMetrics, apiToken: ENVIRONMENT_TOKEN };
  const close = await openMetricsPort({
    ...{ config, log, metrics, db: database.store.console },
    health: () => Promise.resolve(health),
  });
  closing.push(close);
  return metricsPort;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: HOST, port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    call.on('error', reject);
    call.end();
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('on loopback every local process may read the metrics, except a request under another host name', async () => {
  const port = await open(true);
  const { status, body, headers } = await ask(port, '/api/metrics');
  expect(status).toBe(200);
  expect(body).toMatch(/^rocketmq_messages_in_total\{topic="secret-name".*\} 1$/m);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(await ask(port, '/api/metrics', { host: `localhost:${port}` })).toMatchObject({ status: 200 });
  const rebound = await ask(port, '/api/metrics', { host: `evil.example:${port}` });
  expect(rebound).toMatchObject({ status: 401, body: 'send an API token\n' });
  expect(await ask(port, '/api/metrics', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
});

test('elsewhere only with an API token that may read groups', async () => {
  const port = await open(false);
  const actor = systemActor('test');
  const make = async (rights: Rights) =>
    (await createApiToken(database.store, actor, { name: rights, rights, expiresInDays: null })).secret;
  expect(await ask(port, '/api/metrics')).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
  });
  for (let n = 0; n < 3; n += 1)
    expect((await ask(port, '/api/metrics', bearer('not-a-token-of-this-broker'))).status).toBe(401);
  const refused = await database.store.prisma.audit.findMany({ where: { action: 'token.refuse' } });
  expect(refused.map(({ address, after }) => ({ address, after }))).toEqual([{ address: '127.0.0.1', after: null }]);
  expect((await ask(port, '/api/metrics', bearer(await make('failures')))).status).toBe(403);
  for (const token of [await make('viewer'), ENVIRONMENT_TOKEN]) {
    const { status, body } = await ask(port, '/api/metrics', bearer(token));
    expect([status, body.includes('secret-name')]).toEqual([200, true]);
  }
});

test('health is 503 with the reason while a part is not ready; other paths and methods are refused', async () => {
  const port = await open(false);
  expect(await ask(port, '/api/health')).toMatchObject({ status: 200, body: JSON.stringify(READY) });
  health = summarizeHealth({ ...READY.parts, database: 'no answer' });
  const unwell = await ask(port, '/api/health');
  health = READY;
  expect(unwell.status).toBe(503);
  expect(unwell.body).toContain('no answer');
  expect((await ask(port, '/')).status).toBe(404);
  expect((await ask(port, '/api/metrics/../health')).status).toBe(404);
  expect(await ask(port, '/api/metrics', {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
});
