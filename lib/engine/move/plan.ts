import { type BrokerContext, listGroups as listOwnGroups, listTopics as listOwnTopics } from '../../broker';
import {
  type ClusterGroup,
  type ClusterTopic,
  listGroups,
  listTopics,
  readFacts,
  type SilentBroker,
} from '../../cluster';
import type { ConsumerGroup } from '../../model/group/group';
import type { Topic } from '../../model/topic/topic';
import { groupsToMove, type GroupToMove, leftHere, type LeftHere } from '../../store/queries/cluster-move/figures';
import { moveGroups, moveNewest } from '../../store/queries/cluster-move/move';
import type { ClusterEngine } from '../rocketmq/clusters/directory';
import { otherGroups } from '../rocketmq/redrives/others';
import { tell, type Told, told } from '../../model/language/t';
import { compareGroup, compareTopic, type MovedGroup, type MovedTopic } from './compare';

/** At most so many of each are planned together. */
const MOST = 500;

export interface PlannedGroup extends MovedGroup, Omit<GroupToMove, 'group'> {
  /**
   * How what waits reaches the group there: alone, or through the topic, where every group that reads it gets a copy,
   * because ordered 5.x clients read nothing else.
   */
  readonly way: 'alone' | 'topic';
  /** Groups that read its topics in the cluster, or will when they have moved, and get a copy. */
  readonly others: readonly string[];
  /** Why its messages cannot move too; null: they can. */
  readonly messagesStay: Told | null;
}

export interface MovePlan {
  readonly topics: readonly MovedTopic[];
  readonly groups: readonly PlannedGroup[];
  readonly brokers: readonly string[];
  readonly silent: readonly SilentBroker[];
  readonly left: LeftHere;
}

export interface ShownPlan extends Omit<MovePlan, 'topics' | 'groups'> {
  readonly topics: readonly (Omit<MovedTopic, 'why'> & { readonly why: string | null })[];
  readonly groups: readonly (Omit<PlannedGroup, 'why' | 'notes' | 'messagesStay'> & {
    readonly why: string | null;
    readonly notes: readonly string[];
    readonly messagesStay: string | null;
  })[];
}

/** In the language of its reader. */
export function shownPlan(plan: MovePlan): ShownPlan {
  const shown = (why: Told | null): string | null => (why === null ? null : tell(why));
  return {
    ...plan,
    topics: plan.topics.map((topic) => ({ ...topic, why: shown(topic.why) })),
    groups: plan.groups.map(({ why, notes, messagesStay, ...group }) => ({
      ...{ ...group, why: shown(why), notes: notes.map(tell), messagesStay: shown(messagesStay) },
    })),
  };
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
  const comers = await comersOf(ctx, engine, figures);
  return {
    topics: compareTopics(topics, there.topics),
    groups: await Promise.all(
      planned.map((group) =>
        planGroup(engine, group, named.get(group.name), { there: thereGroups.groups, comers, canWriteRetries }),
      ),
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
  { there, comers, canWriteRetries }: ThereNow,
): Promise<PlannedGroup> {
  const compared = compareGroup(group, there.find(({ name }) => name === group.name) ?? null);
  const { group: _name, ...counts } = figures ?? NOTHING;
  const way = group.deliveryOrder === 'ordered' || !canWriteRetries ? 'topic' : 'alone';
  const others =
    way === 'alone' || counts.topics.length === 0
      ? []
      : [
          ...(await otherGroups(engine.cluster, group.name, counts.topics, [])).map((other) => other.group),
          ...comers
            .filter((other) => other.group !== group.name && sharesTopic(other, counts))
            .map((other) => other.group),
        ];
  return {
    ...{ ...compared, ...counts, way, others: [...new Set(others)].toSorted() },
    messagesStay: counts.openRedrives > 0 ? told('a re-drive of the group has not finished here') : null,
  };
}

interface ThereNow {
  readonly there: readonly ClusterGroup[];
  readonly comers: readonly GroupToMove[];
  readonly canWriteRetries: boolean;
}

/** Groups that will read in the cluster what they read here: those of the open move, or before it all that may move. */
async function comersOf(
  { store }: BrokerContext,
  { clusterId }: ClusterEngine,
  figures: readonly GroupToMove[],
): Promise<readonly GroupToMove[]> {
  const move = await moveNewest(store.console, clusterId);
  if (move === null || move.finishedAt !== null) return figures;
  const chosen = new Set((await moveGroups(store.console, move.moveId)).map(({ group }) => group));
  return figures.filter(({ group }) => chosen.has(group));
}

export function sharesTopic(a: Pick<GroupToMove, 'topics'>, b: Pick<GroupToMove, 'topics'>): boolean {
  return a.topics.some((topic) => b.topics.includes(topic));
}

const NOTHING = {
  ...{ group: '', topics: [], waiting: 0, inFlight: 0, dead: 0, openRedrives: 0, isPaused: false },
};
