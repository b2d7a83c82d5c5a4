import { setTimeout as sleep } from 'node:timers/promises';

import type { Log } from '../../model/log';
import type { EmbeddedPostgres } from './start';

const LOOK_EVERY_MS = 500;
/** A full disk may stay full for hours; once it has room again, clients should not wait longer than this. */
const MAX_BACKOFF_MS = 2000;

export interface Supervisor {
  /** Why the server does not run; null: it runs. */
  problem(): string | null;
  stop(): void;
}

/** Restarts a stopped server under the same port; the pools reconnect by themselves. */
export function superviseServer(server: EmbeddedPostgres, log: Log): Supervisor {
  const stop = new AbortController();
  const { signal } = stop;
  let problem: string | null = null;

  /** @returns how long to wait for the next check */
  const look = async (failures: number): Promise<number> => {
    if (server.isRunning()) {
      if (problem !== null) log.info({ pid: server.pid() }, 'PostgreSQL runs again');
      problem = null;
      return 0;
    }
    if (problem === null) log.error({ dataDirectory: server.dataDirectory }, 'PostgreSQL has stopped, restarting it');
    problem ??= 'PostgreSQL has stopped and is being restarted';
    try {
      await server.ensureRunning(() => signal.aborted);
      return 0;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Once for each reason, however often it is tried.
      if (reason !== problem && !signal.aborted) log.error({ error: reason }, 'PostgreSQL does not start');
      problem = reason;
      return failures + 1;
    }
  };
  const run = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted;) {
      failures = await look(failures);
      const waitMs = Math.min(MAX_BACKOFF_MS, LOOK_EVERY_MS * 2 ** failures);
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  void run();
  return { problem: () => problem, stop: () => stop.abort() };
}
