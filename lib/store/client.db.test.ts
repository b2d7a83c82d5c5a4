import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../testing/database';
import { troubleOf } from './database-trouble';
import { withMetadata } from './metadata';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function setting(pool: 'broker' | 'console', name: string): Promise<string> {
  const { rows } = await database.store[pool].query<{ value: string }>('SELECT current_setting($1) AS value', [name]);
  return rows[0]?.value ?? '';
}

test.each([
  ['broker', 'enable_seqscan', 'off'],
  ['broker', 'enable_bitmapscan', 'off'],
  ['broker', 'jit', 'off'],
  ['broker', 'synchronous_commit', 'on'],
  ['broker', 'statement_timeout', '10s'],
  ['broker', 'lock_timeout', '5s'],
  ['broker', 'idle_in_transaction_session_timeout', '5s'],
  ['broker', 'client_connection_check_interval', '500ms'],
  ['broker', 'tcp_keepalives_idle', '10'],
  ['broker', 'tcp_user_timeout', '15000'],
  ['broker', 'TimeZone', 'UTC'],
  ['broker', 'default_transaction_isolation', 'read committed'],
  ['broker', 'application_name', 'redrive-broker'],
  ['console', 'enable_seqscan', 'on'],
  ['console', 'jit', 'off'],
  ['console', 'max_parallel_workers_per_gather', '0'],
  ['console', 'statement_timeout', '5s'],
  ['console', 'application_name', 'redrive-console'],
] as const)('%s sessions have %s = %s', async (pool, name, value) => {
  expect(await setting(pool, name)).toBe(value);
});

test('int8 arrives as a number and refuses to be rounded', async () => {
  const { rows } = await database.store.broker.query('SELECT 9007199254740991::int8 AS id, ARRAY[1,2]::int8[] AS ids');
  expect(rows).toEqual([{ id: 9007199254740991, ids: [1, 2] }]);
  await expect(database.store.broker.query('SELECT 9007199254740992::int8 AS id')).rejects.toThrow(/safe integers/);
});

test('a killed idle connection is replaced, not fatal', async () => {
  const { rows } = await database.store.broker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await database.store.console.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect.poll(() => setting('broker', 'jit')).toBe('off');
});

test('Prisma queries run on the console pool', async () => {
  const rows = await database.store.prisma.$queryRaw<{ app: string; id: bigint }[]>`
    SELECT current_setting('application_name') AS app, 5::int8 AS id`;
  expect(rows).toEqual([{ app: 'redrive-console', id: 5n }]);
});

test('a change waits for its turn longer than Prisma would, and then says what was missing', async () => {
  const { store, close } = await createTestDatabase({ consolePoolMax: 1 });
  const change = (): Promise<unknown> =>
    withMetadata(store.prisma, async (db) => (await db.query('SELECT 1 AS one')).rows).catch(troubleOf);
  try {
    const held = await store.console.connect();
    const waiting = [change(), change()];
    setTimeout(() => held.release(), 3_000);
    expect(await Promise.all(waiting)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    const kept = await store.console.connect();
    expect(await change()).toMatchObject({ kind: 'connections-busy' });
    kept.release();
  } finally {
    await close();
  }
});
