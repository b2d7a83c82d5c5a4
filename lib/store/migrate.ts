import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { VERSION } from '../model/version';
import { applyFunctions, readFunctions, staleFunctions, type FunctionSource } from './apply-functions';
import { clientConfig } from './connect/client-config';
import { keepSession } from './connect/session-check';
import { appliedMigrations, checkRelease } from './check-release';
import { describeSqlError, MigrationError } from './migration-error';
import { applyRights } from './roles';
import { MIGRATION_SESSION } from './session-settings';
import { sql } from './sql';
import { gaveWay } from './sql-errors';

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

/** What a version of Redrive needs of its database. */
export interface Program {
  readonly version: string;
  readonly migrations: readonly Migration[];
  readonly functions: readonly FunctionSource[];
}

export function thisProgram(): Program {
  return { version: VERSION, migrations: readMigrations(), functions: readFunctions() };
}

/** A migration locks tables that clients of the release before lock in their own order: the migration gives way. */
const TRIES = 20;
const PAUSE_MS = 250;

/** Any constant will do; it only has to be the same in every Redrive. */
const LOCK_KEY = 7_270_117_011;

/** The shape of Prisma's own table, so that the stock CLI can take over. */
const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

/** Who holds the lock; of sessions of other roles only the process is known. */
const SELECT_HOLDER = `
  SELECT concat_ws(' ', coalesce(nullif(a.application_name, ''), 'another program'), 'of ' || host(a.client_addr)) AS name,
         l.pid
    FROM pg_locks l JOIN pg_stat_activity a USING (pid)
   WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
     AND (l.classid::bigint << 32 | l.objid::bigint) = $1
     AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const INSERT_ROW = `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  VALUES ($id, $checksum, $name, now(), clock_timestamp(), 1)`;

function readMigrations(directory: string = join(process.cwd(), 'prisma', 'migrations')): Migration[] {
  return readdirSync(/* turbopackIgnore: true */ directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => {
      const sql = readFileSync(
        /* turbopackIgnore: true */ join(/* turbopackIgnore: true */ directory, name, 'migration.sql'),
        'utf8',
      );
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Applies what is missing under a lock: of two starts at once the second waits and then finds nothing left to do. An
 * empty database gets all or nothing; an upgrade applies each migration in a transaction of its own, so that a failure
 * or a kill leaves whole ones.
 * @param say is given a sentence about the program that this one waits for
 * @returns the names of what was applied
 * @throws MigrationError the database belongs to a newer release or to none, and nothing was written
 */
export async function migrate(
  databaseUrl: string,
  { version, migrations, functions }: Program = thisProgram(),
  say: (line: string) => void = () => undefined,
): Promise<readonly string[]> {
  const client = await connect(databaseUrl);
  await keepSession(client, MIGRATION_SESSION);
  try {
    // Of a database that is up to date nothing but this is asked: a node has to be back at once after a crash.
    const present = new Set((await appliedMigrations(client)).map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !present.has(name));
    const step = (work: () => Promise<string[]>): Promise<string[]> =>
      again(() =>
        inLockedTransaction(client, say, async () => {
          // Again: meanwhile a newer program may have held the lock.
          await checkRelease(client, { version, migrations });
          return await work();
        }),
      );
    const applied: string[] = [];
    // Together they would lock all tables, and meet in a deadlock with clients of the release before.
    const isFresh = present.size === 0;
    for (const migration of isFresh ? [] : missing) applied.push(...(await step(() => applyAll(client, [migration]))));
    const last = await step(async () => [
      ...(await applyAll(client, isFresh ? missing : [])),
      ...(await finish(client, { version, functions })),
    ]);
    return [...applied, ...last];
  } finally {
    await client.end();
  }
}

/** What is not as this program needs it: migrations, then functions. Reads only. */
export async function pendingMigrations(
  databaseUrl: string,
  { migrations, functions }: Program = thisProgram(),
): Promise<readonly string[]> {
  const client = await connect(databaseUrl);
  try {
    const applied = new Set((await appliedMigrations(client)).map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => `migration ${name}`);
    const stale = missing.length > 0 ? [] : await staleFunctions(client, functions);
    return [...missing, ...stale.flatMap(({ names }) => names.map((name) => `function ${name}`))];
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(databaseUrl, 'redrive-migrate', MIGRATION_SESSION));
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function applyAll(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const applied: string[] = [];
  for (const migration of migrations) if (await applyOnce(client, migration)) applied.push(migration.name);
  return applied;
}

/** What depends on all migrations. @returns the names of the functions that were replaced */
async function finish(
  client: pg.Client,
  { version, functions }: Pick<Program, 'version' | 'functions'>,
): Promise<readonly string[]> {
  await noteRelease(client, version);
  const names = await applyFunctions(client, functions);
  if (functions.some((source) => source.names.includes('team_views'))) await client.query('SELECT team_views()');
  await applyRights(client);
  return names;
}

async function noteRelease(client: pg.Client, version: string): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('installed_release') IS NOT NULL AS there",
  );
  if (rows[0]?.there !== true) return;
  await client.query('INSERT INTO installed_release (version) VALUES ($1) ON CONFLICT DO NOTHING', [version]);
}

async function inLockedTransaction<Value>(
  client: pg.Client,
  say: (line: string) => void,
  work: () => Promise<Value>,
): Promise<Value> {
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      LOCK_KEY,
    ]);
    if (rows[0]?.locked !== true) {
      const holders = await client.query<{ name: string; pid: number }>(SELECT_HOLDER, [LOCK_KEY]);
      for (const { name, pid } of holders.rows)
        say(`This database is being migrated by ${name} (process ${pid} of PostgreSQL): waiting until it is done.`);
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    }
    const value = await work();
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Of a transaction that PostgreSQL ended for the sake of another one nothing has happened. */
async function again<Value>(run: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const cause = error instanceof MigrationError ? error.cause : error;
      if (tries >= TRIES || !gaveWay(cause)) throw error;
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

async function applyOnce(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query(CREATE_TABLE);
  const { rowCount } = await client.query(
    'SELECT FROM _prisma_migrations WHERE migration_name = $1 AND rolled_back_at IS NULL AND finished_at IS NOT NULL',
    [migration.name],
  );
  if (rowCount !== 0) return false;
  try {
    // its views would stand against a change of a column; team_views makes it again
    await client.query('DROP SCHEMA IF EXISTS in_team CASCADE');
    await client.query(migration.sql);
  } catch (error) {
    throw new MigrationError(describeSqlError(`Migration ${migration.name}`, migration.sql, error), { cause: error });
  }
  await client.query(sql(INSERT_ROW, { id: randomUUID(), checksum: migration.checksum, name: migration.name }));
  return true;
}
