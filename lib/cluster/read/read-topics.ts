import { MESSAGE_TYPES } from '../../model/topic';
import { isSystemTopic } from '../admin/system-names';
import { PERMISSION, type TopicConfig } from '../admin/topic-config';
import { topicConfigs } from '../admin/topic-configs';
import type { Cluster } from '../cluster';
import { requireSome } from '../topology/answers';
import type { ClusterTopic, ClusterTopicPart, ClusterTopics } from './topic';

const LIST_MS = 10_000;
export const TOPIC_LIST = 'topics';
const TYPES: readonly ClusterTopicPart['messageType'][] = [...MESSAGE_TYPES, 'MIXED', 'UNSPECIFIED'];

/** Every topic of applications; those of retries and dead letters belong to their groups. */
export async function listTopics(cluster: Cluster): Promise<ClusterTopics> {
  const { clusters, brokers } = await cluster.topology();
  const places = [...clusters, ...brokers.map(({ name }) => name)];
  const answers = await cluster.shared.read(TOPIC_LIST, LIST_MS, () => cluster.askMasters(topicConfigs, undefined));
  requireSome(answers);
  const byBroker = answers.parts.map(({ broker, value }) => ({
    broker,
    configs: new Map(value.topics.map((config) => [config.topic, config])),
  }));
  const names = new Set(byBroker.flatMap(({ configs }) => [...configs.keys()]));
  const own = [...names].filter((name) => !isSystemTopic(name, places)).toSorted();
  return {
    asOf: answers.asOf,
    answered: byBroker.map(({ broker }) => broker),
    silent: answers.silent,
    topics: own.map((name): ClusterTopic => {
      const parts = byBroker.flatMap(({ broker, configs }) => {
        const config = configs.get(name);
        return config === undefined ? [] : [partOf(broker, config)];
      });
      return {
        ...{ name, parts },
        differs: new Set(parts.map(({ broker: _broker, ...settings }) => JSON.stringify(settings))).size > 1,
        missingOn: byBroker.filter(({ configs }) => !configs.has(name)).map(({ broker }) => broker),
      };
    }),
  };
}

function partOf(broker: string, { readQueues, writeQueues, permission, attributes }: TopicConfig): ClusterTopicPart {
  const type = attributes['message.type'];
  return {
    ...{ broker, readQueues, writeQueues, attributes },
    mayRead: (permission & PERMISSION.read) !== 0,
    mayWrite: (permission & PERMISSION.write) !== 0,
    messageType: TYPES.find((known) => known === type) ?? 'UNSPECIFIED',
  };
}
