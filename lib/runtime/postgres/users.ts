import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isProcessAlive } from './postmaster';

/**
 * Which Redrive processes use this PostgreSQL: one file per process, named by pid and holding the
 * process's start time, because a killed process cannot take its file away and pids are re-used.
 * The last one to leave stops the server.
 */
export function registerUser(directory: string): () => void {
  const file = join(directory, String(process.pid));
  const draft = `${file}.draft`;
  rmSync(file, { force: true });
  writeFileSync(draft, readStartTime(process.pid));
  linkSync(draft, file);
  rmSync(draft, { force: true });
  return () => rmSync(file, { force: true });
}

export function hasOtherUsers(directory: string): boolean {
  return readdirSync(directory).some((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) return false;
    let startTime: string;
    try {
      startTime = readFileSync(join(directory, name), 'utf8');
    } catch {
      return false;
    }
    if (isProcessAlive(pid) && readStartTime(pid) === startTime) return true;
    rmSync(join(directory, name), { force: true });
    return false;
  });
}

/** Field 22 of /proc/<pid>/stat (after the command name, which may hold spaces); empty elsewhere. */
function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
