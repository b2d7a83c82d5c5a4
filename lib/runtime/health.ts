import { VERSION } from '../model/version';
import { troubleOf } from '../store/database-trouble';
import { probeWritable } from '../store/queries/health/probe-database';
import type { Store } from '../store/client';

/** Without one of these a node is not ready. */
export type Part = 'database' | 'broker' | 'workers' | 'gateway';
/** Without this one it works, but messages of other nodes come later. */
type Accelerator = 'wakeUps';

export interface Health {
  readonly status: 'ready' | 'degraded' | 'unavailable';
  readonly version: string;
  /** Per part: "ready", or why not. */
  readonly parts: Readonly<Record<Part | Accelerator, string>>;
}

const ANSWER_LIMIT_MS = 2000;

/** Queries the database through the broker's pool: a full pool is as bad as a dead server. */
export async function checkDatabaseAnswers(store: Store): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${ANSWER_LIMIT_MS} ms`), ANSWER_LIMIT_MS);
  });
  const asked = probeWritable(store.broker).then(
    () => 'ready',
    (error: unknown) => describe(error),
  );
  const answer = await Promise.race([asked, late]);
  clearTimeout(timer);
  return answer;
}

function describe(error: unknown): string {
  const trouble = troubleOf(error)?.says;
  const message = error instanceof Error ? error.message : '';
  return (
    [trouble, message].filter((part) => part !== undefined && part !== '').join(': ') || 'the database does not answer'
  );
}

export function summarizeHealth(parts: Health['parts']): Health {
  const { wakeUps, ...needed } = parts;
  const isReady = Object.values(needed).every((state) => state === 'ready');
  return { status: !isReady ? 'unavailable' : wakeUps === 'ready' ? 'ready' : 'degraded', version: VERSION, parts };
}

/** A degraded node serves its clients: it stays behind its load balancer. */
export function httpStatusOf({ status }: Health): number {
  return status === 'unavailable' ? 503 : 200;
}

/** @param downForMs for how long no hint has arrived; null: they arrive */
export function describeWakeUps(downForMs: number | null): string {
  if (downForMs === null) return 'ready';
  const seconds = Math.round(downForMs / 1000);
  return (
    `no wake-up connection to the database for ${seconds} s: messages sent through other nodes wait ` +
    'for the next poll (1 s)'
  );
}

/** What to answer when there is no runtime to ask. */
export function describeAbsence(reason: string): Health {
  return summarizeHealth({ database: reason, broker: reason, workers: reason, gateway: reason, wakeUps: reason });
}
