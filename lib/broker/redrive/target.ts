import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { RedriveTarget } from '../../model/redrive/redrive-edits';
import { type Masks, rulesByName } from '../../model/masking/masks';
import type { Topic } from '../../model/topic/topic';
import {
  itemsToSend,
  redriveSend,
  type SourceOfSet,
  type TargetReaderRow,
  targetReaders,
} from '../../store/queries/redrive/redrive-target';
import type { RedriveStepped } from '../../store/queries/redrive/redrive-step';
import type { Queryable } from '../../store/queryable';
import type { BrokerContext } from '../context';
import { queueOfMessageGroup, queueOfPriority } from '../process/send/choose-queue';

const MOST_TOPICS = 1000;
const TYPES = ['NORMAL', 'FIFO', 'PRIORITY'];

/** Topics that a re-drive can send to, by name. */
export async function targetTopics(ctx: BrokerContext): Promise<string[]> {
  const topics = await ctx.store.prisma.topic.findMany({
    where: { messageType: { in: TYPES }, deadLetterTopic: null, deletedAt: null },
    ...{ select: { name: true }, orderBy: { name: 'asc' }, take: MOST_TOPICS },
  });
  return topics.map(({ name }) => name);
}

/** @throws BrokerError topic-not-found, conflict: a topic that no message can simply be sent to */
export async function findTarget(
  ctx: BrokerContext,
  { target }: { readonly target?: RedriveTarget | undefined },
): Promise<Topic> {
  const topic = await ctx.topics.find(target?.topic ?? '');
  if (TYPES.includes(topic.messageType)) return topic;
  throw new BrokerError(
    'conflict',
    told('Topic {topic} takes {messageType} messages, which a re-drive cannot send.', {
      topic: topic.name,
      messageType: topic.messageType,
    }),
    {
      field: 'target.topic',
      limit: 'a topic of type NORMAL, FIFO or PRIORITY',
      value: topic.name,
    },
  );
}

/**
 * What a set may not be sent to, whether the set is frozen or only planned. A copy in another topic goes by the rules
 * of that one: what is hidden from the caller here must be hidden from the caller there. @throws BrokerError conflict
 */
export function judgeTarget(topic: Topic, sources: readonly SourceOfSet[], masks: Masks): void {
  const ungrouped = sources.reduce((sum, each) => sum + each.ungrouped, 0);
  if (topic.messageType === 'FIFO' && ungrouped > 0)
    throw new BrokerError(
      'conflict',
      told('Topic {topic} is ordered, and {ungrouped} of the messages have no message group.', {
        topic: topic.name,
        ungrouped,
      }),
      { field: 'target.topic', limit: 'a NORMAL topic', value: topic.name },
    );
  const there = masks.of([topic.name]);
  for (const { topic: from } of sources) {
    const revealed = rulesByName(masks, from).find((rule) => !there.includes(rule));
    if (revealed === undefined) continue;
    throw new BrokerError(
      'conflict',
      told(
        `Rule {revealed} hides parts of messages of {from} from you, but does not cover topic {topic}: copies there
        would show them.`,
        { revealed: revealed.name, from, topic: topic.name },
      ),
      { field: 'target.topic', limit: `a topic of rule ${revealed.name}`, value: topic.name },
    );
  }
}

/** The groups that get a copy of what is sent to the topic. @throws BrokerError topic-not-found, conflict */
export async function readersOfTarget(
  ctx: BrokerContext,
  target: RedriveTarget,
): Promise<{ readonly topic: Topic; readonly groups: readonly TargetReaderRow[] }> {
  const topic = await findTarget(ctx, { target });
  return { topic, groups: await targetReaders(ctx.store.console, topic.topicId) };
}

/** One transaction's worth, with the re-drive locked. Null: not running any more. */
export async function sendToTarget(
  ctx: BrokerContext,
  db: Queryable,
  now: Date | null,
  redriveId: number,
  { topic: name, limit }: { readonly topic: string; readonly limit: number },
): Promise<RedriveStepped | null> {
  const topic = await ctx.topics.find(name);
  const items = await itemsToSend(db, redriveId, limit);
  const placed = items.map(({ ord, messageGroup, priority }) => {
    const queueNo =
      topic.messageType === 'FIFO' && messageGroup !== null
        ? queueOfMessageGroup(topic, messageGroup)
        : topic.messageType === 'PRIORITY'
          ? queueOfPriority(topic, priority ?? 0)
          : ord % topic.queueCount;
    const queueId = topic.queueIds[queueNo];
    if (queueId === undefined) throw new Error(`topic ${topic.name} has no queue ${queueNo}`);
    return { ord, queueId };
  });
  return await redriveSend(db, now, redriveId, placed);
}
