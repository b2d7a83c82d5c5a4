import type { Log } from '../model/log';
import type { Metrics } from '../model/metrics';

export interface LoopOptions {
  readonly name: string;
  readonly everyMs: number;
  /** One pass; true: run the next one at once. */
  readonly runOnce: () => Promise<boolean>;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Loop {
  /** No pass has ended well for twice the interval, and at least 15 s. */
  isLate(): boolean;
  stop(): Promise<void>;
}

const MAX_BACKOFF_MS = 5000;
const LATE_MS = 15_000;

/**
 * Runs a pass, waits, runs the next: never two at once. A failing pass is logged when the failing starts, not each
 * time.
 */
export function startLoop({ name, everyMs, runOnce, log, metrics }: LoopOptions): Loop {
  let stopped = false;
  let failures = 0;
  let succeededAt = performance.now();
  let wake: (() => void) | null = null;
  // A counter that first appears with its first failure shows no increase in a rate query.
  metrics.count('redrive_worker_failures_total', { worker: name }, 0);

  const pass = async (): Promise<number> => {
    const startedAt = performance.now();
    try {
      const again = await runOnce();
      if (failures > 0) log.info({ loop: name, failures }, 'loop recovered');
      failures = 0;
      succeededAt = performance.now();
      return again ? 0 : everyMs * (0.9 + Math.random() * 0.2);
    } catch (error) {
      failures += 1;
      metrics.count('redrive_worker_failures_total', { worker: name });
      if (failures === 1) log.error({ loop: name, error }, 'loop failed; it will be retried');
      return Math.min(MAX_BACKOFF_MS, everyMs * 2 ** Math.min(failures, 6));
    } finally {
      metrics.count('redrive_worker_runs_total', { worker: name });
      metrics.observe('redrive_worker_duration_seconds', { worker: name }, (performance.now() - startedAt) / 1000);
    }
  };

  const run = async (): Promise<void> => {
    while (!stopped) {
      const waitMs = await pass();
      if (stopped) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const running = run();
  return {
    isLate: () => performance.now() - succeededAt > Math.max(LATE_MS, 2 * everyMs),
    stop: async () => {
      stopped = true;
      wake?.();
      await running;
    },
  };
}
