import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { bundle } from './bundle';

export interface PostgresHolder {
  readonly url: string;
  readonly postmasterPid: number;
  kill(): Promise<void>;
  release(): Promise<void>;
}

/** Starts the embedded Postgres from another process, which can then be killed like a launcher. */
export async function holdPostgres(dataDirectory: string): Promise<PostgresHolder> {
  const child = spawn(process.execPath, [await bundle('lib/testing/hold-postgres.ts'), dataDirectory], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const { url, pid } = await readFirstLine(child);
  return {
    url,
    postmasterPid: pid,
    kill: () => end(child, () => child.kill('SIGKILL')),
    release: () => end(child, () => child.stdin.end()),
  };
}

async function readFirstLine(child: ChildProcess): Promise<{ url: string; pid: number }> {
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return JSON.parse(line) as { url: string; pid: number };
  }
  throw new Error(`the holder ended without a server: ${errors}`);
}

async function end(child: ChildProcess, act: () => void): Promise<void> {
  const ended = once(child, 'exit');
  act();
  await ended;
}
