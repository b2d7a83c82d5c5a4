import 'server-only';
import { estimatedNow } from '../../engine';
import { findRuntime } from '../../runtime/singleton';

/** The database's time for pages that are shown also while the database is not responding, or while Redrive starts. */
export function pageNow(): string {
  const store = findRuntime()?.store;
  return store === undefined ? new Date().toISOString() : estimatedNow(store.console);
}
