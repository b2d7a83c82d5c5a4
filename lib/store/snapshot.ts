import type { Pool, PoolClient } from 'pg';
import { withTransaction } from './transaction';

/** Several reads of one moment: a state and the history that led to it must not be of two. */
export function withSnapshot<T>(pool: Pool, read: (db: PoolClient) => Promise<T>): Promise<T> {
  return withTransaction(pool, async (db) => {
    await db.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return await read(db);
  });
}
