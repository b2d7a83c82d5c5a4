import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { StartError } from '../start-error';
import { findFreePort, probePort } from './free-port';
import { freeBytes, inMebibytes, type PostgresLayout } from './layout';
import { isPostmasterAlive, isProcessAlive, readPostmaster } from './postmaster';
import { probePostgres } from './probe';
import { type Cluster, type ServerProcess, spawnServer } from './server-process';

export const HOST = '127.0.0.1';
const POLL_MS = 25;
/** Replaying the log after a crash may take long; beyond this something else is wrong. */
const START_LIMIT_MS = 300_000;

export interface EnsureServerOptions {
  readonly isGivenUp?: () => boolean;
  /** How long to wait for the port of last time; the pools of a running process know no other. */
  readonly portPatienceMs?: number;
}

/** The port of a server that answers: one that runs already, or a new one. */
export async function ensureServer(cluster: Cluster, options: EnsureServerOptions = {}): Promise<number> {
  const { isGivenUp = () => false, portPatienceMs = 0 } = options;
  const { layout } = cluster;
  const deadline = performance.now() + START_LIMIT_MS;
  let spawned: ServerProcess | undefined;
  let reason = 'no answer';
  while (performance.now() < deadline && !isGivenUp()) {
    const held = readPostmaster(layout.data);
    if (held !== undefined && isPostmasterAlive(layout.data, held.pid)) {
      const answer = await askServer(cluster, held.port);
      if (answer === 'ready') return held.port;
      reason = answer;
    } else if (spawned === undefined) {
      if (held !== undefined) disownStaleLock(layout, held.pid);
      spawned = spawnServer(cluster, await choosePort(layout, portPatienceMs));
    } else if (hasEnded(spawned)) {
      reason = await learnFromEnd(layout, spawned.readLog());
      spawned = undefined;
      await sleep(POLL_MS * 4);
    }
    await sleep(POLL_MS);
  }
  throw new StartError(
    `PostgreSQL did not become ready within ${START_LIMIT_MS / 1000} s: ${reason} (log: ${layout.log}).`,
  );
}

export function databaseUrl({ credentials }: Cluster, port: number, database: string): string {
  return `postgresql://${credentials.user}:${credentials.password}@${HOST}:${port}/${database}`;
}

async function askServer(cluster: Cluster, port: number): Promise<string> {
  // The postmaster writes its port into the lock file a moment after it made the file.
  if (port === 0) return 'starting';
  const { state, reason } = await probePostgres(databaseUrl(cluster, port, 'postgres'));
  if (state === 'ready') return 'ready';
  if (state !== 'refused') return reason;
  const { data, credentials } = cluster.layout;
  throw new StartError(`The embedded database in ${data} refuses the password in ${credentials}: ${reason}.`);
}

function hasEnded({ child }: ServerProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** @returns why a server ended, if another try may succeed. @throws if it cannot */
async function learnFromEnd(layout: PostgresLayout, log: string): Promise<string> {
  const reason = reasonIn(log);
  if (/could not bind|Address already in use/.test(log)) {
    rememberPort(layout, await findFreePort(HOST));
    return reason;
  }
  // Another start holds the lock, or backends of a killed server are still leaving.
  if (/already exists|still in use/.test(log)) return reason;
  const room = describeRoom(layout);
  throw new StartError(`PostgreSQL does not start: ${room ?? reason} (log: ${layout.log}).`);
}

function reasonIn(log: string): string {
  const [, words, more] = /(?:PANIC|FATAL): {2}(.*)(?:\n.*DETAIL: {2}(.*))?/.exec(log) ?? [];
  if (words !== undefined) return more === undefined ? words : `${words}: ${more.replace(/\.$/, '')}`;
  return log.trim().split('\n').slice(-3).join(' ') || 'it ended at once';
}

/** With less free space a start may fail, because a log file cannot be created. */
const START_ROOM_BYTES = 32 * 1024 * 1024;

/** With a full disk even the log file cannot report it. Null: there is space. */
function describeRoom({ root }: PostgresLayout): string | null {
  const free = freeBytes(root);
  if (free >= START_ROOM_BYTES) return null;
  return `the disk of ${root} is full, ${inMebibytes(free)} free`;
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
  // In place: a file cut short first would stay empty on a full disk, and no server starts with such a one.
  const lock = openSync(file, 'r+');
  try {
    ftruncateSync(lock, writeSync(lock, [String(process.pid), ...rest].join('\n'), 0));
  } finally {
    closeSync(lock);
  }
}

async function choosePort(layout: PostgresLayout, patienceMs: number): Promise<number> {
  const file = portFile(layout);
  const remembered = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  for (let waitedMs = 0; remembered > 0 && waitedMs <= patienceMs; waitedMs += POLL_MS) {
    if ((await probePort(HOST, remembered)) === undefined) return remembered;
    await sleep(POLL_MS);
  }
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
