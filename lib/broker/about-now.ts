import { estimateDatabaseTime } from '../store/queries/schedule/database-time';
import type { BrokerContext } from './context';

/** About now, at once: for what clients and operators are shown, never for a decision. */
export function aboutNow({ clock, store }: BrokerContext): Date {
  return clock.nowOrNull() ?? estimateDatabaseTime(store.broker);
}
