import { aboutDatabaseTime, estimateDatabaseTime } from '../store/queries/schedule/database-time';
import type { Queryable } from '../store/queryable';

/**
 * The database's time as ISO text. Countdowns compare with times the database wrote; this machine's clock may be wrong.
 */
export async function databaseNow(db: Queryable): Promise<string> {
  return (await aboutDatabaseTime(db)).toISOString();
}

/** The same without waiting for the database, which may not respond. */
export function estimatedNow(db: Queryable): string {
  return estimateDatabaseTime(db).toISOString();
}
