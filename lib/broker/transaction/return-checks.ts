import { halfUncheck } from '../../store/queries/half-message/half-uncheck';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';
import type { TransactionCheck } from './claim-checks';

/**
 * Claimed checks that reached no producer, because the last one left meanwhile: they do not count, and the next
 * producer of the topic is asked as soon as it is there.
 */
export async function returnChecks(ctx: BrokerContext, checks: readonly TransactionCheck[]): Promise<void> {
  if (checks.length === 0) return;
  const undone = checks.map(({ topic, message: { messageId }, check, previousCheckAt }) => ({
    topic,
    messageId,
    check,
    previousCheckAt,
  }));
  await retryRolledBack(() => halfUncheck(ctx.store.broker, ctx.clock.nowOrNull(), ctx.transactions, undone));
  for (const { messageId } of undone) ctx.changes.emit({ kind: 'message', messageId });
}
