import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { applyFunctions, readFunctions, type FunctionSource } from './apply-functions';
import { describeSqlError, MigrationError } from './migration-error';

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

export interface MigrationResult {
  readonly applied: readonly string[];
  /** In the database but not in this tree: a newer Redrive has been here. */
  readonly unknown: readonly string[];
}

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

const INSERT_ROW = `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`;

export function readMigrations(directory: string = join(process.cwd(), 'prisma', 'migrations')): Migration[] {
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
 * Applies what is missing, each migration in one transaction that holds the lock: of two starts at
 * once the second waits and then finds nothing left to do; a kill leaves whole migrations only.
 */
export async function migrate(
  databaseUrl: string,
  migrations: readonly Migration[] = readMigrations(),
  functions: readonly FunctionSource[] = readFunctions(),
): Promise<MigrationResult> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'redrive-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const applied: string[] = [];
    for (const migration of migrations) {
      if (await inLockedTransaction(client, () => applyOnce(client, migration))) applied.push(migration.name);
    }
    const { rows } = await client.query<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations');
    const known = new Set(migrations.map(({ name }) => name));
    const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
    // An older Redrive beside a newer one must not put its own functions back.
    if (unknown.length === 0)
      applied.push(...(await inLockedTransaction(client, () => applyFunctions(client, functions))));
    return { applied, unknown };
  } finally {
    await client.end();
  }
}

async function inLockedTransaction<Value>(client: pg.Client, work: () => Promise<Value>): Promise<Value> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const value = await work();
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function applyOnce(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query(CREATE_TABLE);
  const { rows } = await client.query<{ checksum: string }>(
    'SELECT checksum FROM _prisma_migrations WHERE migration_name = $1 AND rolled_back_at IS NULL AND finished_at IS NOT NULL',
    [migration.name],
  );
  const [row] = rows;
  if (row !== undefined) {
    if (row.checksum === migration.checksum) return false;
    throw new MigrationError(`Migration ${migration.name} was changed after it had been applied to this database.`);
  }
  try {
    await client.query(migration.sql);
  } catch (error) {
    throw new MigrationError(describeSqlError(`Migration ${migration.name}`, migration.sql, error), { cause: error });
  }
  await client.query(INSERT_ROW, [randomUUID(), migration.checksum, migration.name]);
  return true;
}
