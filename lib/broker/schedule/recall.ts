import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { Topic } from '../../model/topic/topic';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { messagePlace } from '../../store/queries/message/message-place';
import { type RecallRow, scheduledRecall } from '../../store/queries/schedule/scheduled-recall';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

export interface ProducerRecallInput {
  readonly topic: string;
  readonly messageId: string;
  /** The time it was sent with; another one is not this message's handle. */
  readonly deliverAt: Date;
}

export interface OperatorRecallInput {
  readonly topic: string;
  readonly messageId: string;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

export type Recalled = RecallRow;

/**
 * A producer takes back a delayed message that has not entered the log: it is never delivered. A repeat changes
 * nothing.
 * @throws BrokerError topic-not-found, message-type-conflict, illegal-recall-handle, recall-too-late
 */
export async function recallByProducer(ctx: BrokerContext, input: ProducerRecallInput): Promise<Recalled> {
  const topic = await delayTopic(ctx, input.topic);
  const recalled = await retryRolledBack(() =>
    scheduledRecall(ctx.store.broker, ctx.clock.nowOrNull(), topic.topicId, input.messageId, {
      dueAt: input.deliverAt,
      by: null,
    }),
  );
  if (recalled === null) {
    await refuseWhenInLog(ctx, topic, input.messageId);
    throw new BrokerError(
      'illegal-recall-handle',
      told('recallHandle names no message that waits for its delivery time.'),
      {
        field: 'recallHandle',
        value: input.messageId,
      },
    );
  }
  tell(ctx, input.messageId);
  return recalled;
}

/**
 * An operator does the same for one message, with an audit row.
 * @throws BrokerError topic-not-found, message-type-conflict, message-not-found, recall-too-late
 */
export async function recallScheduled(ctx: BrokerContext, input: OperatorRecallInput): Promise<Recalled> {
  const topic = await delayTopic(ctx, input.topic);
  const recalled = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      const row = await scheduledRecall(db, ctx.clock.nowOrNull(), topic.topicId, input.messageId, {
        dueAt: null,
        by: input.actor.name,
      });
      if (row?.changed === true) {
        await appendAudit(db, {
          actor: input.actor,
          action: 'message.recall',
          target: input.messageId,
          reason: input.reason,
          before: { topic: topic.name, dueAt: row.dueAt },
        });
      }
      return row;
    }),
  );
  if (recalled === null) {
    await refuseWhenInLog(ctx, topic, input.messageId);
    throw new BrokerError(
      'message-not-found',
      told('No message {messageId} is scheduled on topic {topic}.', { messageId: input.messageId, topic: topic.name }),
      {
        field: 'messageId',
        value: input.messageId,
      },
    );
  }
  tell(ctx, input.messageId);
  return recalled;
}

async function delayTopic(ctx: BrokerContext, name: string): Promise<Topic> {
  const topic = await ctx.topics.find(name);
  if (topic.messageType === 'DELAY') return topic;
  throw new BrokerError(
    'message-type-conflict',
    told('Only delayed messages can be recalled: topic {name} must be of type DELAY (got {messageType}).', {
      name,
      messageType: topic.messageType,
    }),
    { field: 'topic', limit: 'DELAY', value: topic.messageType },
  );
}

async function refuseWhenInLog(ctx: BrokerContext, topic: Topic, messageId: string): Promise<void> {
  if ((await messagePlace(ctx.store.broker, topic.topicId, messageId)) === null) return;
  throw new BrokerError(
    'recall-too-late',
    told('Message {messageId} is already with the consumer groups and cannot be recalled.', { messageId }),
    { field: 'messageId', limit: 'before its delivery time', value: messageId },
  );
}

function tell(ctx: BrokerContext, messageId: string): void {
  ctx.changes.emit({ kind: 'message', messageId });
  ctx.changes.emit({ kind: 'topic' });
}
