import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isProcessAlive } from './postgres/postmaster';

/**
 * One file per process, named by its pid. The first line is the start time of the process, because a killed process
 * cannot remove its file and pids are reused; the rest is what the process says of itself.
 * @returns removes it
 */
export function writeProcessFile(directory: string, text = ''): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, String(process.pid));
  const draft = `${file}.draft`;
  rmSync(file, { force: true });
  const content = text === '' ? readStartTime(process.pid) : `${readStartTime(process.pid)}\n${text}`;
  writeFileSync(draft, content, { mode: 0o600 });
  linkSync(draft, file);
  rmSync(draft, { force: true });
  return () => rmSync(file, { force: true });
}

/** What living processes have written, without this one's; files of ended ones are removed. */
export function readProcessFiles(directory: string): { readonly pid: number; readonly text: string }[] {
  return listDirectory(directory).flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    let content: string;
    try {
      content = readFileSync(join(directory, name), 'utf8');
    } catch {
      return [];
    }
    const [startTime = '', ...lines] = content.split('\n');
    if (isProcessAlive(pid) && readStartTime(pid) === startTime) return [{ pid, text: lines.join('\n') }];
    rmSync(join(directory, name), { force: true });
    return [];
  });
}

function listDirectory(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
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
