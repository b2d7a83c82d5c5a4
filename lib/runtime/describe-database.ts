import { type BrokerContext, storageTroubles } from '../broker';
import { english } from '../model/language/t';
import { troubleOf } from '../store/database-trouble';
import { probeWritable } from '../store/queries/health/probe-database';
import type { Store } from '../store/client';
import type { DatabaseHealth } from './processes/messages';

/** What the process has connected already works. */
const OF_CONNECTIONS = new Set<string>(['too-many-connections', 'connections-busy']);
const ANSWER_LIMIT_MS = 2000;

/** What PostgreSQL itself cannot report as well: what it has refused. */
export async function describeDatabase(store: Store, ctx: BrokerContext): Promise<DatabaseHealth> {
  const answer = await checkDatabaseAnswers(store, ctx);
  const troubles = storageTroubles(ctx);
  const few = troubles.filter(({ kind }) => OF_CONNECTIONS.has(kind)).map(({ says }) => english(says));
  const connections = few.length === 0 ? 'ready' : `${few.join('; ')}: calls and pages that need a further one fail`;
  const known = troubles.filter(({ kind }) => !OF_CONNECTIONS.has(kind)).map(({ says }) => english(says));
  if (known.length === 0 || answer.startsWith(known[0] ?? '')) return { database: answer, connections };
  return { database: [...known, ...(answer === 'ready' ? [] : [answer])].join('; '), connections };
}

/** Queries the database through the broker's pool: a full pool is as bad as a dead server. */
async function checkDatabaseAnswers(store: Store, ctx: BrokerContext): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${ANSWER_LIMIT_MS} ms`), ANSWER_LIMIT_MS);
  });
  const startedAtMs = performance.now();
  const asked = probeWritable(store.broker).then(
    () => {
      // The loop that does this may still wait for a connection of before a fail-over. It shows nothing of the disk.
      if (!ctx.databaseHealth.has('disk-full')) ctx.databaseHealth.disprove(startedAtMs);
      return 'ready';
    },
    (error: unknown) => {
      ctx.databaseHealth.note(error);
      return describe(error);
    },
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
