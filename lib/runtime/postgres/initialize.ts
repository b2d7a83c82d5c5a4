import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { StartError } from '../start-error';
import { giveToAccount, runAsAccount, type PostgresAccount } from './account';
import type { PostgresBinaries } from './binaries';
import type { PostgresCredentials } from './credentials';
import { postgresEnvironment } from './environment';
import type { PostgresLayout } from './layout';
import { isProcessAlive } from './postmaster';

const DRAFT_PREFIX = 'postgres-new-';

/**
 * Makes the database cluster beside its final place and renames it there when complete, so that a
 * kill at any moment leaves either no cluster or a whole one. Of two first starts one rename wins.
 */
export async function initializeCluster(
  binaries: PostgresBinaries,
  layout: PostgresLayout,
  account: PostgresAccount,
  credentials: PostgresCredentials,
  throwAway: boolean,
): Promise<void> {
  if (existsSync(join(layout.data, 'PG_VERSION'))) return;
  if (existsSync(layout.data) && readdirSync(layout.data).length > 0)
    throw new StartError(
      `${layout.data} has files but no PG_VERSION, so that it is no whole PostgreSQL database: restore it from a ` +
        'backup, or set REDRIVE_DATA_DIR to another directory.',
    );
  removeAbandonedDrafts(layout.root);
  const draft = mkdtempSync(join(layout.root, `${DRAFT_PREFIX}${process.pid}-`));
  const cluster = join(draft, 'cluster');
  const passwordFile = join(draft, 'password');
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(passwordFile, credentials.password, { mode: 0o600 });
  for (const path of [draft, cluster, passwordFile]) giveToAccount(account, path);
  const args = [
    ...['-D', cluster, '-U', credentials.user, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--data-checksums', '--no-instructions', ...(throwAway ? ['--no-sync'] : [])],
  ];
  const command = runAsAccount(account, binaries.initdb, args, [cluster, binaries.initdb]);
  try {
    await runToEnd(command.file, command.args, command.options);
    renameSync(cluster, layout.data);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!existsSync(join(layout.data, 'PG_VERSION')) || (code !== 'ENOTEMPTY' && code !== 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A draft carries the pid of its maker; a process that has ended never finishes it. */
function removeAbandonedDrafts(root: string): void {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    const maker = Number(name.slice(DRAFT_PREFIX.length).split('-')[0]);
    if (maker !== process.pid && isProcessAlive(maker)) continue;
    rmSync(join(root, name), { recursive: true, force: true });
  }
}

function runToEnd(file: string, args: readonly string[], account: { uid?: number; gid?: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...account,
      cwd: '/',
      env: postgresEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => reject(new StartError(`PostgreSQL's initdb cannot be run: ${error.message}.`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else {
        const reason = output.trim().split('\n').slice(-3).join(' ');
        reject(new StartError(`PostgreSQL's initdb failed (${signal ?? `exit code ${String(code)}`}): ${reason}`));
      }
    });
  });
}
