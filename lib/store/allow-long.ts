import type { Queryable } from './queryable';

/**
 * For the one statement that must take as long as its rows do: freezing or recalling a large set. Ends with the
 * transaction.
 */
export async function allowLong(db: Queryable): Promise<void> {
  await db.query("SET LOCAL statement_timeout = '60s'");
}

/**
 * For a transaction that only keeps others from the same work while this process reads elsewhere: reads that take as
 * long as they may to fail must not end it. A process that dies while it holds the lock delays the others for this long
 * at most.
 */
export async function allowIdle(db: Queryable): Promise<void> {
  await db.query("SET LOCAL idle_in_transaction_session_timeout = '60s'");
}
