import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../testing/database';
import { openPool } from './pool';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** What only brokers of a cluster have, and what a run of a cluster has no need of. */
const OWN = new Set([
  ...['cluster_id', 'broker', 'consumer', 'reconsume_times', 'flag', 'sys_flag', 'store_id', 'chosen_by'],
  // Of re-drives.
  ...['way', 'lineage', 'others', 'ordered', 'max_retries', 'starts', 'watched_to'],
]);
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  // Its dead letters are not redirected.
  dead_letter_count: ['count_id'],
  redrive: ['redirect_id'],
  redrive_item: ['why', 'moved_at', 'prev_ord', 'fingerprint'],
};

test('each view of the letters of a cluster has the columns of the table that it stands for', async () => {
  const { rows } = await database.store.console.query<{ table: string; column: string; type: string; schema: string }>(
    `SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS type, n.nspname AS schema
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE a.attnum > 0 AND NOT a.attisdropped AND n.nspname IN ('public', 'in_cluster')
        AND c.relkind IN ('r', 'v', 'p')`,
  );
  const columnsOf = (schema: string, table: string): readonly string[] =>
    rows
      .filter((row) => row.schema === schema && row.table === table)
      .filter(({ column }) => !OWN.has(column) && WITHOUT[table]?.includes(column) !== true)
      .map(({ column, type }) => `${column} ${type}`)
      .toSorted();
  const views = [...new Set(rows.filter(({ schema }) => schema === 'in_cluster').map(({ table }) => table))];
  expect(views.length).toBeGreaterThan(6);
  for (const view of views)
    expect([view, columnsOf('in_cluster', view)]).toEqual([
      view,
      expect.arrayContaining([...columnsOf('public', view)]),
    ]);
});

test('a role that may not use the schema gets no connection, rather than the embedded tables of the same names', async () => {
  const settings = { search_path: 'no_such_schema,public' };
  const pool = openPool({
    ...{ databaseUrl: database.url, applicationName: 'test', settings, max: 1, schema: 'no_such_schema' },
  });
  await expect(pool.query('SELECT 1')).rejects.toThrow('may not use the schema no_such_schema');
  await pool.end();
});
