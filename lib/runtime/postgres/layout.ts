import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
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

function ensureWritableDirectory(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o755 });
    accessSync(directory, constants.W_OK | constants.X_OK);
    return realpathSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The data directory ${directory} cannot be written (${code ?? String(error)}): ` +
        'set REDRIVE_DATA_DIR to a directory that this user may write, or fix the permissions of ' +
        `${dirname(directory)}.`,
    );
  }
}
