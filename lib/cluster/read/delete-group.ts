import { type Reason, told } from '../../model/language/t';
import { consumeStats } from '../admin/consume-stats';
import { deleteGroupConfig } from '../admin/delete-group';
import { oneGroupConfig } from '../admin/group-config-one';
import { groupsOfTopic } from '../admin/groups-of-topic';
import { isSystemGroup, refuseSystemGroup } from '../admin/system-names';
import type { Ask, Cluster } from '../cluster';
import { type Answers, mapAnswers, requireSome } from '../topology/answers';
import { forgetNames, gatherNamed } from './known-names';
import { groupOf } from './read-groups';
import { type DeletionOutcome, problemOf, removeTopics, type TopicsOfBroker } from './remove-topics';
import { deadLetterTopic, popRetryTopics } from './retry-topic';
import { countTopic, type TopicCount, unreadIn } from './topic-stored';
import { namesakesOf, topicsOfGroup } from './topics-of-group';

/** What one broker has of a group. */
export interface GroupRemains {
  readonly hasSettings: boolean;
  /** Queues in which it has a position. */
  readonly positions: number;
  /** Its retry and dead-letter topics, which go with it. */
  readonly topics: readonly TopicCount[];
  /** Retry topics that may be of another group by their names: they stay. */
  readonly unsure: readonly string[];
  /** Other groups that have not read all of its dead letters, and lose them. */
  readonly readers: readonly { readonly group: string; readonly unread: number }[];
}

export interface GroupRemainsEverywhere extends Answers<GroupRemains> {
  /** Groups for which a re-drive makes a helper of this name, if it sends to retry topics. */
  readonly namesakes: readonly string[];
}

/** What a deletion of the group deletes, by broker. @throws BrokerError group-not-found, unavailable */
export async function readGroupRemains(cluster: Cluster, group: string): Promise<GroupRemainsEverywhere> {
  const remains = await readRemains(cluster, group);
  requireSome(remains);
  // A broker may lose the settings and keep the rest, so that what is left of it can be deleted again.
  if (!remains.parts.some(({ value }) => isThere(value)))
    groupOf(
      group,
      mapAnswers(remains, () => null),
    );
  return remains;
}

function isThere({ hasSettings, positions, topics }: GroupRemains): boolean {
  return hasSettings || positions > 0 || topics.length > 0;
}

async function readRemains(cluster: Cluster, group: string): Promise<GroupRemainsEverywhere> {
  const { known, ...answers } = await gatherNamed(cluster, async (ask, present, names): Promise<GroupRemains> => {
    const [config, positions] = await Promise.all([ask(oneGroupConfig, { group }), ask(consumeStats, { group })]);
    const { own, unsure } = topicsOfGroup(group, present, names);
    const topics = await Promise.all(own.map((topic) => countTopic(ask, topic)));
    const readers = present.has(deadLetterTopic(group)) ? await readersOfLetters(ask, group) : [];
    return {
      ...{ hasSettings: config !== null, positions: positions.length, topics, unsure },
      readers: readers.filter((reader) => names.groups.has(reader.group)),
    };
  });
  return { ...answers, namesakes: namesakesOf(group, known) };
}

/** With the topic brokers delete its retry topics too. */
async function readersOfLetters(ask: Ask, group: string): Promise<GroupRemains['readers']> {
  const topic = deadLetterTopic(group);
  const groups = (await ask(groupsOfTopic, { topic })).filter((name) => name !== group && !isSystemGroup(name));
  const readers = await Promise.all(
    groups.map(async (reader) => {
      const theirs = new Set([topic, ...popRetryTopics(reader, topic)]);
      const rows = (await ask(consumeStats, { group: reader })).filter((row) => theirs.has(row.topic));
      return { group: reader, unread: unreadIn(rows) };
    }),
  );
  return readers.filter(({ unread }) => unread > 0);
}

/**
 * Deletes the group at every master that answers: its retry and dead-letter topics first, its settings and positions
 * last, so that a deletion that stopped halfway can be repeated. `check` throws why not, right before the first byte.
 * @throws BrokerError before anything is sent: group-not-found, unavailable: no broker answered
 */
export async function deleteGroup(
  cluster: Cluster,
  group: string,
  check: (remains: GroupRemainsEverywhere) => Promise<void> = async () => undefined,
): Promise<DeletionOutcome> {
  refuseSystemGroup(group);
  return cluster.alone(`group ${group}`, async () => {
    forgetNames(cluster);
    const remains = await readGroupRemains(cluster, group);
    await check(remains);
    const unanswered = remains.silent.map(({ broker, reason }) => ({ broker, problem: reason }));
    const { brokers, nameServers } = await removeTopics(cluster, topicsAt(remains), unanswered);
    const done = await Promise.all(
      brokers.map(async ({ broker, problem }) => ({
        broker,
        problem: problem ?? (await removeSettings(cluster, broker, group)),
      })),
    );
    forgetNames(cluster);
    return removeLate(cluster, group, { brokers: done, nameServers });
  });
}

function topicsAt({ parts }: Answers<GroupRemains>): readonly TopicsOfBroker[] {
  return parts.map(({ broker, value }) => ({ broker, topics: value.topics.map(({ topic }) => topic) }));
}

/** While the group was there still, a message that came late made a topic again. */
async function removeLate(cluster: Cluster, group: string, before: DeletionOutcome): Promise<DeletionOutcome> {
  const deleted = new Set(before.brokers.flatMap(({ broker, problem }) => (problem === null ? [broker] : [])));
  if (deleted.size === 0) return before;
  const again = await readRemains(cluster, group);
  const late = topicsAt(again).filter(({ broker, topics }) => deleted.has(broker) && topics.length > 0);
  const unread = again.silent.filter(({ broker }) => deleted.has(broker));
  if (late.length === 0 && unread.length === 0) return before;
  const rest = before.brokers
    .filter(({ broker }) => !late.some((one) => one.broker === broker))
    .map(({ broker, problem }) => ({
      broker,
      problem: problem ?? unread.find((one) => one.broker === broker)?.reason ?? null,
    }));
  const { brokers, nameServers } = await removeTopics(cluster, late, rest);
  const servers = new Map(before.nameServers.map(({ address, problem }) => [address, problem]));
  for (const { address, problem } of nameServers) servers.set(address, servers.get(address) ?? problem);
  return { brokers, nameServers: [...servers].map(([address, problem]) => ({ address, problem })) };
}

/** @returns why the broker has the group still, or may have; null: it has not */
async function removeSettings(cluster: Cluster, broker: string, group: string): Promise<Reason | null> {
  const problem = await problemOf(() => cluster.ask(broker, deleteGroupConfig, { group, cleansOffsets: true }));
  let left: Reason | null = null;
  const readBack = await problemOf(async () => {
    const [config, positions] = await Promise.all([
      cluster.ask(broker, oneGroupConfig, { group }),
      cluster.ask(broker, consumeStats, { group }),
    ]);
    if (config !== null) left = told('it still has the group {group}', { group });
    else if (positions.length > 0) left = told('it still has offsets of {group}', { group });
  });
  if (readBack !== null) return problem ?? readBack;
  return left === null ? null : (problem ?? left);
}
