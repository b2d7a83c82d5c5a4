import { type BrokerContext, storageTroubles } from '../broker';
import { troubleOf } from '../store/database-trouble';
import { probeWritable } from '../store/queries/health/probe-database';
import type { Store } from '../store/client';

const ANSWER_LIMIT_MS = 2000;

/** What PostgreSQL itself cannot report as well: what it has refused. */
export async function describeDatabase(store: Store, ctx: BrokerContext): Promise<string> {
  const known = storageTroubles(ctx).map(({ says }) => says);
  const answer = await checkDatabaseAnswers(store);
  if (known.length === 0 || answer.startsWith(known[0] ?? '')) return answer;
  return [...known, ...(answer === 'ready' ? [] : [answer])].join('; ');
}

/** Queries the database through the broker's pool: a full pool is as bad as a dead server. */
async function checkDatabaseAnswers(store: Store): Promise<string> {
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
    [trouble, message].filter((part) => part !== undefined && part !== '').join(': ') ||
    'the database is not responding'
  );
}
