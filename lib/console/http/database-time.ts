import 'server-only';
import { findRuntime } from '../../runtime/singleton';
import { estimateDatabaseTime } from '../../store/queries/schedule/database-time';

/** The database's time for pages that are shown also while the database is not responding, or while Redrive starts. */
export function pageNow(): string {
  const store = findRuntime()?.store;
  return (store === undefined ? new Date() : estimateDatabaseTime(store.console)).toISOString();
}
