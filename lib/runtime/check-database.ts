import type pg from 'pg';

import { describeHosts, readDatabaseUrl } from '../store/connect/database-url';
import { checkRelease } from '../store/check-release';
import { thisProgram } from '../store/migrate';
import { MigrationError } from '../store/migration-error';
import { checkClient } from './check-client';
import { StartError } from './start-error';

const OLDEST_VERSION = 150_000;

/** Settings under which an acknowledged commit may be lost. */
const UNSAFE_WHEN_OFF = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

export interface DatabaseReport {
  readonly version: string;
  readonly dataChecksums: boolean;
  /** Connections that it accepts of all programs together, those kept for administrators apart. */
  readonly connections: number;
  /** It was never migrated. */
  readonly isFresh: boolean;
}

interface SettingsRow {
  version: string;
  version_number: number;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  data_checksums: string;
  is_standby: boolean;
  encoding: string;
  connections: number;
  is_fresh: boolean;
}

const SELECT_SETTINGS = `
  SELECT current_setting('server_version') AS version,
         current_setting('server_version_num')::int AS version_number,
         current_setting('fsync') AS fsync,
         current_setting('full_page_writes') AS full_page_writes,
         coalesce((SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit'), 'on') AS synchronous_commit,
         current_setting('data_checksums') AS data_checksums,
         pg_is_in_recovery() AS is_standby,
         current_setting('server_encoding') AS encoding,
         least((SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()),
               current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                 - coalesce(current_setting('reserved_connections', true)::int, 0)) AS connections,
         to_regclass('operator') IS NULL AS is_fresh`;

const SELECT_UNLOGGED = `
  SELECT string_agg(relname, ', ') AS tables FROM pg_class
   WHERE relpersistence = 'u' AND relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace`;

const SELECT_ELSEWHERE = `
  SELECT quote_ident(min(n.nspname)) AS schema FROM pg_class m JOIN pg_namespace n ON n.oid = m.relnamespace
    JOIN pg_class g ON g.relnamespace = n.oid AND g.relname = 'consumer_group'
   WHERE m.relname = '_prisma_migrations' AND n.nspname <> 'public' AND to_regclass('consumer_group') IS NULL`;

/** One query before anything is written: refuses a database on which Redrive cannot keep its promises. */
export async function checkDatabase(databaseUrl: string): Promise<DatabaseReport> {
  const client = checkClient(databaseUrl, { connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(describeRefusal(databaseUrl, error));
  }
  try {
    const { rows } = await client.query<SettingsRow>(SELECT_SETTINGS);
    const [row] = rows;
    if (row === undefined) throw new Error('the database gave no settings');
    await refuseElsewhere(client);
    refuseUnsafe(row);
    const unlogged = await client.query<{ tables: string | null }>(SELECT_UNLOGGED);
    const tables = unlogged.rows[0]?.tables ?? null;
    if (tables !== null) {
      throw new StartError(
        `The database has unlogged tables (${tables}), which a crash empties: ALTER TABLE ... SET LOGGED them.`,
      );
    }
    await refuseForeign(client);
    const { version, connections, is_fresh: isFresh } = row;
    return { version, connections, isFresh, dataChecksums: row.data_checksums === 'on' };
  } finally {
    await client.end();
  }
}

/** Of a release that took the first schema of the role: beside such tables an empty installation would be made. */
async function refuseElsewhere(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string | null }>(SELECT_ELSEWHERE);
  const schema = rows[0]?.schema ?? null;
  if (schema === null) return;
  throw new StartError(
    `The tables of Redrive are in the schema ${schema} of this database, and Redrive uses the schema public alone: ` +
      'move them there (docs/operate/high-availability.md).',
  );
}

async function refuseForeign(client: pg.Client): Promise<void> {
  try {
    await checkRelease(client, thisProgram());
  } catch (error) {
    if (error instanceof MigrationError) throw new StartError(error.message);
    throw error;
  }
}

function refuseUnsafe(row: SettingsRow): void {
  if (row.version_number < OLDEST_VERSION) {
    throw new StartError(`Redrive needs PostgreSQL 15 or newer, and this database is ${row.version}.`);
  }
  if (row.is_standby) {
    throw new StartError('DATABASE_URL names a read-only standby: point it at the primary.');
  }
  if (row.encoding !== 'UTF8') {
    throw new StartError(
      `Redrive needs a database with the encoding UTF8, and this one has ${row.encoding}: make one with ` +
        "CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.",
    );
  }
  const off = UNSAFE_WHEN_OFF.filter((name) => row[name] === 'off');
  if (off.length > 0) {
    throw new StartError(
      `The database runs with ${off.map((name) => `${name} = off`).join(' and ')}, so an acknowledged ` +
        'message could be lost: ' +
        'switch it on; Redrive does not run without it.',
    );
  }
}

function describeRefusal(databaseUrl: string, error: unknown): string {
  const place = describeHosts(readDatabaseUrl(databaseUrl));
  const { message, code } = error as { message: string; code?: string };
  return `The database at ${place} cannot be used: ${message || String(code)}. Check DATABASE_URL.`;
}
