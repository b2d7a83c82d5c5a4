import { VERSION } from '../model/version';
import { troubleOf } from '../store/database-trouble';
import { probeWritable } from '../store/queries/health/probe-database';
import type { Store } from '../store/client';

export type Part = 'database' | 'broker' | 'workers' | 'gateway';

export interface Health {
  readonly status: 'ready' | 'unavailable';
  readonly version: string;
  /** Per part: "ready", or why not. */
  readonly parts: Readonly<Record<Part, string>>;
}

const ANSWER_LIMIT_MS = 2000;

/** Asks the database through the pool the broker uses: a full pool is as bad as a dead server. */
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
  const isReady = Object.values(parts).every((state) => state === 'ready');
  return { status: isReady ? 'ready' : 'unavailable', version: VERSION, parts };
}

/** What to answer when there is no runtime to ask. */
export function describeAbsence(reason: string): Health {
  return summarizeHealth({ database: reason, broker: reason, workers: reason, gateway: reason });
}
