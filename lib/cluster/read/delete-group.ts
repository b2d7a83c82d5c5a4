import { consumeStats } from '../admin/consume-stats';
import { deleteGroupConfig } from '../admin/delete-group';
import { oneGroupConfig } from '../admin/group-config-one';
import { groupConfigs } from '../admin/group-configs';
import { refuseSystemGroup } from '../admin/system-names';
import { topicConfigs } from '../admin/topic-configs';
import { topicStats } from '../admin/topic-stats';
import type { Cluster } from '../cluster';
import { type Answers, requireSome } from '../topology/answers';
import { GROUP_LIST, groupOf } from './read-groups';
import { type DeletionOutcome, problemOf, removeTopics } from './remove-topics';
import { topicsOfGroup } from './topics-of-group';

/** What one broker has of a group. */
export interface GroupRemains {
  readonly hasSettings: boolean;
  /** Queues in which it has a position. */
  readonly positions: number;
  /** Its retry and dead-letter topics, which go with it. */
  readonly topics: readonly { readonly topic: string; readonly messages: number }[];
  /** Retry topics that may be of another group by their names: they stay. */
  readonly unsure: readonly string[];
}

/** What a deletion of the group deletes, by broker. @throws BrokerError group-not-found, unavailable */
export async function readGroupRemains(cluster: Cluster, group: string): Promise<Answers<GroupRemains>> {
  const answers = requireSome(
    await cluster.gather(async (broker, ask) => {
      const [config, { topics }, { groups }, positions] = await Promise.all([
        ask(oneGroupConfig, { group }),
        ask(topicConfigs, undefined),
        ask(groupConfigs, undefined),
        ask(consumeStats, { group }),
      ]);
      const names = new Set(groups.map((one) => one.group));
      const { own, unsure } = topicsOfGroup(group, {
        topics: new Set(topics.map(({ topic }) => topic)),
        groups: names,
      });
      const counted = await Promise.all(
        own.map(async (topic) => {
          const queues = (await ask(topicStats, { topic })) ?? [];
          return { topic, messages: queues.reduce((sum, { minOffset, maxOffset }) => sum + maxOffset - minOffset, 0) };
        }),
      );
      return { broker, config, remains: { positions: positions.length, topics: counted, unsure } };
    }),
  );
  groupOf(group, { ...answers, parts: answers.parts.map(({ broker, value }) => ({ broker, value: value.config })) });
  return {
    ...answers,
    parts: answers.parts.map(({ broker, value: { config, remains } }) => ({
      broker,
      value: { hasSettings: config !== null, ...remains },
    })),
  };
}

/**
 * Deletes the group at every master that answers: its retry and dead-letter topics first, its settings and positions
 * last, so that a deletion that stopped halfway can be repeated. Who asks has made sure that no client is connected.
 * @throws BrokerError group-not-found, unavailable: no broker answered
 */
export async function deleteGroup(cluster: Cluster, group: string): Promise<DeletionOutcome> {
  refuseSystemGroup(group);
  return cluster.alone(`group ${group}`, async () => {
    const { parts, silent } = await readGroupRemains(cluster, group);
    const byBroker = parts.map(({ broker, value }) => ({ broker, topics: value.topics.map(({ topic }) => topic) }));
    const unanswered = silent.map(({ broker, reason }) => ({ broker, problem: reason }));
    const { brokers, nameServers } = await removeTopics(cluster, byBroker, unanswered);
    const done = await Promise.all(
      brokers.map(async ({ broker, problem }) => ({
        broker,
        problem: problem ?? (await removeSettings(cluster, broker, group)),
      })),
    );
    cluster.shared.forget(GROUP_LIST);
    return { brokers: done, nameServers };
  });
}

/** @returns why the broker has the group still, or may have; null: it has not */
async function removeSettings(cluster: Cluster, broker: string, group: string): Promise<string | null> {
  const problem = await problemOf(() => cluster.ask(broker, deleteGroupConfig, { group, cleansOffsets: true }));
  let left: string | null = null;
  const readBack = await problemOf(async () => {
    const [config, positions] = await Promise.all([
      cluster.ask(broker, oneGroupConfig, { group }),
      cluster.ask(broker, consumeStats, { group }),
    ]);
    if (config !== null) left = `it still has the group ${group}`;
    else if (positions.length > 0) left = `it still has positions of ${group}`;
  });
  if (readBack !== null) return problem ?? readBack;
  return left === null ? null : (problem ?? left);
}
