import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type EmbeddedPostgres, startEmbeddedPostgres } from '../runtime/postgres/start';
import { withAdmin } from '../testing/admin-connection';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy';
import { createStore, type Store } from './client';
import { troubleOf } from './database-trouble';
import { openWakeChannel, type WakeChannel } from './wake-channel';

/** The loss is noticed after 3.5 s at most; a statement on a dead connection would wait for 20 s. */
const BACK_MS = 10_000;
/** It ends a test that hangs, and decides nothing. */
const PATIENT = { timeout: 50_000 };
const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const folder = mkdtempSync(join(tmpdir(), 'redrive-pair-'));

/** A server and a copy of it, as a primary and its promoted standby are. */
const pair: EmbeddedPostgres[] = [];
beforeAll(async () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const origin = await startEmbeddedPostgres({ dataDirectory: first, throwAway: true });
  await origin.release();
  execFileSync('cp', ['-a', first, second]);
  for (const dataDirectory of [first, second])
    pair.push(await startEmbeddedPostgres({ dataDirectory, throwAway: true }));
  for (const [name, { url }] of [first, second].map((path, at) => [path, pair[at] as EmbeddedPostgres] as const))
    await withAdmin(url, async (client) => {
      await client.query('CREATE TABLE place (name text)');
      await client.query('INSERT INTO place VALUES ($1)', [name]);
    });
}, 60_000);
afterAll(async () => {
  for (const server of pair) await server.release();
  rmSync(folder, { recursive: true, force: true });
});

let store: Store | null = null;
let channel: WakeChannel | null = null;
let proxy: DatabaseProxy | null = null;
afterEach(async () => {
  await channel?.close();
  channel = null;
  await store?.close();
  await proxy?.close();
});

function open(databaseUrl: string): Store {
  const opened = createStore({ databaseUrl, brokerPoolMax: 4, consolePoolMax: 1 });
  store = opened;
  channel = openWakeChannel({
    databaseUrl,
    log,
    onMessage: silent,
    onOtherServer: (lostAtMs) => opened.endConnections(lostAtMs, new Error('replaced')),
  });
  return opened;
}

async function placeOf({ broker }: Store): Promise<string> {
  const { rows } = await broker.query<{ name: string }>('SELECT name FROM place');
  return (rows[0]?.name ?? '').endsWith('first') ? 'first' : 'second';
}

test('when the primary falls silent, statements fail at once and the next ones reach its successor', async () => {
  const [first, second] = pair as [EmbeddedPostgres, EmbeddedPostgres];
  proxy = await startDatabaseProxy(first.url);
  const opened = open(proxy.url);
  await expect.poll(() => channel?.downForMs()).toBeNull();
  await Promise.all([1, 2, 3, 4].map(async () => expect(await placeOf(opened)).toBe('first')));
  proxy.failOver(second.url);
  const failedAtMs = performance.now();
  const waiting = await Promise.allSettled([1, 2, 3, 4].map(() => placeOf(opened)));
  expect(waiting.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
  expect(await placeOf(opened)).toBe('second');
  expect(performance.now() - failedAtMs).toBeLessThan(BACK_MS);
}, 60_000);

test('of several hosts the one that takes writes is used, before and after they change their roles', async () => {
  const [first, second] = pair as [EmbeddedPostgres, EmbeddedPostgres];
  const ports = pair.map(({ url }) => new URL(url).port);
  const { username, password } = new URL(first.url);
  const hosts = ['127.0.0.1:9', ...ports.map((port) => `127.0.0.1:${port}`)].join(',');
  await setReadOnly(first, true);
  const opened = open(`postgresql://${username}:${password}@${hosts}/redrive?target_session_attrs=read-write`);
  expect(await placeOf(opened)).toBe('second');
  await setReadOnly(first, false);
  await setReadOnly(second, true);
  // The roles were changed under an open connection: until something ends it, it goes on reading where it is.
  expect(await placeOf(opened)).toBe('second');
  await expect.poll(() => placeAfterEnd(second, opened), PATIENT).toBe('first');
  await setReadOnly(first, true);
  await expect
    .poll(() => placeAfterEnd(first, opened), PATIENT)
    .toMatch(/no host takes writes \(.*127\.0\.0\.1:9: .*ECONNREFUSED.*read-only/s);
}, 120_000);

test('a wrong password is not taken for hosts that are away', async () => {
  const hosts = pair.map(({ url }) => `127.0.0.1:${new URL(url).port}`).join(',');
  const opened = createStore({
    databaseUrl: `postgresql://redrive:wrong@${hosts},127.0.0.1:9/redrive`,
    ...{ brokerPoolMax: 1, consolePoolMax: 1 },
  });
  store = opened;
  const refusal = await placeOf(opened).catch((error: Error) => error);
  expect(refusal).toMatchObject({ code: '28P01', message: expect.stringContaining('password authentication failed') });
  expect(troubleOf(refusal)).toBeNull();
});

async function setReadOnly({ url }: EmbeddedPostgres, isReadOnly: boolean): Promise<void> {
  await withAdmin(url, async (client) => {
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await client.query('SELECT pg_reload_conf()');
  });
  await expect
    .poll(() =>
      withAdmin(url, async (client) => {
        const { rows } = await client.query<{ value: string }>(
          "SELECT reset_val AS value FROM pg_settings WHERE name = 'default_transaction_read_only'",
        );
        return rows[0]?.value;
      }),
    )
    .toBe(isReadOnly ? 'on' : 'off');
}

/** Each time: a connection that was being opened when the roles changed is ended by the next one. */
async function placeAfterEnd({ url }: EmbeddedPostgres, opened: Store): Promise<string> {
  await withAdmin(url, (client) =>
    client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'redrive-broker'"),
  );
  return await placeOf(opened).catch(({ message }: Error) => message);
}
