import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  const path = fileURLToPath(new URL(script, import.meta.url));
  const imports = [
    ...preloaded.map((file) => new URL(file, import.meta.url).href),
    ...(script.endsWith('.ts') ? ['tsx'] : []),
  ];
  const loader = imports.flatMap((each) => ['--import', each]);
  const child = spawn(process.execPath, [...loader, path, ...args], {
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
