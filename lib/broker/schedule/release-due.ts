import { scheduledNextMs } from '../../store/queries/schedule/scheduled-next';
import { scheduledRelease } from '../../store/queries/schedule/scheduled-release';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

const MOST_MESSAGES = 1000;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Moves delayed messages that are due into the log and wakes their receivers. Never before their time: the database's
 * clock decides. Safe in any number of processes. @returns how many moved; when some did, more may be due
 */
export async function releaseDue(ctx: BrokerContext): Promise<number> {
  const released = await retryRolledBack(() =>
    scheduledRelease(ctx.store.broker, ctx.clock.nowOrNull(), MOST_MESSAGES, MOST_BYTES),
  );
  if (released.length === 0) return 0;
  for (const { topic, messageId } of released) {
    ctx.metrics.count('rocketmq_timer_dequeue_total', { topic });
    ctx.changes.emit({ kind: 'message', messageId });
  }
  for (const topicId of new Set(released.map((row) => row.topicId))) ctx.wakeups.topic(topicId);
  ctx.changes.emit({ kind: 'topic' });
  return released.length;
}

/** How long nothing is due, as far as is known: another message may be sent meanwhile. */
export async function nextDueMs(ctx: BrokerContext): Promise<number> {
  return (await scheduledNextMs(ctx.store.broker, ctx.clock.nowOrNull())) ?? Number.POSITIVE_INFINITY;
}
