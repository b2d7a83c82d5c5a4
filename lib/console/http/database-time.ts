import 'server-only';
import { findRuntime } from '../../runtime/singleton';
import { aboutDatabaseTime, estimateDatabaseTime } from '../../store/queries/schedule/database-time';
import type { Queryable } from '../../store/queryable';

/**
 * The database's time as ISO text. Countdowns compare with times the database wrote; this machine's clock may be wrong.
 */
export async function databaseNow(db: Queryable): Promise<string> {
  return (await aboutDatabaseTime(db)).toISOString();
}

/** The same for pages that are shown also while the database is not responding, or while Redrive starts. */
export function pageNow(): string {
  const store = findRuntime()?.store;
  return (store === undefined ? new Date() : estimateDatabaseTime(store.console)).toISOString();
}

/** @param durationMs measured on the monotonic clock */
export function timeBefore(asOf: string, durationMs: number): string {
  return new Date(Date.parse(asOf) - durationMs).toISOString();
}
