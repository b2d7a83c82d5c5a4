import { readFileSync } from 'node:fs';

/** Processor time of a session of PostgreSQL on this machine, planning included; null: its process is elsewhere. */
export function workedMs(pid: number): number | null {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres')) return null;
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}
