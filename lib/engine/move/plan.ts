import { type BrokerContext, listGroups as listOwnGroups, listTopics as listOwnTopics } from '../../broker';
import {
  type ClusterGroup,
  type ClusterTopic,
  listGroups,
  listTopics,
  readFacts,
  type SilentBroker,
} from '../../cluster';
import type { ConsumerGroup } from '../../model/group';
import type { Topic } from '../../model/topic';
import { groupsToMove, type GroupToMove, leftHere, type LeftHere } from '../../store/queries/cluster-move/figures';
import type { ClusterEngine } from '../clusters/directory';
import { otherGroups } from '../redrives/others';
import { compareGroup, compareTopic, type MovedGroup, type MovedTopic } from './compare';

/** At most so many of each are planned together. */
const MOST = 500;

export interface PlannedGroup extends MovedGroup, Omit<GroupToMove, 'group'> {
  /**
   * How what waits reaches the group there: alone, or through the topic, where every group that reads it gets a copy,
   * because ordered 5.x clients read nothing else.
   */
  readonly way: 'alone' | 'topic';
  /** Groups of the cluster that read its topics and would get a copy. */
  readonly others: readonly string[];
  /** Why its messages cannot go along; null: they can. */
  readonly messagesStay: string | null;
}

export interface MovePlan {
  readonly topics: readonly MovedTopic[];
  readonly groups: readonly PlannedGroup[];
  readonly brokers: readonly string[];
  readonly silent: readonly SilentBroker[];
  readonly left: LeftHere;
}

/** What is here beside what is there. Changes nothing. @throws BrokerError unavailable */
export async function planMove(ctx: BrokerContext, engine: ClusterEngine): Promise<MovePlan> {
  const [topics, groups, figures, there, thereGroups, facts] = await Promise.all([
    listOwnTopics(ctx, { limit: MOST }).then(({ items }) => items),
    listOwnGroups(ctx, { limit: MOST }).then(({ items }) => items),
    groupsToMove(ctx.store.console),
    listTopics(engine.cluster),
    listGroups(engine.cluster),
    readFacts(engine.cluster),
  ]);
  const named = new Map(figures.map((row) => [row.group, row]));
  const canWriteRetries = facts.parts.every(({ value }) => !value.usesRetryTopicV2 || value.readsRetryTopicV1);
  const planned = groups.filter(({ name }) => named.has(name));
  return {
    topics: compareTopics(topics, there.topics),
    groups: await Promise.all(
      planned.map((group) => planGroup(engine, group, named.get(group.name), thereGroups.groups, canWriteRetries)),
    ),
    brokers: there.answered,
    silent: there.silent,
    left: await leftHere(
      ctx.store.console,
      topics.map(({ name }) => name),
    ),
  };
}

export function compareTopics(topics: readonly Topic[], there: readonly ClusterTopic[]): readonly MovedTopic[] {
  const byName = new Map(there.map((topic) => [topic.name, topic]));
  return topics
    .filter(({ name }) => !name.startsWith('%'))
    .map((topic) => compareTopic(topic, byName.get(topic.name) ?? null));
}

async function planGroup(
  engine: ClusterEngine,
  group: ConsumerGroup,
  figures: GroupToMove | undefined,
  there: readonly ClusterGroup[],
  canWriteRetries: boolean,
): Promise<PlannedGroup> {
  const compared = compareGroup(group, there.find(({ name }) => name === group.name) ?? null);
  const { group: _name, ...counts } = figures ?? NOTHING;
  const way = group.deliveryOrder === 'ordered' || !canWriteRetries ? 'topic' : 'alone';
  const others =
    way === 'alone' || counts.topics.length === 0
      ? []
      : await otherGroups(engine.cluster, group.name, counts.topics, []);
  return {
    ...{ ...compared, ...counts, way, others: others.map((other) => other.group) },
    messagesStay: counts.openRedrives > 0 ? 'a re-drive of it is not finished here' : null,
  };
}

const NOTHING = {
  ...{ group: '', topics: [], waiting: 0, inFlight: 0, dead: 0, openRedrives: 0, isPaused: false },
};
