import type { Log } from '../model/log';
import { migrate } from '../store/migrate';
import { checkDatabase } from './check-database';
import type { Config } from './config';
import { startEmbeddedPostgres } from './postgres/start';
import { superviseServer } from './postgres/supervise';
import type { Progress } from './progress';
import { StartError } from './start-error';

export interface RunningDatabase {
  readonly url: string;
  /** Why the embedded server does not run; null: it runs, or the database is external. */
  problem(): string | null;
  release(): Promise<void>;
}

/** A database that is safe to use and migrated: the given one, or the embedded one. */
export async function openDatabase(config: Config, log: Log, progress: Progress): Promise<RunningDatabase> {
  if (config.databaseUrl !== undefined) {
    await prepareDatabase(config.databaseUrl, log, progress);
    return { url: config.databaseUrl, problem: () => null, release: () => Promise.resolve() };
  }
  const embedded = await progress('Starting PostgreSQL', () =>
    startEmbeddedPostgres({ dataDirectory: config.dataDirectory }),
  );
  const supervisor = superviseServer(embedded, log);
  const release = async (): Promise<void> => {
    supervisor.stop();
    await embedded.release();
  };
  try {
    await prepareDatabase(embedded.url, log, progress);
    return { url: embedded.url, problem: supervisor.problem, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function prepareDatabase(url: string, log: Log, progress: Progress): Promise<void> {
  const { version, dataChecksums } = await checkDatabase(url);
  if (!dataChecksums) log.warn({ version }, 'the database has no data checksums: silent disk errors stay silent');
  const applied = await progress('Migrating the database', async () => {
    try {
      return await migrate(url);
    } catch (error) {
      throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  });
  if (applied.length > 0) log.info({ applied }, 'database migrated');
}
