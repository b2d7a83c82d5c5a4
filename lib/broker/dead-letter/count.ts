import { deadLetterCountFold, deadLetterCountMend } from '../../store/queries/dead-letter/dead-letter-count';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

const FOLD_LIMIT = 5000;

/** Keeps the counts of dead letters few rows. @returns whether there may be more to do */
export async function foldDeadLetterCounts({ store }: BrokerContext): Promise<boolean> {
  return (await retryRolledBack(() => deadLetterCountFold(store.broker, FOLD_LIMIT))) >= FOLD_LIMIT;
}

/** Counts all dead letters, and corrects the counts that pages read. */
export async function mendDeadLetterCounts({ store, log }: BrokerContext): Promise<false> {
  const groups = await retryRolledBack(() => deadLetterCountMend(store.console));
  if (groups > 0) log.warn({ groups }, 'counts of dead letters were wrong and are corrected');
  return false;
}
