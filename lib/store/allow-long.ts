import type { Queryable } from './queryable';

/** For the one statement that must take as long as its rows do: freezing or recalling a large set. Ends with the transaction. */
export async function allowLong(db: Queryable): Promise<void> {
  await db.query("SET LOCAL statement_timeout = '60s'");
}
