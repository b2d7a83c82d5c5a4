import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { migrate, thisProgram } from '../../store/migrate';
import type { Remembered } from './under-way';

/** A database as a released version left it, with work under way. */
export interface Snapshot extends Remembered {
  readonly version: string;
  /** The broker's time when it was made. */
  readonly at: string;
  /** Its newest migration. */
  readonly lastMigration: string;
  readonly sql: string;
}

const DIRECTORY = join('prisma', 'releases');

export function readSnapshots(): Snapshot[] {
  return readdirSync(DIRECTORY)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => {
      const sql = readFileSync(join(DIRECTORY, file), 'utf8');
      const [facts = ''] = sql.split('\n', 1);
      return { ...(JSON.parse(facts.replace(/^-- /, '')) as Omit<Snapshot, 'sql'>), sql };
    });
}

/** Fills an empty database as it was: the migrations of that release, which never change, then the rows. */
export async function restoreSnapshot(databaseUrl: string, snapshot: Snapshot): Promise<void> {
  const { version, lastMigration, sql } = snapshot;
  const migrations = thisProgram().migrations.filter(({ name }) => name <= lastMigration);
  await migrate(databaseUrl, { version, migrations, functions: [] });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Foreign keys are checked row by row otherwise.
    await client.query('SET session_replication_role = replica');
    // Functions call each other, and come in the order of their names.
    await client.query('SET check_function_bodies = off');
    await client.query(sql);
  } finally {
    await client.end();
  }
}
