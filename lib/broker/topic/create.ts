import type { Actor } from '../../model/audit/actor';
import { checkAll } from '../../model/check-all';
import { mustBeBetween } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { LIMITS } from '../../model/limits';
import { checkNewTopicName } from '../../model/names';
import { MESSAGE_TYPES, type MessageType, type Topic } from '../../model/topic/topic';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { topicInsert } from '../../store/queries/topic/topic-insert';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { timeCreation } from '../time-creation';

export interface CreateTopicInput {
  readonly name: string;
  readonly messageType: MessageType;
  /** 1 to 64, default 4; growTopic gives it more. */
  readonly queues?: number | undefined;
  /** Of a LITE topic: a lite topic ends when its newest message is older; absent: when that has left the log. */
  readonly liteExpirationMinutes?: number | undefined;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

const DEFAULT_QUEUES = 4;

/** @throws BrokerError illegal-topic, bad-request, already-exists */
export async function createTopic(ctx: BrokerContext, input: CreateTopicInput): Promise<Topic> {
  const { name, messageType, queues = DEFAULT_QUEUES } = input;
  checkAll([
    () => checkNewTopicName(name),
    () => checkMessageType(messageType),
    () => checkQueues(queues),
    () => checkExpiration(input),
  ]);
  await timeCreation(ctx.metrics, 'rocketmq_topic_create_execution_time', () => insert(ctx, { ...input, queues }));
  ctx.changes.emit({ kind: 'topic' });
  return await ctx.topics.find(name);
}

function checkMessageType(type: MessageType): void {
  if (MESSAGE_TYPES.includes(type)) return;
  const given = { field: 'type', choices: MESSAGE_TYPES };
  throw new BrokerError('bad-request', told('{field} must be one of {choices}.', given), {
    ...{ field: 'type', limit: MESSAGE_TYPES.join(', '), value: type },
  });
}

/** @throws BrokerError bad-request */
export function checkQueues(queues: number): void {
  if (Number.isInteger(queues) && queues >= 1 && queues <= LIMITS.queuesPerTopic) return;
  throw mustBeBetween('queues', [1, LIMITS.queuesPerTopic], queues, LIMITS.queuesPerTopic);
}

function checkExpiration({ messageType, liteExpirationMinutes: minutes }: CreateTopicInput): void {
  if (minutes === undefined) return;
  const { liteExpirationMinMinutes: min, liteExpirationMaxMinutes: max } = LIMITS;
  const field = 'liteExpirationMinutes';
  if (messageType !== 'LITE')
    throw new BrokerError(
      'bad-request',
      told('{field} is for topics of the type LITE (got {messageType}).', { field, messageType }),
      {
        ...{ field, limit: 'left out', value: minutes },
      },
    );
  if (Number.isInteger(minutes) && minutes >= min && minutes <= max) return;
  throw mustBeBetween(field, [min, max], minutes);
}

async function insert(
  ctx: BrokerContext,
  { name, messageType, queues, liteExpirationMinutes, actor, reason }: CreateTopicInput & { readonly queues: number },
): Promise<void> {
  await withTransaction(ctx.store.broker, async (db) => {
    if (!(await topicInsert(db, ctx.clock.nowOrNull(), name, messageType, queues, liteExpirationMinutes ?? null))) {
      throw new BrokerError('already-exists', told('Topic {name} already exists.', { name }), {
        field: 'name',
        value: name,
      });
    }
    await appendAudit(db, {
      actor,
      action: 'topic.create',
      target: name,
      reason,
      after: { messageType, queues, liteExpirationMinutes },
    });
  });
}
