import { historyRollUp } from '../../store/queries/history/history-levels';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

/** Makes finished minutes from their steps of 10 s, and deletes old ones. @returns rows made */
export async function rollUpHistory(ctx: BrokerContext): Promise<number> {
  return await retryRolledBack(() => historyRollUp(ctx.store.console, ctx.clock.nowOrNull()));
}
