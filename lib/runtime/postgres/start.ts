import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { StartError } from '../start-error';
import { choosePostgresAccount, type PostgresAccount } from './account';
import { findPostgresBinaries, type PostgresBinaries } from './binaries';
import { ensureDatabase } from './ensure-database';
import { ensureCredentials, type PostgresCredentials } from './credentials';
import { findFreePort, probePort } from './free-port';
import { initializeCluster } from './initialize';
import { createPostgresLayout, type PostgresLayout } from './layout';
import { isPostmasterAlive, isProcessAlive, readPostmaster } from './postmaster';
import { probePostgres } from './probe';
import { spawnServer } from './server-process';
import { stopServer } from './stop';
import { hasOtherUsers, registerUser } from './users';

const HOST = '127.0.0.1';
const POLL_MS = 25;
/** Replaying the log after a crash may take long; beyond this something else is wrong. */
const START_LIMIT_MS = 300_000;

export interface EmbeddedPostgresOptions {
  readonly dataDirectory: string;
  readonly throwAway?: boolean;
  readonly projectRoot?: string;
}

export interface EmbeddedPostgres {
  readonly url: string;
  readonly dataDirectory: string;
  pid(): number | undefined;
  isRunning(): boolean;
  /** Brings the server back after it was killed; a no-op while it runs, and given up when told so. */
  ensureRunning(isGivenUp: () => boolean): Promise<void>;
  /** Leaves; the last process to leave stops the server. */
  release(): Promise<void>;
}

interface Cluster {
  readonly binaries: PostgresBinaries;
  readonly layout: PostgresLayout;
  readonly account: PostgresAccount;
  readonly credentials: PostgresCredentials;
  readonly throwAway: boolean;
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const layout = createPostgresLayout(options.dataDirectory);
  const cluster: Cluster = {
    binaries: findPostgresBinaries(options.projectRoot),
    layout,
    account: choosePostgresAccount(layout.data),
    credentials: ensureCredentials(layout.credentials),
    throwAway: options.throwAway ?? false,
  };
  // Registered before the look at what runs, so that a process that is just leaving sees us.
  const leave = registerUser(layout.users);
  try {
    await initializeCluster(cluster.binaries, layout, cluster.account, cluster.credentials, cluster.throwAway);
    const port = await ensureServer(cluster);
    await ensureDatabase(databaseUrl(cluster, port, 'postgres'), 'redrive');
    return {
      url: databaseUrl(cluster, port, 'redrive'),
      dataDirectory: layout.data,
      pid: () => readPostmaster(layout.data)?.pid,
      isRunning: () => isServerRunning(layout),
      ensureRunning: async (isGivenUp) => {
        await ensureServer(cluster, isGivenUp);
      },
      release: async () => {
        leave();
        if (!hasOtherUsers(layout.users)) await stopServer(layout.data);
      },
    };
  } catch (error) {
    leave();
    if (!hasOtherUsers(layout.users)) await stopServer(layout.data);
    throw error;
  }
}

/** Returns the port of a server that answers: one that runs already, or a new one. */
async function ensureServer(cluster: Cluster, isGivenUp = (): boolean => false): Promise<number> {
  const { layout } = cluster;
  const deadline = Date.now() + START_LIMIT_MS;
  let lastReason = 'no answer';
  let spawned: ReturnType<typeof spawnServer> | undefined;
  let port = 0;
  while (Date.now() < deadline && !isGivenUp()) {
    const running = readPostmaster(layout.data);
    if (running !== undefined && isPostmasterAlive(layout.data, running.pid)) {
      if (running.port > 0) {
        const probe = await probePostgres(databaseUrl(cluster, running.port, 'postgres'));
        if (probe.state === 'ready') return running.port;
        if (probe.state === 'refused') throw new StartError(refusedSentence(layout, probe.reason));
        lastReason = probe.reason;
      }
    } else if (spawned === undefined) {
      if (running !== undefined) disownStaleLock(layout, running.pid);
      port = await choosePort(layout);
      spawned = spawnServer(cluster.binaries, layout, cluster.account, port, cluster.throwAway);
    } else if (spawned.child.pid === undefined || spawned.child.exitCode !== null || spawned.child.signalCode !== null) {
      const log = spawned.readLog();
      lastReason = log.match(/FATAL: {2}(.*)/)?.[1] ?? (log.trim().split('\n').at(-1) || 'it ended at once');
      // Another start holds the lock, or backends of a killed server are still leaving: look again.
      if (!/already exists|still in use|Address already in use|could not bind/.test(log)) {
        throw new StartError(`PostgreSQL does not start: ${lastReason} (log: ${layout.log}).`);
      }
      if (/could not bind|Address already in use/.test(log)) rememberPort(layout, await findFreePort(HOST));
      spawned = undefined;
      await sleep(POLL_MS * 4);
    }
    await sleep(POLL_MS);
  }
  throw new StartError(`PostgreSQL did not become ready within ${START_LIMIT_MS / 1000} s: ${lastReason} (log: ${layout.log}).`);
}

function isServerRunning(layout: PostgresLayout): boolean {
  const running = readPostmaster(layout.data);
  return running !== undefined && isPostmasterAlive(layout.data, running.pid);
}

/**
 * The pid in the lock file now belongs to some other program, and Postgres would refuse to start.
 * Naming its parent (us) makes Postgres treat the lock as stale while it still checks, by the key
 * further down in the file, that no backend of the old server is left.
 */
function disownStaleLock(layout: PostgresLayout, pid: number): void {
  if (!isProcessAlive(pid)) return;
  const file = join(layout.data, 'postmaster.pid');
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [String(process.pid), ...rest].join('\n'));
}

async function choosePort(layout: PostgresLayout): Promise<number> {
  const file = portFile(layout);
  const remembered = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (remembered > 0 && (await probePort(HOST, remembered)) === undefined) return remembered;
  const port = await findFreePort(HOST);
  rememberPort(layout, port);
  return port;
}

function rememberPort(layout: PostgresLayout, port: number): void {
  writeFileSync(portFile(layout), `${port}\n`, { mode: 0o600 });
}

function portFile(layout: PostgresLayout): string {
  return join(layout.root, 'postgres-port');
}

function databaseUrl({ credentials }: Cluster, port: number, database: string): string {
  return `postgresql://${credentials.user}:${credentials.password}@${HOST}:${port}/${database}`;
}

function refusedSentence(layout: PostgresLayout, reason: string): string {
  return `The embedded database in ${layout.data} refuses the password in ${layout.credentials}: ${reason}.`;
}
