import { afterAll, beforeAll, expect, test } from 'vitest';

import { isCovered } from '../model/access/team';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { Random } from '../testing/random';
import { IN_TEAM } from './session-settings';
import { openPool } from './pool';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Letters that a careless comparison takes for something else: wildcards, case, accents, two code units. */
const LETTERS: readonly [string, ...string[]] = [
  'a',
  'A',
  'b',
  '%',
  '_',
  '-',
  '|',
  '\\',
  "'",
  '"',
  '{',
  ',',
  ' ',
  'é',
  'e\u0301',
  'ß',
  'ı',
  '😀',
  'Ω',
];

test('the predicate in SQL and the one in JavaScript say the same of any names and prefixes', async () => {
  const random = new Random(20_261_123);
  const word = (most: number): string =>
    Array.from({ length: 1 + Math.floor(random.between(0, most)) }, () => random.pick(LETTERS)).join('');
  const names = [...new Set(Array.from({ length: 400 }, () => word(5)))];
  await database.store.console.query(
    `INSERT INTO consumer_group (name, delivery_order, max_retries, retry_policy, consumption_timeout_ms, version,
       created_at, updated_at)
     SELECT name, 'concurrent', 5, '{"type":"stepped"}', 900000, 1, now(), now() FROM unnest($1::text[]) AS n(name)`,
    [names],
  );
  for (let round = 0; round < 20; round += 1) {
    const prefixes = Array.from({ length: 1 + Math.floor(random.between(0, 4)) }, () => word(2));
    const seen = database.store.inTeam(prefixes);
    const { rows } = await seen.console.query<{ name: string }>('SELECT name FROM consumer_group');
    const byPrisma = await seen.prisma.consumerGroup.findMany({ select: { name: true } });
    const wanted = names.filter((name) => isCovered(prefixes, name)).toSorted();
    expect({ prefixes, names: rows.map(({ name }) => name).toSorted() }).toEqual({ prefixes, names: wanted });
    expect(byPrisma.map(({ name }) => name).toSorted()).toEqual(wanted);
  }
});

test('every table has a view, so no statement finds the table itself; one without a rule shows nothing', async () => {
  const { rows } = await database.store.console.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
        AND to_regclass('in_team.' || quote_ident(c.relname)) IS NULL`,
  );
  expect(rows).toEqual([]);
  const seen = database.store.inTeam(['x']).console;
  const { rows: first } = await seen.query<{ schema: string }>(
    `SELECT relnamespace::regnamespace::text AS schema FROM pg_class WHERE oid = 'operator'::regclass`,
  );
  expect(first).toEqual([{ schema: IN_TEAM }]);
  await database.store.prisma.operator.create({ data: { email: 'ana@example.com', role: 'admin' } });
  expect((await seen.query('SELECT FROM operator')).rowCount).toBe(0);
});

test('a connection that does not say what it may see sees nothing', async () => {
  const settings = { search_path: `${IN_TEAM},public` };
  const pool = openPool({
    ...{ databaseUrl: database.url, applicationName: 'test', settings, max: 1, schema: IN_TEAM },
  });
  await expect(pool.query('SELECT name FROM consumer_group')).rejects.toThrow('redrive.scope');
  await pool.end();
});
