import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSecret } from '../../auth/secret-token';
import { openSession } from '../../auth/session';
import { withMetadata } from '../../store/metadata';
import { type Health, summarizeHealth } from '../../runtime/health';
import type { Runtime } from '../../runtime/singleton';
import { openTestApi, type TestApi } from '../../testing/api';
import { browser } from '../../testing/next';
import { requirePrincipalOrUnknown } from '../http/session';
import { FIRST_READ } from '../../model/read-path';
import { reads } from '../reads/registry';
import { loadPage } from './load-page';

function signedInBy(cookie: string): void {
  browser.headers = new Headers({ host: 'console.test', cookie: `redrive-session=${cookie}` });
}

let health: Health;
let api: TestApi;
let token = '';

beforeAll(async () => {
  api = await openTestApi();
  // Nothing of it is asked by what the other tests call.
  const { ready } =
    (globalThis as unknown as Record<symbol, { ready: Partial<Runtime> }>)[Symbol.for('redrive.runtime')] ?? {};
  Object.assign(ready ?? {}, { health: () => Promise.resolve(health) });
  const db = api.broker.database.store.console;
  const email = 'viewer@example.com';
  const { rows } = await db.query<{ id: number }>(
    "INSERT INTO operator (email, role) VALUES ($1, 'viewer') RETURNING operator_id AS id",
    [email],
  );
  token = await withMetadata(api.broker.database.store.prisma, (tx) =>
    openSession(tx, { operatorId: rows[0]?.id ?? 0, email }, { address: '127.0.0.1', agent: 'test' }),
  );
});
afterAll(() => api.close());

test('an account with the right gets what was read; others are redirected', async () => {
  signedInBy(token);
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('the data'));
  expect(await loadPage('limit:read', load)).toMatchObject({
    kind: 'loaded',
    data: 'the data',
    principal: { name: 'viewer@example.com' },
  });
  await expect(loadPage('alarm-channel:manage', load)).rejects.toThrow('403');
  signedInBy('');
  await expect(loadPage('limit:read', load)).rejects.toThrow('/sign-in');
  await expect(requirePrincipalOrUnknown()).rejects.toThrow('/sign-in');
  expect(load).toHaveBeenCalledTimes(1);
});

test('while sessions cannot be read nothing is read, and the page says that it could not check the session', async () => {
  const db = api.broker.database.store.console;
  health = summarizeHealth({
    database: 'ready',
    broker: 'ready',
    workers: 'ready',
    gateway: 'ready',
    connections: 'ready',
    wakeUps: 'ready',
    processes: 'ready',
  });
  const madeUp = createSecret().secret;
  await db.query('ALTER TABLE operator_session RENAME TO operator_session_away');
  try {
    for (const cookie of [token, madeUp]) {
      signedInBy(cookie);
      const load = vi.fn<() => Promise<string>>(() => Promise.resolve('the data'));
      expect(await loadPage('limit:read', load)).toEqual({
        kind: 'unanswered',
        reason: expect.stringMatching(/^Something failed on the server\. Error ID [0-9a-f]+\.$/),
        askedAt: expect.any(String),
      });
      expect(load).not.toHaveBeenCalled();
      expect(await requirePrincipalOrUnknown()).toBeNull();
    }
    health = summarizeHealth({ ...health.parts, database: 'connection refused' });
    expect(await loadPage('limit:read', () => Promise.resolve(1))).toMatchObject({
      reason: expect.stringMatching(/^The database is not responding: connection refused\. .*Error ID/),
    });
    signedInBy('');
    await expect(requirePrincipalOrUnknown()).rejects.toThrow('/sign-in');
  } finally {
    await db.query('ALTER TABLE operator_session_away RENAME TO operator_session');
  }
});

test('what refreshes by itself is spaced; a page, and the first read of something, are not', async () => {
  signedInBy(token);
  const ask = async (headers: Readonly<Record<string, string>>): Promise<void> => {
    const answer = await reads.groups.GET(
      new Request('http://console.test/api/console/groups', {
        headers: { ...headers, cookie: `redrive-session=${token}` },
      }),
    );
    expect(answer.status).toBe(200);
  };
  const msOf = async (times: number, run: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    for (let time = 0; time < times; time += 1) await run();
    return performance.now() - startedAt;
  };
  // Four begin without a pause, the fifth and the sixth a second after each other.
  expect(await msOf(6, () => ask({}))).toBeGreaterThan(1_500);
  const rounds = 8;
  expect(await msOf(rounds, () => ask({ [FIRST_READ]: '1' }))).toBeLessThan((rounds * 1_000) / 2);
  expect(await msOf(rounds, () => reads.groups.load({}))).toBeLessThan((rounds * 1_000) / 2);
});
