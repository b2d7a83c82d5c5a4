import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { LIMITS } from '../../model/limits';
import { topicNotFound } from '../../model/not-found';
import type { MessageType, Topic } from '../../model/topic/topic';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { topicGrow, topicLock } from '../../store/queries/topic/topic-change';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

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
  if (!Number.isInteger(queues) || queues < 1 || queues > LIMITS.queuesPerTopic)
    throw new BrokerError('bad-request', `queues must be 1 to ${LIMITS.queuesPerTopic}; it is ${queues}.`, {
      field: 'queues',
      limit: LIMITS.queuesPerTopic,
      value: queues,
    });
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
  if (deadLettersOf !== null) return `The topic of the dead letters of ${deadLettersOf} has one queue.`;
  if (to < from)
    return `A topic cannot have fewer queues: it has ${from}. What is in a queue would be lost to the groups that read it. Make a new topic instead.`;
  const keyed = type === 'FIFO' ? 'message groups' : type === 'LITE' ? 'lite topics' : null;
  if (keyed !== null && to > from)
    return `A ${type} topic keeps its number of queues: its ${keyed} would move to other queues and lose their order. Make a new topic instead.`;
  return null;
}
