import { createHash, randomBytes } from 'node:crypto';

import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, inject, test } from 'vitest';

import { withAdmin } from '../testing/admin-connection';
import type { FunctionSource } from './apply-functions';
import { migrate, type Migration, readMigrations } from './migrate';

const names: string[] = [];
let url: string;
let client: pg.Client;

beforeEach(async () => {
  const name = `redrive_migrate_${randomBytes(6).toString('hex')}`;
  names.push(name);
  await withAdmin(inject('testServerUrl'), (admin) => admin.query(`CREATE DATABASE ${name}`));
  url = inject('testServerUrl').replace(/\/[^/]*$/, `/${name}`);
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterEach(() => client.end());
afterAll(async () => {
  for (const name of names) {
    await withAdmin(inject('testServerUrl'), (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
  }
});

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

function source(name: string, body: string): FunctionSource {
  const sql = `CREATE OR REPLACE FUNCTION ${name}() RETURNS ${body}`;
  return { file: `${name}.sql`, names: [name], sql, mark: `redrive ${createHash('sha256').update(sql).digest('hex')}` };
}

const first = migration('0001_first', 'CREATE TABLE first (id int)');
const second = migration('0002_second', 'CREATE TABLE second (id int); INSERT INTO first VALUES (1)');

test('two starts at once apply each migration exactly once', async () => {
  const results = await Promise.all(
    [1, 2, 3].map(() => migrate(url, [first, second], [source('one', 'int RETURN 1')])),
  );
  expect(results.flatMap(({ applied }) => applied).toSorted()).toEqual(['0001_first', '0002_second', 'one']);
  expect((await client.query('SELECT * FROM first')).rowCount).toBe(1);
  const { rows } = await client.query(
    'SELECT migration_name, finished_at IS NOT NULL AS finished, applied_steps_count FROM _prisma_migrations ORDER BY 1',
  );
  expect(rows).toEqual([
    { migration_name: '0001_first', finished: true, applied_steps_count: 1 },
    { migration_name: '0002_second', finished: true, applied_steps_count: 1 },
  ]);
});

test('a migration that fails leaves nothing of itself and names file and line', async () => {
  const broken = migration('0002_broken', 'CREATE TABLE half (id int);\nSELECT nonsense;');
  await expect(migrate(url, [first, broken], [])).rejects.toThrow(/0002_broken failed \(line 2\): .*nonsense/);
  const { rows } = await client.query("SELECT to_regclass('first') IS NOT NULL AS first, to_regclass('half') AS half");
  expect(rows).toEqual([{ first: true, half: null }]);
});

test('a migration that was changed after it was applied is refused', async () => {
  await migrate(url, [first], []);
  await expect(migrate(url, [migration('0001_first', 'CREATE TABLE other (id int)')], [])).rejects.toThrow(
    /was changed after/,
  );
});

test('functions are replaced when their source changes, result type included, and dropped when gone', async () => {
  await migrate(url, [first], [source('one', 'int RETURN 1'), source('two', 'int RETURN 2')]);
  expect(
    (await migrate(url, [first], [source('one', "text RETURN 'one'"), source('two', 'int RETURN 2')])).applied,
  ).toEqual(['one']);
  expect((await client.query('SELECT one() AS one, two() AS two')).rows).toEqual([{ one: 'one', two: 2 }]);
  await migrate(url, [first], [source('one', "text RETURN 'one'")]);
  await expect(client.query('SELECT two()')).rejects.toThrow(/does not exist/);
});

test('an older Redrive leaves the functions of a newer one alone', async () => {
  await migrate(url, [first, second], [source('one', 'int RETURN 2')]);
  const older = await migrate(url, [first], [source('one', 'int RETURN 1')]);
  expect(older).toEqual({ applied: [], unknown: ['0002_second'] });
  expect((await client.query('SELECT one() AS one')).rows).toEqual([{ one: 2 }]);
});

test('the real migrations apply to an empty database', async () => {
  expect((await migrate(url)).applied).toEqual(expect.arrayContaining(readMigrations().map(({ name }) => name)));
});
