import { aboutDatabaseTime } from '../store/queries/schedule/database-time';
import type { Queryable } from '../store/queryable';

/**
 * The database's time as ISO text. Countdowns compare with times the database wrote; this machine's clock may be wrong.
 */
export async function databaseNow(db: Queryable): Promise<string> {
  return (await aboutDatabaseTime(db)).toISOString();
}
