import { BrokerError } from '../../model/errors';
import { LIMITS } from '../../model/limits';
import { checkLiteTopicName } from '../../model/names';
import type { ConsumerGroup } from '../../model/group/group';
import type { Topic } from '../../model/topic/topic';
import {
  liteLeave,
  liteSubscribe,
  type LiteSubscribed,
  type LiteSubscriptionChange,
} from '../../store/queries/lite/lite-subscribe';
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
  readonly from?: LiteFrom;
}

/**
 * A place in a lite topic: an offset as its messages have it, the last messages before where the group stopped, or the
 * first message that was stored at a time or later. Not before the group, nor after the newest message.
 */
export type LiteFrom =
  | 'resume'
  | 'newest'
  | 'oldest'
  | { readonly offset: number }
  | { readonly tail: number }
  | { readonly timeMs: number };

/** Which clients do not have lite topics that they may believe to have: in an exclusive group one client has each. */
export interface LiteLoss {
  readonly clientId: string;
  readonly name: string;
}

/** In place of names: a client of a group that receives all lite topics. */
const EVERY_NAME = '*';

/**
 * Changes which lite topics of a LITE topic a client receives.
 * @throws BrokerError topic-not-found, group-not-found, illegal-lite-topic, lite-subscription-quota, bad-request: the
 * topic is of another type, the group is not ordered, or its clients receive all lite topics and add none
 */
export async function subscribeLite(ctx: BrokerContext, input: LiteSubscribeInput): Promise<readonly LiteLoss[]> {
  const { action, from = 'resume' } = input;
  const [group, topic] = await Promise.all([ctx.groups.find(input.group), ctx.topics.find(input.topic)]);
  checkLiteTopic(topic);
  checkLiteGroup(group);
  const adds = action === 'add' || action === 'all';
  const names = namesOf(group, input);
  // A client that repeats its set keeps what it has, even if the quota is lower by now: only new names are refused.
  if (adds && names.length > (action === 'add' ? group.liteQuota : LIMITS.liteSubscriptions))
    throw overQuota(group, 'client');
  const clientId = await ctx.clients.id(input.clientId);
  const { refused, taken, clients, lost } = await retryRolledBack(() =>
    liteSubscribe(
      ctx.store.broker,
      ctx.clock.nowOrNull(),
      {
        ...{ groupId: group.groupId, topicId: topic.topicId, clientId },
        add: adds ? names.map((name) => liteName(topic, name)) : [],
        remove: action === 'remove' ? names : [],
        complete: action === 'all' || action === 'nothing',
        from: placeOf(from),
        exclusive: group.liteModel === 'exclusive',
      },
      { client: group.liteQuota, broker: LIMITS.liteSubscriptions },
    ),
  );
  if (refused !== null) throw overQuota(group, refused);
  if (adds) ctx.wakeups.group(group.groupId);
  return lossesOf(input.clientId, { taken, clients, lost });
}

function placeOf(from: LiteFrom): LiteSubscriptionChange['from'] {
  if (from === 'resume') return null;
  if (typeof from === 'string') return { place: from, value: null };
  if ('offset' in from) return { place: 'offset', value: from.offset };
  return 'tail' in from ? { place: 'tail', value: from.tail } : { place: 'time', value: from.timeMs };
}

function lossesOf(clientId: string, { taken, clients, lost }: Omit<LiteSubscribed, 'names' | 'refused'>): LiteLoss[] {
  return [
    ...taken.map((name) => ({ clientId, name })),
    ...lost.flatMap((name, index) => {
      const other = clients[index];
      return other === undefined ? [] : [{ clientId: other, name }];
    }),
  ];
}

/** @throws BrokerError illegal-lite-topic, bad-request */
function namesOf({ name, liteModel }: ConsumerGroup, { action, names }: LiteSubscribeInput): readonly string[] {
  if (liteModel !== 'all') {
    const wanted = [...new Set(names)];
    if (action === 'add' || action === 'all') for (const each of wanted) checkLiteTopicName(each);
    return wanted;
  }
  // As in the original: the first whole set, which is empty, subscribes all of them.
  if (action !== 'add') return action === 'all' ? [EVERY_NAME] : [];
  throw new BrokerError(
    'bad-request',
    `Clients of group ${name} receive every lite topic: they cannot subscribe single ones.`,
    { field: 'liteTopicSet', limit: 'none', value: names[0] ?? null },
  );
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

function overQuota({ name, liteQuota }: ConsumerGroup, of: 'client' | 'broker'): BrokerError {
  const limit = of === 'client' ? liteQuota : LIMITS.liteSubscriptions;
  const whose = of === 'client' ? `A client of group ${name}` : 'All clients together';
  return new BrokerError('lite-subscription-quota', `${whose} may subscribe ${limit} lite topics at most.`, {
    ...{ field: 'liteTopicSet', limit },
  });
}
