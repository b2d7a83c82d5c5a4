import { told } from '../model/language/t';
import type { Log } from '../model/log';
import { migrate, pendingMigrations } from '../store/migrate';
import { checkDatabase } from './check-database';
import type { Config } from './config';
import { startEmbeddedPostgres } from './postgres/start';
import { superviseServer } from './postgres/supervise';
import type { Progress } from './progress';
import { StartError } from './start-error';

/** Each process gets the one of its kind, and with it a role of the database that may do no more than it needs. */
export interface DatabaseUrls {
  /** Migrates, at start alone; null: another program does, and this one only looks whether it did. */
  readonly owner: string | null;
  readonly broker: string;
  /** Null: this node has no console, and was given no way into its tables. */
  readonly console: string | null;
}

export interface RunningDatabase {
  readonly urls: DatabaseUrls;
  /** Why the embedded server does not run; null: it runs, or the database is external. */
  problem(): string | null;
  release(): Promise<void>;
}

/** A database that is safe to use and migrated: the given one, or the embedded one. */
export async function openDatabase(config: Config, log: Log, progress: Progress): Promise<RunningDatabase> {
  const given = givenUrls(config);
  if (given !== null) {
    await prepareDatabase(given, log, progress);
    return { urls: given, problem: () => null, release: () => Promise.resolve() };
  }
  const embedded = await progress(told('Starting PostgreSQL'), () =>
    startEmbeddedPostgres({ dataDirectory: config.dataDirectory }),
  );
  const supervisor = superviseServer(embedded, log);
  const release = async (): Promise<void> => {
    supervisor.stop();
    await embedded.release();
  };
  try {
    await prepareDatabase(embedded.urls, log, progress);
    return { urls: embedded.urls, problem: supervisor.problem, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Of the environment; null: the embedded server. With one URL alone everything uses it. */
export function givenUrls({ databaseUrl, brokerDatabaseUrl, consoleDatabaseUrl }: Config): DatabaseUrls | null {
  const broker = brokerDatabaseUrl ?? databaseUrl ?? consoleDatabaseUrl;
  if (broker === undefined) return null;
  return { owner: databaseUrl ?? null, broker, console: consoleDatabaseUrl ?? databaseUrl ?? null };
}

/** @throws StartError the console has no way into the database */
export function consoleUrlOf({ console }: DatabaseUrls): string {
  if (console !== null) return console;
  throw new StartError('A console needs REDRIVE_CONSOLE_DATABASE_URL or DATABASE_URL; only the broker has a URL.');
}

async function prepareDatabase({ owner, broker }: DatabaseUrls, log: Log, progress: Progress): Promise<void> {
  const { version, dataChecksums } = await checkDatabase(owner ?? broker);
  if (!dataChecksums) log.warn({ version }, 'the database has no data checksums: silent disk errors stay silent');
  if (owner === null) return await requireMigrated(broker);
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const applied = await progress(told('Migrating the database'), () =>
    asStartError(() => migrate(owner, undefined, say)),
  );
  if (applied.length > 0) log.info({ applied }, 'database migrated');
}

async function requireMigrated(url: string): Promise<void> {
  const [first] = await asStartError(() => pendingMigrations(url));
  if (first === undefined) return;
  throw new StartError(
    `The database lacks ${first}, and without DATABASE_URL this node may not migrate it: ` +
      'run "npm run migrate" with the URL of its owner first.',
  );
}

async function asStartError<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
