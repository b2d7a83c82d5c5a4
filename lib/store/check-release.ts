import { compareLines } from '../model/version';
import { MigrationError } from './migration-error';
import type { Queryable } from './queryable';

/** What this program brings. */
export interface Release {
  readonly version: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
}

const EXISTS = `
  SELECT to_regclass('_prisma_migrations') IS NOT NULL AS migrations,
    to_regclass('installed_release') IS NOT NULL AS releases`;

const APPLIED = `
  SELECT migration_name AS name, checksum FROM _prisma_migrations
   WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY 1`;

/** The first release whose data every later one upgrades. */
const FIRST_RELEASE = '0.2.0';

/**
 * Reads only: refuses a database that this program cannot bring forward, before anything is written.
 * @throws MigrationError it belongs to a newer release, or to no release at all
 */
export async function checkRelease(db: Queryable, { version, migrations }: Release): Promise<void> {
  const newest = await newestRelease(db);
  const applied = await appliedMigrations(db);
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const last = migrations.at(-1)?.name ?? '';
  const newer = applied.find(({ name }) => !known.has(name) && name > last);
  if (newer !== undefined || (newest !== null && compareLines(newest, version) > 0))
    throw new MigrationError(describeDowngrade(version, newest, newer?.name));
  const foreign = applied.find(({ name, checksum }) => known.get(name) !== checksum);
  if (foreign !== undefined)
    throw new MigrationError(
      `This database was made by an unreleased version of Redrive (its migration ${foreign.name} is not the one of ` +
        `Redrive ${version}), and only data of ${FIRST_RELEASE} or newer can be upgraded: ` +
        'start with a new REDRIVE_DATA_DIR ' +
        'or DATABASE_URL, or go on with the program that made it; nothing was changed.',
    );
}

/** Null: no release has noted itself here. */
export async function newestRelease(db: Queryable): Promise<string | null> {
  return (await whatExists(db)).releases ? await newestInstalled(db) : null;
}

/** As `newestRelease`, of a database that has been migrated. */
export async function newestInstalled(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ version: string }>('SELECT version FROM installed_release ORDER BY installed_at');
  return rows.reduce<string | null>(
    (newest, { version }) => (newest === null || compareLines(version, newest) >= 0 ? version : newest),
    null,
  );
}

/** What a program says that finds a newer release in the database. */
export function describeDowngrade(version: string, newest: string | null, migration?: string): string {
  const isNewer = newest !== null && compareLines(newest, version) > 0;
  const owner = isNewer
    ? `Redrive ${newest}`
    : `a newer build than this one (it has the migration ${migration ?? '?'})`;
  return (
    `This database belongs to ${owner}, and this is Redrive ${version}: a downgrade is not possible; ` +
    `start ${isNewer ? `Redrive ${newest} or newer` : 'that one'} on it, or restore a backup made before the upgrade.`
  );
}

export async function appliedMigrations(db: Queryable): Promise<{ name: string; checksum: string }[]> {
  if (!(await whatExists(db)).migrations) return [];
  return (await db.query<{ name: string; checksum: string }>(APPLIED)).rows;
}

async function whatExists(db: Queryable): Promise<{ migrations: boolean; releases: boolean }> {
  const { rows } = await db.query<{ migrations: boolean; releases: boolean }>(EXISTS);
  return rows[0] ?? { migrations: false, releases: false };
}
