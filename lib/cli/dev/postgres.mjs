// Keeps the embedded PostgreSQL while the broker starts again and again: another process uses it too.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { bundle } from '../bundle.mjs';
import { projectRoot } from '../project-root.mjs';

/** @returns lets it go; also when this process is killed */
export async function holdPostgres({ reset }) {
  if (process.env.DATABASE_URL) return async () => undefined;
  const directory = process.env.REDRIVE_DATA_DIR;
  if (reset) rmSync(directory, { recursive: true, force: true });
  const holder = spawn(process.execPath, [await bundle('lib/testing/hold-postgres.ts'), directory, 'kept'], {
    cwd: projectRoot,
    // Out of reach of Ctrl-C: the broker goes first.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit');
  const started = await Promise.race([once(createInterface(holder.stdout), 'line'), ended.then(() => null)]);
  if (started === null) throw Object.assign(new Error('PostgreSQL did not start.'), { name: 'StartError' });
  return async () => {
    holder.stdin.end();
    await ended;
  };
}
