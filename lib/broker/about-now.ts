import { estimateDatabaseTime } from '../store/queries/schedule/database-time';
import type { BrokerContext } from './context';

/** The approximate time, without waiting: for display, never for a decision. */
export function aboutNow({ clock, store }: BrokerContext): Date {
  return clock.nowOrNull() ?? estimateDatabaseTime(store.broker);
}
