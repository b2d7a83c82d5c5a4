import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '../../lib/runtime/postgres/start';

export interface BenchPostgres {
  readonly url: string;
  readonly directory: string;
  readonly pid: number;
  close(): Promise<void>;
}

/** An embedded PostgreSQL with the settings of the product, in a folder that goes with it. */
export async function startPostgres({ throwAway = false } = {}): Promise<BenchPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'redrive-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, throwAway });
  const pid = postgres.pid() ?? 0;
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  // A bench that is ended leaves nothing behind.
  const kill = (): void => {
    process.kill(pid, 'SIGQUIT');
    remove();
  };
  process.once('exit', kill);
  return {
    url: postgres.url,
    directory,
    pid,
    close: async () => {
      process.off('exit', kill);
      await postgres.release();
      remove();
    },
  };
}
