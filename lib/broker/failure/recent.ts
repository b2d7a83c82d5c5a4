import { LOOKED_THROUGH, recentFailures, type RecentFailureRow } from '../../store/queries/timeline/recent-failures';
import type { BrokerContext } from '../context';

export interface RecentFailures {
  /** The newest of each message and group. */
  readonly items: readonly RecentFailureRow[];
  /** Names to look in, the first of them. */
  readonly groups: readonly string[];
  readonly topics: readonly string[];
  /** Only the newest transitions were looked through. */
  readonly lookedThrough: number;
}

const PAGE = 50;
const names = { select: { name: true }, orderBy: { name: 'asc' }, take: 500 } as const;

/** Of a group or of all. @throws BrokerError group-not-found */
export async function readRecentFailures({ store, groups }: BrokerContext, group?: string): Promise<RecentFailures> {
  const groupId = group === undefined ? null : (await groups.readNow(group)).groupId;
  const [items, ofGroups, ofTopics] = await Promise.all([
    recentFailures(store.console, groupId, PAGE),
    store.prisma.consumerGroup.findMany({ ...names, where: { broadcastOf: null } }),
    store.prisma.topic.findMany({ ...names, where: { deadLetterTopic: null, deletedAt: null } }),
  ]);
  return {
    items,
    groups: ofGroups.map(({ name }) => name),
    topics: ofTopics.map(({ name }) => name),
    lookedThrough: LOOKED_THROUGH,
  };
}
