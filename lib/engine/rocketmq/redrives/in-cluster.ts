import type { PoolClient } from 'pg';
import { retryRolledBack } from '../../../store/sql-errors';
import { withTransaction } from '../../../store/transaction';
import type { ClusterEngine } from '../clusters/directory';

/** One transaction in which the statements of the embedded broker read and change what is of one cluster. */
export function inCluster<T>(
  { letters }: Pick<ClusterEngine, 'letters'>,
  work: (db: PoolClient) => Promise<T>,
): Promise<T> {
  return retryRolledBack(() => withTransaction(letters.store.console, work));
}
