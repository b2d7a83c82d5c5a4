import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { bundle } from '../../lib/testing/bundle';
import { costOf, type ProcessCost } from './processes';

export interface ChildServer {
  readonly port: number;
  cost(): ProcessCost;
  close(): Promise<void>;
}

/** Starts a program of this folder that prints its port, and ends with its input. */
export async function startServer(file: string, args: readonly string[] = []): Promise<ChildServer> {
  const program = file.endsWith('.ts') ? await bundle(file) : file;
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const { value } = (await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()) as {
    value?: string;
  };
  if (value === undefined) throw new Error(`${file} has ended`);
  return {
    port: Number(value),
    cost: () => costOf([child.pid ?? 0]),
    close: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
      process.off('exit', kill);
    },
  };
}
