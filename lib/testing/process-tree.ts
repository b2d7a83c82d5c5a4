import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own tick is. */
const TICK_MS = 10;

export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Its own, and that of children that have ended. */
  readonly cpuMs: number;
}

/** These processes and all that they started, and what those started; as far as they live. Linux only. */
export function processTree(roots: readonly number[]): ProcessStat[] {
  const wanted = new Set(roots);
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)));
  // A child can come before its parent in the list.
  for (let before = -1; before !== wanted.size;) {
    before = wanted.size;
    for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid);
  }
  return all.filter(({ pid }) => wanted.has(pid));
}

function readStat(pid: number): ProcessStat[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything. After it: state, parent, …, own time, and that of children waited for.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return [{ pid, parent: Number(fields[1]), cpuMs: ticks * TICK_MS }];
  } catch {
    return [];
  }
}

/** False: it has ended meanwhile. */
export function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** A process that has ended, and that its parent has not waited for yet, is not. */
export function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/status`, 'utf8').includes('State:\tZ');
  } catch {
    return false;
  }
}
