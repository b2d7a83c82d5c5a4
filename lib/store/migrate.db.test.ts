import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, inject, test } from 'vitest';

import { withAdmin } from '../testing/admin-connection';
import type { FunctionSource } from './apply-functions';
import { migrate, type Migration, type Program, thisProgram } from './migrate';

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

function program(migrations: Migration[], functions: FunctionSource[] = [], version = '0.2.0'): Program {
  return { version, migrations, functions };
}

const first = migration('0001_first', 'CREATE TABLE first (id int)');
const second = migration('0002_second', 'CREATE TABLE second (id int); INSERT INTO first VALUES (1)');

test('two starts at once apply each migration exactly once', async () => {
  const results = await Promise.all(
    [1, 2, 3].map(() => migrate(url, program([first, second], [source('one', 'int RETURN 1')]))),
  );
  expect(results.flat().toSorted()).toEqual(['0001_first', '0002_second', 'one']);
  expect((await client.query('SELECT * FROM first')).rowCount).toBe(1);
  const { rows } = await client.query(
    `SELECT migration_name, finished_at IS NOT NULL AS finished, applied_steps_count FROM _prisma_migrations
      ORDER BY 1`,
  );
  expect(rows).toEqual([
    { migration_name: '0001_first', finished: true, applied_steps_count: 1 },
    { migration_name: '0002_second', finished: true, applied_steps_count: 1 },
  ]);
});

