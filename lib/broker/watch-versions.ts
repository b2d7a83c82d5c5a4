import type { Log } from '../model/log';

const WATCH_MS = 1000;

/** Compares every second, so that edits made elsewhere are heard; a failure is told when it begins. @returns stops it */
export function watchVersions(
  compare: () => Promise<void>,
  log: Log,
  failure: string,
  periodMs = WATCH_MS,
): () => void {
  let failing = false;
  const timer = setInterval(() => {
    compare().then(
      () => (failing = false),
      (error: unknown) => {
        if (!failing) log.warn({ error }, failure);
        failing = true;
      },
    );
  }, periodMs);
  timer.unref();
  return () => clearInterval(timer);
}
