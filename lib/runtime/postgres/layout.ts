import { accessSync, constants, existsSync, mkdirSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { StartError } from '../start-error';

/** Where one embedded PostgreSQL keeps its files, all below the Redrive data directory. */
export interface PostgresLayout {
  readonly root: string;
  readonly data: string;
  readonly credentials: string;
  readonly log: string;
  readonly users: string;
}

const MEBIBYTE = 1024 * 1024;
/** A new database takes 110 MiB, and its write-ahead log grows with the first messages. */
const NEW_ROOM_BYTES = 200 * MEBIBYTE;

export function createPostgresLayout(dataDirectory: string): PostgresLayout {
  const root = ensureWritableDirectory(resolve(dataDirectory));
  const users = join(root, 'postgres-users');
  mkdirSync(users, { recursive: true, mode: 0o700 });
  return {
    root,
    data: join(root, 'postgres'),
    credentials: join(root, 'postgres-credentials.json'),
    log: join(root, 'postgres.log'),
    users,
  };
}

/** There is a database already. */
export function isInitialized(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, 'postgres', 'PG_VERSION'));
}

/** @throws StartError there is no database yet, and no room for one */
export function requireRoom({ root }: PostgresLayout): void {
  if (isInitialized(root)) return;
  const free = freeBytes(root);
  if (free >= NEW_ROOM_BYTES) return;
  throw new StartError(
    `The disk of ${root} has ${inMebibytes(free)} free, and a new database needs at least ` +
      `${inMebibytes(NEW_ROOM_BYTES)}: free some space, or set REDRIVE_DATA_DIR to a directory on another disk.`,
  );
}

export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

export function inMebibytes(bytes: number): string {
  return `${Math.floor(bytes / MEBIBYTE)} MiB`;
}

function ensureWritableDirectory(directory: string): string {
  try {
    makeDirectories(directory);
    if (!statSync(directory).isDirectory()) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
    accessSync(directory, constants.W_OK | constants.X_OK);
    return realpathSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const place = nearestThatExists(directory);
    throw new StartError(
      `The data directory ${directory} cannot be written (${code ?? String(error)}): ` +
        (statSync(place).isDirectory()
          ? `set REDRIVE_DATA_DIR to a directory that this user may write, or fix the permissions of ${place}.`
          : `${place} is not a directory. Set REDRIVE_DATA_DIR to a directory.`),
    );
  }
}

function nearestThatExists(path: string): string {
  return existsSync(path) ? path : nearestThatExists(dirname(path));
}

/** One after the other: Node's `recursive` tries for ever where a parent exists and takes no folder, as /proc. */
export function makeDirectories(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectories(dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o755 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
