import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The children of a process by their titles, as `ps` shows them: "redrive broker 1". Linux only. */
export function childrenOf(pid: number): ReadonlyMap<string, number> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return new Map(children.filter((text) => text !== '').map((text): [string, number] => [titleOf(text), Number(text)]));
}

function titleOf(pid: string): string {
  return (
    readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .find((part) => part !== '')
      ?.trim() ?? ''
  );
}

const ESTABLISHED = '01';

/** How many connections of clients to a port a process holds. */
export function connectionsOf(pid: number, port: number): number {
  const local = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = new Set(
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, address, , state]) => address?.endsWith(`:${local}`) === true && state === ESTABLISHED)
      .map((fields) => `socket:[${fields[9] ?? ''}]`),
  );
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => inodes.has(linkOf(`/proc/${pid}/fd/${fd}`))).length;
}

/** One that is closed meanwhile leads nowhere. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
