// Where the databases and other temporary files of a run are: in memory where there is enough of it. Nothing of them has
// to outlast the run, and on a disk making a database takes five times the processor.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'redrive-test-run-';
/** A server of tests takes a tenth of a gibibyte, with a log of a quarter at most; three run at once. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** @returns the path of a new folder for TMPDIR; undefined: the machine has no such room */
export function makeMemoryFolder() {
  if (!hasRoom()) return undefined;
  removeAbandoned();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // A server that must not run as root reads its data below it.
  chmodSync(folder, 0o755);
  return folder;
}

/** Where a runner that is started by hand makes its databases. */
export function temporaryRoot() {
  return process.env.TMPDIR === undefined && hasRoom() ? MEMORY : tmpdir();
}

export function removeMemoryFolder(folder) {
  if (folder === undefined) return;
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A process that a stage left behind writes to it: the next run removes it.
  }
}

function hasRoom() {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES && (process.availableMemory?.() ?? freemem()) >= 2 * ROOM_BYTES;
}

/** Of runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!existsSync(`/proc/${pid}`)) removeMemoryFolder(join(MEMORY, name));
  }
}
