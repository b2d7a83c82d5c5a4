import { historyRollUp } from '../../store/queries/history/history-levels';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

/** Makes the minutes that are over from their steps of 10 s, drops what is past its age. @returns rows made */
export async function rollUpHistory(ctx: BrokerContext): Promise<number> {
  return await retryRolledBack(() => historyRollUp(ctx.store.console, ctx.clock.nowOrNull()));
}
