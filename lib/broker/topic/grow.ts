import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { t } from '../../model/language/t';
import { topicNotFound } from '../../model/not-found';
import type { MessageType, Topic } from '../../model/topic/topic';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { topicGrow, topicLock } from '../../store/queries/topic/topic-change';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { checkQueues } from './create';

export interface GrowTopicInput {
  readonly topic: string;
  readonly queues: number;
  readonly reason?: string | undefined;
  readonly actor: Actor;
}

/**
 * Gives a topic more queues. Groups that read it read the new ones from their first message. Never fewer: what is in a
 * queue, and every group's place in it, would be lost. Never on a FIFO topic: a message group is on the queue that its
 * name and the number of queues say, so its next messages could overtake the ones that wait on the old one.
 * @throws BrokerError topic-not-found, bad-request, conflict
 */
export async function growTopic(ctx: BrokerContext, { topic, queues, reason, actor }: GrowTopicInput): Promise<Topic> {
  checkQueues(queues);
  await retryRolledBack(() =>
    withTransaction(ctx.store.broker, async (db) => {
      const before = await topicLock(db, topic);
      if (before === null) throw topicNotFound(topic);
      const refusal = whyNotGrow(before.queues, queues, before.messageType, before.deadLettersOf);
      if (refusal !== null)
        throw new BrokerError('conflict', refusal, { field: 'queues', limit: before.queues, value: queues });
      if (queues === before.queues) return;
      await topicGrow(db, ctx.clock.nowOrNull(), before.topicId, queues);
      await appendAudit(db, {
        actor,
        action: 'topic.grow',
        target: topic,
        reason,
        before: { queues: before.queues },
        after: { queues },
      });
    }),
  );
  ctx.topics.forget(topic);
  ctx.changes.emit({ kind: 'topic' });
  return await ctx.topics.find(topic);
}

function whyNotGrow(from: number, to: number, type: MessageType, deadLettersOf: string | null): string | null {
  if (deadLettersOf !== null) return t('The dead-letter topic of {deadLettersOf} has one queue.', { deadLettersOf });
  if (to < from)
    return t(
      `The number of queues cannot be reduced (now {from}): groups would lose the messages in a removed queue. Create
      a new topic instead.`,
      { from },
    );
  if (type === 'LITE' && to > from)
    return t(
      `The number of queues of a LITE topic cannot change: its lite topics would move to other queues and lose their
      order. Create a new topic instead.`,
    );
  if (type === 'FIFO' && to > from)
    return t(
      `The number of queues of a FIFO topic cannot change: its message groups would move to other queues and lose
      their order. Create a new topic instead.`,
    );
  return null;
}