test('a start that waits for another program says for whom, whatever the limits of its role are', async () => {
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET lock_timeout = '100ms'`);
  const other = new pg.Client({ connectionString: url, application_name: 'redrive-migrate' });
  await other.connect();
  await other.query('BEGIN; SELECT pg_advisory_xact_lock(7270117011)');
  const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const said: string[] = [];
  const migrated = migrate(url, program([first]), (line) => void said.push(line));
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toBe(
    `This database is being migrated by redrive-migrate of 127.0.0.1 (process ${rows[0]?.pid} of PostgreSQL): ` +
      'waiting until it is done.',
  );
  // Longer than the limit of the database.
  await sleep(300);
  await other.query('ROLLBACK');
  expect(await migrated).toEqual(['0001_first']);
  await other.end();
});

test('a migration that meets clients in a deadlock gives way, and is applied after them', async () => {
  await migrate(url, program([first, second]));
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass';
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  // A statement of a client, which its own deadlock would end no sooner.
  await other.query("SET deadlock_timeout = '60s'; BEGIN; LOCK TABLE second");
  const third = migration('0003_third', 'LOCK TABLE first; ALTER TABLE second ADD COLUMN note text');
  const migrated = migrate(url, program([first, second, third]));
  await expect.poll(async () => (await client.query(waiting, ['second'])).rowCount).toBe(1);
  await other.query('LOCK TABLE first');
  await other.query('COMMIT');
  expect(await migrated).toEqual(['0003_third']);
  await other.end();
});

test('a migration that fails leaves an empty database empty, and of an upgrade those before it; it names file and line', async () => {
  const broken = migration('0002_broken', 'CREATE TABLE half (id int);\nSELECT nonsense;');
  await expect(migrate(url, program([first, broken]))).rejects.toThrow(/0002_broken failed \(line 2\): .*nonsense/);
  const { rows } = await client.query("SELECT to_regclass('first') IS NOT NULL AS first, to_regclass('half') AS half");
  expect(rows).toEqual([{ first: false, half: null }]);
  await migrate(url, program([first]));
  const third = migration('0003_broken', broken.sql);
  await expect(migrate(url, program([first, second, third]))).rejects.toThrow(/0003_broken failed \(line 2\)/);
  const left = await client.query("SELECT to_regclass('second') IS NOT NULL AS second, to_regclass('half') AS half");
  expect(left.rows).toEqual([{ second: true, half: null }]);
});

test('functions are replaced when their source changes, result type included, and dropped when gone', async () => {
  await migrate(url, program([first], [source('one', 'int RETURN 1'), source('two', 'int RETURN 2')]));
  expect(
    await migrate(url, program([first], [source('one', "text RETURN 'one'"), source('two', 'int RETURN 2')])),
  ).toEqual(['one']);
  expect((await client.query('SELECT one() AS one, two() AS two')).rows).toEqual([{ one: 'one', two: 2 }]);
  await migrate(url, program([first], [source('one', "text RETURN 'one'")]));
  await expect(client.query('SELECT two()')).rejects.toThrow(/does not exist/);
});

/** Every table, function and row of a database, as one text. */
async function everything(): Promise<unknown> {
  const { rows } = await client.query(
    `SELECT (SELECT array_agg(c.relname::text ORDER BY 1) FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace) AS tables,
            (SELECT array_agg(p.proname || p.prosrc ORDER BY 1) FROM pg_proc p
              WHERE p.pronamespace = 'public'::regnamespace) AS functions,
            query_to_xml('SELECT * FROM _prisma_migrations', true, true, '')::text AS migrations,
            query_to_xml('SELECT * FROM installed_release', true, true, '')::text AS releases`,
  );
  return rows[0];
}

const releases = migration(
  '0002_releases',
  'CREATE TABLE installed_release (version text PRIMARY KEY, installed_at timestamptz NOT NULL DEFAULT now())',
);
const newer = program([first, releases, migration('0003_third', 'CREATE TABLE third (id int)')], [], '0.10.0');

test.each([
  ['with a migration it does not know', newer],
  ['with nothing but other functions', { ...newer, migrations: [first, releases] }],
])('a downgrade from a release %s is refused in one sentence, and nothing is written', async (_, installed) => {
  await migrate(url, { ...installed, functions: [source('one', 'int RETURN 2')] });
  const before = await everything();
  const older = program([first, releases], [source('one', 'int RETURN 1')], '0.9.3');
  await expect(migrate(url, older)).rejects.toThrow(
    'This database belongs to Redrive 0.10.0, and this is Redrive 0.9.3: a downgrade is not possible; ' +
      'start Redrive 0.10.0 or newer on it, or restore a backup made before the upgrade.',
  );
  expect(await everything()).toEqual(before);
});

test('an unreleased build of the same version is named by its migration', async () => {
  await migrate(url, { ...newer, version: '0.9.3' });
  await expect(migrate(url, program([first, releases], [], '0.9.3'))).rejects.toThrow(
    'This database belongs to a newer build than this one (it has the migration 0003_third), and this is Redrive 0.9.3',
  );
});

test('a program of the same release line goes back and forth, and its functions with it', async () => {
  const one = (version: string, body: string) => program([first, releases], [source('one', body)], version);
  await migrate(url, one('0.9.0', 'int RETURN 0'));
  await migrate(url, one('0.9.1', 'int RETURN 1'));
  expect(await migrate(url, one('0.9.0', 'int RETURN 0'))).toEqual(['one']);
  expect((await client.query('SELECT one() AS one')).rows).toEqual([{ one: 0 }]);
});

test.each([
  ['another text of a migration', [migration('0001_first', 'CREATE TABLE other (id int)'), releases]],
  ['a migration that no release has', [first, migration('0001_other', 'CREATE TABLE other (id int)'), releases]],
])('data of an unreleased version (%s) is refused with what to do, and nothing is written', async (_, migrations) => {
  await migrate(url, program(migrations, [], '0.1.0'));
  const before = await everything();
  await expect(migrate(url, program([first, releases, second]))).rejects.toThrow(
    /^This database was made by an unreleased version of Redrive \(its migration 0001_\w+ is not the one of Redrive 0\.2\.0\).*start with a new REDRIVE_DATA_DIR or DATABASE_URL/,
  );
  expect(await everything()).toEqual(before);
});

test('the real migrations apply to an empty database', async () => {
  expect(await migrate(url)).toEqual(expect.arrayContaining(thisProgram().migrations.map(({ name }) => name)));
});
