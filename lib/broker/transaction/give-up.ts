import { halfGiveUp } from '../../store/queries/half-message/half-give-up';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

const LIMIT = 500;

/**
 * Rolls back half messages that no producer resolved: an interval after the last check, or at the end of their
 * lifetime. Answers whether there may be more. Safe to run by several processes.
 */
export async function giveUpTransactions(ctx: BrokerContext): Promise<boolean> {
  const topics = await retryRolledBack(() => halfGiveUp(ctx.store.broker, ctx.clock.nowOrNull(), LIMIT));
  for (const topic of topics) ctx.metrics.count('rocketmq_rollback_messages_total', { topic });
  if (topics.length > 0) {
    ctx.log.warn({ topics: [...new Set(topics)], messages: topics.length }, 'half messages given up and rolled back');
    ctx.changes.emit({ kind: 'topic' });
    ctx.changes.emit({ kind: 'message' });
  }
  return topics.length >= LIMIT;
}
