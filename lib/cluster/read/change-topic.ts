import { BrokerError } from '../../model/errors';
import { requireWhole } from '../../model/check-number';
import { LIMITS } from '../../model/limits';
import { refuseSystemTopic } from '../admin/system-names';
import { PERMISSION } from '../admin/topic-config';
import { topicConfigs } from '../admin/topic-configs';
import { updateTopic } from '../admin/update-topic';
import type { Cluster } from '../cluster';
import { type Answers, mapAnswers, requireAll } from '../topology/answers';
import { TOPIC_LIST } from './read-topics';
import type { ClusterTopicPart } from './topic';

export interface TopicInput {
  readonly topic: string;
  /** Of each broker. */
  readonly queues: number;
  readonly messageType: ClusterTopicPart['messageType'];
}

/** On every master. @throws BrokerError already-exists, unavailable when a master is silent */
export async function createTopic(cluster: Cluster, input: TopicInput): Promise<Answers<void>> {
  return write(cluster, input, false);
}

/** Queues and type, on every master. Brokers take another type without a word: who asks warns. */
export async function changeTopic(cluster: Cluster, input: TopicInput): Promise<Answers<void>> {
  return write(cluster, input, true);
}

async function write(cluster: Cluster, input: TopicInput, exists: boolean): Promise<Answers<void>> {
  const { topic, queues, messageType } = input;
  refuseSystemTopic(topic);
  requireWhole('queues', queues, 1, LIMITS.queuesPerTopic);
  return cluster.alone(`topic ${topic}`, async () => {
    const stored = requireAll(await cluster.askMasters(topicConfigs, undefined));
    const there = mapAnswers(stored, ({ topics }) => topics.find((one) => one.topic === topic) ?? null);
    const found = there.parts.some(({ value }) => value !== null);
    if (found && !exists)
      throw new BrokerError('already-exists', `The topic ${topic} is there already.`, { field: 'topic' });
    if (!found && exists)
      throw new BrokerError('topic-not-found', `No broker has the topic ${topic}.`, { field: 'topic', value: topic });
    const answers = await cluster.gather(async (broker, ask) => {
      const permission = there.parts.find((part) => part.broker === broker)?.value?.permission;
      await ask(updateTopic, {
        ...{ topic, messageType, readQueues: queues, writeQueues: queues },
        permission: permission ?? PERMISSION.read + PERMISSION.write,
      });
    });
    cluster.shared.forget(TOPIC_LIST);
    return answers;
  });
}
