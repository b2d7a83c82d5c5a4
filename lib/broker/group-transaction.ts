import type { Pool, PoolClient } from 'pg';
import { BrokerError } from '../model/errors';
import { told } from '../model/language/t';
import { isLockTimeout, retryRolledBack } from '../store/sql-errors';
import { withTransaction } from '../store/transaction';

/**
 * Runs one transaction that locks a consumer group.
 * @throws BrokerError busy: another transaction held the lock for longer than a session waits; nothing was changed
 */
export async function groupTransaction<T>(pool: Pool, work: (db: PoolClient) => Promise<T>): Promise<T> {
  try {
    return await retryRolledBack(() => withTransaction(pool, work));
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new BrokerError(
      'busy',
      told(
        `Another change of this consumer group is in progress: the start of a re-drive, a change of its dead letters,
        or the removal of expired ones. Nothing was changed. Try again.`,
      ),
      { cause: error },
    );
  }
}
