import type { BrokerContext } from '../broker';
import type { Actor } from '../model/audit/actor';
import { appendAudit } from '../store/queries/audit/audit-append';
import { practiceRemove, type PracticeRemoved } from '../store/queries/practice/practice-remove';
import { retryRolledBack } from '../store/sql-errors';
import { withTransaction } from '../store/transaction';
import { PRACTICE_GROUPS, PRACTICE_TOPICS } from './scenario';

/**
 * Removes the practice topics and groups with everything that belongs to them, and nothing else: it takes no names.
 * Stop the practice clients first, or they ask in vain for what is gone.
 */
export async function resetPractice(
  ctx: BrokerContext,
  { actor }: { readonly actor: Actor },
): Promise<PracticeRemoved> {
  const topics = PRACTICE_TOPICS.map(({ name }) => name);
  const groups = PRACTICE_GROUPS.map(({ name }) => name);
  const removed = await retryRolledBack(() =>
    withTransaction(ctx.store.broker, async (db) => {
      const counts = await practiceRemove(db, topics, groups);
      await appendAudit(db, { actor, action: 'practice.reset', target: 'practice incident', counts: { ...counts } });
      return counts;
    }),
  );
  for (const topic of topics) ctx.topics.forget(topic);
  for (const kind of ['topic', 'group', 'dead-letter', 'redrive', 'message'] as const) ctx.changes.emit({ kind });
  return removed;
}
