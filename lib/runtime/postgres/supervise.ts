import type { Log } from '../../model/log';
import type { EmbeddedPostgres } from './start';

const LOOK_EVERY_MS = 500;

/** Brings a killed server back under the same port; the pools reconnect by themselves. */
export function superviseServer(server: EmbeddedPostgres, log: Log): () => void {
  let stopped = false;
  let restarting = false;
  const look = async (): Promise<void> => {
    if (restarting || server.isRunning()) return;
    restarting = true;
    log.error({ dataDirectory: server.dataDirectory }, 'PostgreSQL is gone, starting it again');
    try {
      await server.ensureRunning(() => stopped);
      log.info({ pid: server.pid() }, 'PostgreSQL runs again');
    } catch (error) {
      log.error({ error: String(error) }, 'PostgreSQL does not start');
    } finally {
      restarting = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
