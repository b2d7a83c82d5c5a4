import { readFileSync } from 'node:fs';

import { processTree } from '../../lib/testing/process-tree';

const PAGE_KIB = 4;

/** What processes and all that they started have cost so far, the ended ones included. */
export interface ProcessCost {
  readonly cpuMs: number;
  /** Memory that is theirs alone or shared in fair parts (Pss), KiB. */
  readonly memoryKib: number;
}

export function costOf(roots: readonly number[]): ProcessCost {
  const own = processTree(roots);
  return {
    cpuMs: own.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryKib: own.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
  };
}

function memoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return residentOf(pid);
  }
}

function residentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_KIB;
  } catch {
    return 0;
  }
}
