import { retryBury } from '../../store/queries/delivery/retry-bury';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

const LIMIT = 500;

/**
 * A waiting message that is due is ready without further ado. What is left to do when it falls due: one that is over a
 * limit lowered meanwhile goes to the dead letters instead. @returns messages dead-lettered
 */
export async function promoteDue(ctx: BrokerContext): Promise<number> {
  const buried = await retryRolledBack(() => retryBury(ctx.store.broker, ctx.clock.nowOrNull(), LIMIT));
  for (const { groupId, queueId, buried: count } of buried) {
    await ctx.deaths.report(
      groupId,
      Array.from({ length: count }, () => queueId),
    );
    // A dead head of an ordered group lets the next message through.
    ctx.wakeups.group(groupId);
  }
  if (buried.length > 0) {
    ctx.changes.emit({ kind: 'dead-letter' });
    ctx.changes.emit({ kind: 'message' });
  }
  return buried.reduce((sum, { buried: count }) => sum + count, 0);
}
