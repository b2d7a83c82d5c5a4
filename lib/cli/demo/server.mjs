// The server that a practice incident is played on: the running one, or one that is started for it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { projectRoot } from '../project-root.mjs';

const HEALTH_STEP_MS = 250;

/** @returns the server that was started, or undefined when one runs already */
export async function ensureServer() {
  return (await isReady()) ? undefined : startServer();
}

export async function stopServer(server) {
  if (server === undefined || server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

async function isReady() {
  const host = process.env.REDRIVE_HOST || '127.0.0.1';
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  try {
    const { status } = await fetch(`http://${shown}:${process.env.PORT || 3000}/api/health`, {
      signal: AbortSignal.timeout(3000),
    });
    return status === 200;
  } catch {
    return false;
  }
}

/** In a process group of its own: Ctrl-C reaches only this process, which stops the practice clients first. */
async function startServer() {
  process.stdout.write('No server is running: starting one.\n');
  const server = spawn(process.execPath, [join(projectRoot, 'lib', 'cli', 'start.mjs')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  process.once('exit', () => server.kill('SIGTERM'));
  while (!(await isReady())) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw Object.assign(new Error('The server did not start.'), { name: 'StartError' });
    await sleep(HEALTH_STEP_MS);
  }
  return server;
}
