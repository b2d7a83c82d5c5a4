import type { Log } from '../model/log';
import type { Metrics } from '../model/metrics';

export interface LoopOptions {
  readonly name: string;
  readonly everyMs: number;
  /** The longest wait while there is nothing to do; without it, `everyMs`. */
  readonly idleMs?: number;
  /** One pass; true: run the next one at once; a number: there is nothing to do for so many milliseconds. */
  readonly runOnce: () => Promise<boolean | number>;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Loop {
  /** No pass has ended well for twice the interval, and at least 15 s. */
  isLate(): boolean;
  /** There may be something to do: the next pass is in `inMs`, and not before `everyMs` after the last one. */
  wake(inMs?: number): void;
  stop(): Promise<void>;
}

const MAX_BACKOFF_MS = 5000;
const LATE_MS = 15_000;

/**
 * Runs a pass, waits, runs the next: never two at once. A pass is what finds work; a wake-up only makes it come sooner. A
 * failing pass is logged when the failing starts, not each time.
 */
export function startLoop({ name, everyMs, idleMs = everyMs, runOnce, log, metrics }: LoopOptions): Loop {
  let stopped = false;
  let failures = 0;
  /** By then a pass should have ended well. */
  let expectedAt = performance.now();
  let endedAt = 0;
  /** When a pass should begin that was asked for during the last one. */
  let wokenFor = Number.POSITIVE_INFINITY;
  let rest: { readonly until: (at: number) => void; readonly dueAt: () => number; readonly end: () => void } | null =
    null;
  // A counter that first appears with its first failure shows no increase in a rate query.
  metrics.count('redrive_worker_failures_total', { worker: name }, 0);

  const pass = async (): Promise<number> => {
    const startedAt = performance.now();
    try {
      const again = await runOnce();
      if (failures > 0) log.info({ loop: name, failures }, 'loop recovered');
      failures = 0;
      const ms = again === true ? 0 : waitMs(again);
      expectedAt = performance.now() + ms;
      return ms;
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

  const waitMs = (idle: false | number): number => {
    const spread = 0.9 + Math.random() * 0.2;
    // What is overdue and yet not done is in other hands.
    return idle === false || idle <= 0 ? everyMs * spread : Math.min(idle, idleMs * spread);
  };
  const restUntil = (firstDueAt: number): Promise<void> =>
    new Promise((resolve) => {
      let [timer, dueAt]: [NodeJS.Timeout | undefined, number] = [undefined, firstDueAt];
      const until = (at: number): void => {
        clearTimeout(timer);
        dueAt = at;
        timer = setTimeout(resolve, Math.max(0, at - performance.now()));
      };
      until(firstDueAt);
      rest = {
        until,
        dueAt: () => dueAt,
        end: () => {
          clearTimeout(timer);
          resolve();
        },
      };
    });

  const wokenAt = (): number => Math.max(wokenFor, endedAt + everyMs);

  const run = async (): Promise<void> => {
    while (!stopped) {
      wokenFor = Number.POSITIVE_INFINITY;
      expectedAt = Math.min(expectedAt, performance.now());
      const ms = await pass();
      endedAt = performance.now();
      if (stopped) break;
      await restUntil(Math.min(endedAt + ms, failures > 0 ? Number.POSITIVE_INFINITY : wokenAt()));
      rest = null;
    }
  };
  const running = run();
  return {
    isLate: () => performance.now() - expectedAt > Math.max(LATE_MS, 2 * everyMs),
    wake: (inMs = 0) => {
      // What fails waits longer each time, whatever happens meanwhile.
      if (failures > 0) return;
      wokenFor = Math.min(wokenFor, performance.now() + inMs);
      if (rest !== null && wokenAt() < rest.dueAt()) rest.until(wokenAt());
    },
    stop: async () => {
      stopped = true;
      rest?.end();
      await running;
    },
  };
}
