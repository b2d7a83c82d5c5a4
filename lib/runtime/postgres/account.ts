import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { StartError } from '../start-error';

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it as themselves; root drops to the
 * owner of an existing data directory, else to `postgres`, else to `nobody` (initdb wants an
 * account that exists, and making one would change the machine).
 */
export interface PostgresAccount {
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  readonly name: string;
}

export interface PostgresCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { uid?: number; gid?: number };
}

export function choosePostgresAccount(dataDirectory: string): PostgresAccount {
  const uid = process.getuid?.();
  if (uid === undefined) return { uid: undefined, gid: undefined, name: 'the current user' };
  if (existsSync(dataDirectory)) {
    const owner = statSync(dataDirectory);
    if (uid === 0 && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` };
    if (uid !== 0 && owner.uid !== uid) {
      throw new StartError(
        `The database in ${dataDirectory} belongs to uid ${owner.uid}, not to the current user (uid ${uid}): ` +
          'start Redrive as the user who created it, or set REDRIVE_DATA_DIR to another directory.',
      );
    }
  }
  if (uid !== 0) return { uid: undefined, gid: undefined, name: `uid ${uid}` };
  const account = readAccount('postgres') ?? readAccount('nobody');
  if (account === undefined) {
    throw new StartError(
      'PostgreSQL must not run as root and there is no user "postgres" or "nobody" to run it as: ' +
        'create one of them, start Redrive as an ordinary user, or set DATABASE_URL.',
    );
  }
  return account;
}

function readAccount(name: string): PostgresAccount | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid), name };
}

/** How to run `file` as the account so that it can reach every one of `paths`. */
export function runAsAccount(
  account: PostgresAccount,
  file: string,
  args: readonly string[],
  paths: readonly string[],
): PostgresCommand {
  const { uid, gid } = account;
  if (uid === undefined || gid === undefined) return { file, args, options: {} };
  const blocked = paths.map((path) => findBlockingAncestor(path, uid, gid)).find((path) => path !== undefined);
  if (blocked === undefined) return { file, args, options: { uid, gid } };
  // A clone under /root is closed to everyone else. The launcher is root anyway, so Postgres keeps
  // the one capability that lets it pass closed directories, and nothing else of root.
  const drop = keepDirectoryAccess(uid, gid);
  if (!canRun([...drop, 'true'])) {
    throw new StartError(
      `PostgreSQL cannot run as root and ${account.name} may not enter ${blocked}: ` +
        'move the project, open that directory for others (chmod o+x), start Redrive as an ordinary ' +
        'user, or set DATABASE_URL.',
    );
  }
  return { file: 'setpriv', args: [...drop, file, ...args], options: {} };
}

/** initdb looks for its companions with access(), which honours the capability only with that secure bit. */
function keepDirectoryAccess(uid: number, gid: number): string[] {
  const only = '-all,+dac_override';
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    '--',
  ];
}

function canRun(args: readonly string[]): boolean {
  return spawnSync('setpriv', args, { stdio: 'ignore' }).status === 0;
}

function findBlockingAncestor(path: string, uid: number, gid: number): string | undefined {
  let directory = resolve(path);
  let blocking: string | undefined;
  for (;;) {
    if (existsSync(directory)) {
      const { mode, uid: owner, gid: group } = statSync(directory);
      const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) blocking = directory;
    }
    const parent = dirname(directory);
    if (parent === directory) return blocking;
    directory = parent;
  }
}

export function giveToAccount(account: PostgresAccount, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}
