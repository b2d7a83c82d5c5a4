import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { troubleOf } from '../store/database-trouble';
import { openPool } from '../store/pool';
import { BROKER_SESSION } from '../store/session-settings';
import { openWakeChannel } from '../store/wake-channel';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { findPooler, type Pooler, startPooler } from '../testing/pooler';
import { refusePoolerOfTransactions } from './check-pooler';

const IGNORED = 'ignore_startup_parameters = extra_float_digits,options';
const program = findPooler() ?? '';

const ignore = (): void => undefined;

let database: TestDatabase;
let pooler: Pooler | null = null;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await pooler?.close();
  pooler = null;
});
afterAll(() => database.close());

async function refusalOf(url: string): Promise<string | null> {
  return await refusePoolerOfTransactions('DATABASE_URL', url).then(
    () => null,
    (error: Error) => error.message,
  );
}

async function startWith(...lines: readonly string[]): Promise<string> {
  pooler = await startPooler(program, database.url, lines);
  return pooler.url;
}

test('a server without a pooler is used', async () => {
  expect(await refusalOf(database.url)).toBeNull();
});

test.skipIf(program === '').each([
  ['that lends for a transaction', ['pool_mode = transaction', IGNORED], /does not keep sessions.*session mode/],
  [
    'that lends for a statement',
    ['pool_mode = statement', IGNORED],
    /session mode|cannot be used: .*statement pooling/,
  ],
  ['with its defaults', [], /refuses session settings .*: set ignore_startup_parameters = extra_float_digits,options/],
  ['with one connection', ['default_pool_size = 1', IGNORED], /gives no second connection within 5 s/],
])('a pooler %s is refused in one sentence', async (_, lines, sentence) => {
  expect(await refusalOf(await startWith(...lines))).toMatch(sentence);
});

test.skipIf(program === '')('a pooler that keeps sessions is used; settings that it drops are set again', async () => {
  const url = await startWith('pool_mode = session', IGNORED);
  expect(await refusalOf(url)).toBeNull();
  const pool = openPool({ databaseUrl: url, applicationName: 'redrive-test', settings: BROKER_SESSION, max: 1 });
  const { rows } = await pool.query('SELECT name, setting FROM pg_settings WHERE name = ANY($1)', [
    ['statement_timeout', 'enable_seqscan', 'synchronous_commit'],
  ]);
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    statement_timeout: '10000',
    enable_seqscan: 'off',
    synchronous_commit: 'on',
  });
  await pool.end();
});

test.skipIf(program === '')('a pooler that lends for a transaction is found out while a node runs', async () => {
  const url = await startWith('pool_mode = transaction', IGNORED);
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const seen: (Error | null)[] = [];
  const onSession = (error: Error | null): void => void seen.push(error);
  const channel = openWakeChannel({ databaseUrl: url, log, onMessage: ignore, onSession });
  await expect.poll(() => seen).toEqual([null]);
  // The channel listened on a connection that is lent to this transaction now.
  const settings = { ...BROKER_SESSION, idle_in_transaction_session_timeout: '30s' };
  const pool = openPool({ databaseUrl: url, applicationName: 'redrive-test', settings, max: 1 });
  const client = await pool.connect();
  await client.query('BEGIN');
  await expect.poll(() => seen.map((error) => troubleOf(error)?.kind), { timeout: 15_000 }).toContain('no-sessions');
  client.release();
  await Promise.all([channel.close(), pool.end()]);
});
