import { readProcessFiles, writeProcessFile } from '../process-files';
import { choosePostgresAccount } from './account';
import { findPostgresBinaries } from './binaries';
import { ensureCredentials } from './credentials';
import { ensureDatabase } from './ensure-database';
import { ensureRoles, type RoleUrls } from './ensure-roles';
import { databaseUrl, ensureServer } from './ensure-server';
import { initializeCluster } from './initialize';
import { createPostgresLayout } from './layout';
import { isPostmasterAlive, readPostmaster } from './postmaster';
import type { Cluster } from './server-process';
import { stopServer } from './stop';

const PORT_PATIENCE_MS = 30_000;

export interface EmbeddedPostgresOptions {
  readonly dataDirectory: string;
  /** For tests: never waits for the disk, hence loses data in a power cut. */
  readonly throwAway?: boolean;
  /** For tests: added to the environment of the server. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** As the superuser that made it: for tests and tools. */
  readonly url: string;
  readonly urls: RoleUrls;
  readonly dataDirectory: string;
  pid(): number | undefined;
  isRunning(): boolean;
  /** Brings the server back after it was killed; a no-op while it runs. Tries until `isGivenUp` says so. */
  ensureRunning(isGivenUp: () => boolean): Promise<void>;
  /** Leaves; the last process to leave stops the server. */
  release(): Promise<void>;
}

/** Uses the server of this data directory that runs already, else starts one; makes the database when there is none. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const layout = createPostgresLayout(options.dataDirectory);
  const cluster: Cluster = {
    binaries: findPostgresBinaries(),
    layout,
    account: choosePostgresAccount(layout.data),
    credentials: ensureCredentials(layout.credentials),
    throwAway: options.throwAway ?? false,
    environment: options.environment ?? {},
  };
  // Which Redrive processes use this PostgreSQL; the last one to leave stops the server. Written before the check of
  // what runs, so that a process that is just leaving sees this one.
  const unregister = writeProcessFile(layout.users);
  const leave = async (): Promise<void> => {
    unregister();
    if (readProcessFiles(layout.users).length === 0) await stopServer(layout.data);
  };
  try {
    await initializeCluster(cluster.binaries, layout, cluster.account, cluster.credentials, cluster.throwAway);
    const port = await ensureServer(cluster);
    await ensureDatabase(databaseUrl(cluster, port, 'postgres'), 'redrive');
    const url = databaseUrl(cluster, port, 'redrive');
    return {
      url,
      urls: await ensureRoles(url),
      dataDirectory: layout.data,
      pid: () => readPostmaster(layout.data)?.pid,
      isRunning: () => {
        const held = readPostmaster(layout.data);
        return held !== undefined && isPostmasterAlive(layout.data, held.pid);
      },
      ensureRunning: async (isGivenUp) => {
        await ensureServer(cluster, { isGivenUp, portPatienceMs: PORT_PATIENCE_MS });
      },
      release: leave,
    };
  } catch (error) {
    await leave();
    throw error;
  }
}
