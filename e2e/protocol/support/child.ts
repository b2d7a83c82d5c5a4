import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { bundle } from '../../../lib/testing/bundle';

export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** Everything it wrote to stderr. */
  errors(): string;
  /** Exit code, or the signal that ended it. */
  ended(): Promise<number | NodeJS.Signals>;
}

/** Starts a script of this folder, after files that are to be loaded before it, and waits until it prints "ready". */
export async function startChild(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  preloaded: readonly string[] = [],
): Promise<Child> {
  const path = join('e2e', 'protocol', 'support', script);
  const program = script.endsWith('.ts') ? await bundle(path) : path;
  const loader = preloaded.flatMap((file) => ['--import', new URL(file, import.meta.url).href]);
  const child = spawn(process.execPath, [...loader, program, ...args], {
    env: { ...process.env, HOME: join(tmpdir(), 'redrive-sdk-logs'), ...env },
    stdio: 'pipe',
  });
  // A test that fails or times out must not leave it behind.
  process.once('exit', () => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const end = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 1)),
  );
  const ready = new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('ready') && resolve()),
  );
  const first = await Promise.race([ready, end]);
  if (first !== undefined) throw new Error(`${script} ended with ${first} before it was ready: ${errors}`);
  return { process: child, errors: () => errors, ended: () => end };
}
