import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { bundle } from '../../lib/testing/bundle';
import { startPostgres } from '../targets/postgres';
import { costOf } from '../targets/processes';

export const PROGRAMS = {
  Redrive: 'redrive-in-process.ts',
  'pg-boss': 'pg-boss.mjs',
  'graphile-worker': 'graphile-worker.mjs',
} as const;
export type SideName = keyof typeof PROGRAMS;

export interface SideFigures {
  readonly count: number;
  readonly seconds: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** How long each claim took. */
  readonly claimsMs?: readonly number[];
  /** Of its process and its database, by message. */
  readonly cpuUs: number;
}

/** A queue library in a process of its own, on an embedded PostgreSQL of its own with the settings of the product. */
export interface Side {
  run(work: string, request?: object): Promise<SideFigures>;
  close(): Promise<void>;
}

export async function startSide(name: SideName): Promise<Side> {
  if (name !== 'Redrive') await installPeers();
  const file = join('bench', 'sides', PROGRAMS[name]);
  const program = file.endsWith('.ts') ? await bundle(file) : file;
  const postgres = await startPostgres();
  const child = spawn(process.execPath, [program, postgres.url], { stdio: ['pipe', 'pipe', 'inherit'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await nextLine(lines, name);
  const cpuMs = (): number => costOf([child.pid ?? 0, postgres.pid]).cpuMs;
  return {
    run: async (work, request = {}) => {
      const before = cpuMs();
      child.stdin.write(`${JSON.stringify({ work, ...request })}\n`);
      const answer = JSON.parse(await nextLine(lines, name)) as SideFigures & { error?: string };
      if (answer.error !== undefined) throw new Error(`${name}, ${work}: ${answer.error}`);
      return { ...answer, cpuUs: ((cpuMs() - before) * 1000) / answer.count };
    },
    close: async () => {
      await end(child);
      process.off('exit', kill);
      await postgres.close();
    },
  };
}

async function nextLine(lines: AsyncIterator<string>, name: string): Promise<string> {
  const { value, done } = await lines.next();
  if (done === true) throw new Error(`${name} has ended`);
  return value;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  await ended;
}

/** Into a folder of their own, by its lock file. */
async function installPeers(): Promise<void> {
  const folder = join('bench', 'peers');
  if (existsSync(join(folder, 'node_modules', 'pg-boss'))) return;
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder }).catch(
    (error: { stderr?: string }) => {
      throw new Error(`the peers cannot be installed: ${(error.stderr ?? '').trim().split('\n').at(-1) ?? ''}`);
    },
  );
}
