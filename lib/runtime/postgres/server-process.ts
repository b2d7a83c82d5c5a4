import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';

import { type PostgresAccount, runAsAccount } from './account';
import type { PostgresBinaries } from './binaries';
import type { PostgresCredentials } from './credentials';
import { postgresEnvironment } from './environment';
import type { PostgresLayout } from './layout';
import { postgresSettings, settingArguments } from './settings';

export interface Cluster {
  readonly binaries: PostgresBinaries;
  readonly layout: PostgresLayout;
  readonly account: PostgresAccount;
  readonly credentials: PostgresCredentials;
  readonly throwAway: boolean;
  readonly environment: Readonly<Record<string, string>>;
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

export interface ServerProcess {
  readonly child: ChildProcess;
  /** What this start wrote to the log so far. */
  readLog(): string;
}

/**
 * In a session of its own: Ctrl-C reaches the whole foreground group, and Postgres must outlive the
 * broker's last commits. It also outlives a killed launcher; the next start then uses it again.
 */
export function spawnServer(
  { binaries, layout, account, throwAway, environment }: Cluster,
  port: number,
): ServerProcess {
  if (existsSync(layout.log) && statSync(layout.log).size > LOG_LIMIT_BYTES) renameSync(layout.log, `${layout.log}.1`);
  const log = openSync(layout.log, 'a', 0o600);
  const start = statSync(layout.log).size;
  const args = ['-D', layout.data, ...settingArguments(postgresSettings({ port, throwAway }))];
  const command = runAsAccount(account, binaries.postgres, args, [layout.data, binaries.postgres]);
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: '/',
    detached: true,
    env: postgresEnvironment(environment),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  // Without a listener a failed spawn would end the process; the caller sees the exit code instead.
  child.on('error', () => undefined);
  return { child, readLog: () => readFileSync(layout.log).subarray(start).toString() };
}
