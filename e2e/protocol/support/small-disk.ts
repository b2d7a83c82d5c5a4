import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, small enough to be filled. */
export interface SmallDisk {
  readonly directory: string;
  /** Takes all room but this much, bytes. */
  fill(leave: number): void;
  /** Gives the room back. */
  free(): void;
  close(): void;
}

const CHUNK = Buffer.alloc(1024 * 1024);

/** Null: this machine does not let the test mount one. */
export function mountSmallDisk(mebibytes: number): SmallDisk | null {
  const directory = mkdtempSync(join(tmpdir(), 'redrive-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', directory], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(directory, { recursive: true, force: true });
    return null;
  }
  const ballast = join(directory, 'ballast');
  const free = (): void => rmSync(ballast, { force: true });
  return {
    directory,
    fill: (leave) => {
      free();
      const { bavail, bsize } = statfsSync(directory);
      const file = openSync(ballast, 'w');
      try {
        for (let left = bavail * bsize - leave; left > 0;)
          left -= writeSync(file, CHUNK, 0, Math.min(left, CHUNK.length));
      } catch (error) {
        // The database took what was left.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free,
    close: () => {
      execFileSync('umount', ['-l', directory]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
