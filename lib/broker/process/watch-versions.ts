import type { Log } from '../../model/log';

const WATCH_MS = 1000;

/**
 * Compares every second, so that edits of other processes are noticed. A failure is logged when it begins.
 * @returns stops it, and waits for a comparison under way
 */
export function watchVersions(
  compare: () => Promise<void>,
  log: Log,
  failure: string,
  periodMs = WATCH_MS,
): () => Promise<void> {
  let failing = false;
  let underWay: Promise<void> | null = null;
  const once = async (): Promise<void> => {
    try {
      await compare();
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ error }, failure);
      failing = true;
    } finally {
      underWay = null;
    }
  };
  const timer = setInterval(() => void (underWay ??= once()), periodMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
