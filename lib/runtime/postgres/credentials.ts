import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

import { StartError } from '../start-error';

const CREDENTIALS = z.object({ user: z.string(), password: z.string() });
export type PostgresCredentials = Readonly<z.infer<typeof CREDENTIALS>>;

/** Written once and completely (link is atomic), so that two first starts agree on one password. */
export function ensureCredentials(file: string): PostgresCredentials {
  const existing = readCredentials(file);
  if (existing !== undefined) return existing;
  const draft = `${file}.${process.pid}`;
  const created = { user: 'redrive', password: randomBytes(24).toString('base64url') };
  writeFileSync(draft, `${JSON.stringify(created)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readCredentials(file) ?? created;
}

function readCredentials(file: string): PostgresCredentials | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartError(
      `The database password in ${file} cannot be read (${String((error as NodeJS.ErrnoException).code)}): ` +
        'start Redrive as the user who created the data directory.',
    );
  }
  try {
    return CREDENTIALS.parse(JSON.parse(text));
  } catch {
    throw new StartError(`The file ${file} is not a credentials file of Redrive: restore it from a backup.`);
  }
}
