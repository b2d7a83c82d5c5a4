import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { isSystemTopic } from '../admin/system-names';
import { type TopicConfigs, topicConfigs } from '../admin/topic-configs';
import type { Cluster } from '../cluster';
import { type Answers, requireSome } from '../topology/answers';
import { OfTables } from './of-tables';
import type { ClusterTopic, ClusterTopics } from './topic';
import { partOf, topicVersion } from './topic-part';

const LIST_MS = 10_000;
export const TOPIC_LIST = 'topics';

/** The list of each master, of a few seconds ago; a change forgets it. */
export async function readTopicConfigs(cluster: Cluster): Promise<Answers<TopicConfigs>> {
  return cluster.shared.read(TOPIC_LIST, LIST_MS, () => cluster.askMasters(topicConfigs, undefined));
}

const listed = new OfTables<TopicConfigs, readonly ClusterTopic[]>();

/** Every topic of applications; those of retries and dead letters belong to their groups. */
export async function listTopics(cluster: Cluster): Promise<ClusterTopics> {
  const { clusters, brokers } = await cluster.topology();
  const places = [...clusters, ...brokers.map(({ name }) => name)];
  const answers = requireSome(await readTopicConfigs(cluster));
  const { asOf, parts, silent } = answers;
  const topics = listed.get(cluster, answers, () => topicsOf(answers, places), ...places);
  return { asOf, answered: parts.map(({ broker }) => broker), silent, topics };
}

function topicsOf({ parts: tables }: Answers<TopicConfigs>, places: readonly string[]): ClusterTopic[] {
  const byBroker = tables.map(({ broker, value }) => ({
    broker,
    configs: new Map(value.topics.map((config) => [config.topic, config])),
  }));
  const names = new Set(byBroker.flatMap(({ configs }) => [...configs.keys()]));
  const own = [...names].filter((name) => !isSystemTopic(name, places)).toSorted();
  return own.map((name): ClusterTopic => {
    const stored = byBroker.map(({ broker, configs }) => ({ broker, value: configs.get(name) ?? null }));
    const parts = stored.flatMap(({ broker, value }) => (value === null ? [] : [partOf(broker, value)]));
    return {
      ...{ name, parts },
      differs: new Set(parts.map(({ broker: _broker, ...settings }) => JSON.stringify(settings))).size > 1,
      missingOn: stored.filter(({ value }) => value === null).map(({ broker }) => broker),
      version: topicVersion(stored),
    };
  });
}

/**
 * A search in a topic that is not there finds nothing, which is no answer. Topics of the system may be searched.
 *
 * @throws BrokerError topic-not-found, unavailable
 */
export async function requireTopic(cluster: Cluster, name: string): Promise<void> {
  const { clusters, brokers } = await cluster.topology();
  if (!isSystemTopic(name, [...clusters, ...brokers.map((broker) => broker.name)])) await readTopic(cluster, name);
}

/** One of them. @throws BrokerError topic-not-found, unavailable */
export async function readTopic(
  cluster: Cluster,
  name: string,
): Promise<ClusterTopic & Pick<ClusterTopics, 'silent' | 'asOf' | 'answered'>> {
  const { topics, silent, asOf, answered } = await listTopics(cluster);
  const found = topics.find((topic) => topic.name === name);
  if (found !== undefined) return { ...found, silent, asOf, answered };
  const away = silent.map(({ broker }) => broker);
  throw new BrokerError(
    'topic-not-found',
    away.length === 0
      ? told('No broker has the topic {topic}.', { topic: name })
      : told('The brokers that responded have no topic {topic}. No response from {away}.', { topic: name, away }),
    { field: 'topic', value: name },
  );
}
