import { retryBury } from '../../store/queries/delivery/retry-bury';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

const LIMIT = 500;

/**
 * Makes dead letters of due messages that have used up their retries, because the maximum was lowered while they
 * waited. All other waiting messages become ready by their time alone.
 * @returns messages dead-lettered
 */
export async function deadLetterExhausted(ctx: BrokerContext): Promise<number> {
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
