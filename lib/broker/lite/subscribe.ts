import { BrokerError } from '../../model/errors';
import { LIMITS } from '../../model/limits';
import { checkLiteTopicName } from '../../model/names';
import type { ConsumerGroup } from '../../model/group/group';
import type { Topic } from '../../model/topic/topic';
import { liteLeave, liteSubscribe } from '../../store/queries/lite/lite-subscribe';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';
import { liteName } from '../process/send/lite-names';

export interface LiteSubscribeInput {
  readonly group: string;
  readonly topic: string;
  readonly clientId: string;
  /** all: `names` is everything that the client wants; nothing: it wants none any more. */
  readonly action: 'add' | 'remove' | 'all' | 'nothing';
  readonly names: readonly string[];
  /** Where a client begins to read names that it adds; resume: where its group stopped. */
  readonly from?: 'resume' | 'newest';
}

/**
 * Changes which lite topics of a LITE topic a client receives.
 * @throws BrokerError topic-not-found, group-not-found, illegal-lite-topic, lite-subscription-quota, bad-request: the
 * topic is of another type, or the group is not ordered
 */
export async function subscribeLite(ctx: BrokerContext, input: LiteSubscribeInput): Promise<void> {
  const { action, from = 'resume' } = input;
  const [group, topic] = await Promise.all([ctx.groups.find(input.group), ctx.topics.find(input.topic)]);
  checkLiteTopic(topic);
  checkLiteGroup(group);
  const names = [...new Set(input.names)];
  const adds = action === 'add' || action === 'all';
  if (adds) for (const name of names) checkLiteTopicName(name);
  if (adds && names.length > LIMITS.liteSubscriptionsPerClient) throw overQuota('client');
  const clientId = await ctx.clients.id(input.clientId);
  const { refused } = await retryRolledBack(() =>
    liteSubscribe(
      ctx.store.broker,
      ctx.clock.nowOrNull(),
      {
        ...{ groupId: group.groupId, topicId: topic.topicId, clientId },
        add: adds ? names.map((name) => liteName(topic, name)) : [],
        remove: action === 'remove' ? names : [],
        complete: action === 'all' || action === 'nothing',
        skip: from === 'newest',
      },
      { client: LIMITS.liteSubscriptionsPerClient, broker: LIMITS.liteSubscriptions },
    ),
  );
  if (refused !== null) throw overQuota(refused);
  if (adds) ctx.wakeups.group(group.groupId);
}

/** A client has left: names of it alone have no subscriber any more, and keep their messages. */
export async function leaveLite(
  ctx: BrokerContext,
  input: { readonly group: string; readonly clientId: string },
): Promise<void> {
  const group = await ctx.groups.find(input.group);
  const clientId = await ctx.clients.id(input.clientId);
  await retryRolledBack(() => liteLeave(ctx.store.broker, group.groupId, clientId));
}

/** @throws BrokerError bad-request */
export function checkLiteTopic({ name, messageType }: Topic): void {
  if (messageType === 'LITE') return;
  throw new BrokerError('bad-request', `Topic ${name} is of type ${messageType}: it has no lite topics.`, {
    ...{ field: 'topic', limit: 'a topic of type LITE', value: name },
  });
}

/** Lite topics are delivered in order. @throws BrokerError bad-request */
export function checkLiteGroup({ name, deliveryOrder, messageModel }: ConsumerGroup): void {
  if (deliveryOrder === 'ordered' && messageModel === 'clustering') return;
  const is = deliveryOrder === 'ordered' ? 'a broadcast group' : 'not ordered';
  throw new BrokerError(
    'bad-request',
    `Group ${name} is ${is}: lite topics are delivered in order, to one client each. Use an ordered group.`,
    { field: 'group', limit: 'an ordered group', value: name },
  );
}

function overQuota(of: 'client' | 'broker'): BrokerError {
  const limit = of === 'client' ? LIMITS.liteSubscriptionsPerClient : LIMITS.liteSubscriptions;
  const whose = of === 'client' ? 'A client' : 'All clients together';
  return new BrokerError('lite-subscription-quota', `${whose} may subscribe ${limit} lite topics at most.`, {
    ...{ field: 'liteTopicSet', limit },
  });
}
