import { type ClusterTopic, listGroups, listTopics, readersOf, readTopic } from '../../../cluster';
import { BrokerError, isBrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { known, mapReading, type ToldReading, unknown } from '../../../model/reading';
import { exists } from '../../exists';
import { unsupported } from '../../../model/unsupported';
import type { BrokerTopic, Topic, TopicsPort } from '../../port/topics';
import type { ClusterEngine } from '../clusters/directory';
import type { RocketmqContext } from '../context';
import { readClusterConnection } from './connection';
import { deleteClusterTopic, planClusterTopicDelete } from './delete';
import { readFiguresInBrokers } from './figures';
import { sendClusterTest } from './send-test';
import { createClusterTopic, updateClusterTopic } from './write';

/** Of each broker, when no number is given; as a topic of the embedded broker has. */
const DEFAULT_QUEUES = 4;

/** The topics of an attached cluster: each of its brokers has queues of its own. */
export function rocketmqTopics(ctx: RocketmqContext): TopicsPort {
  const { broker, engine } = ctx;
  const topicNow = async (name: string): Promise<Topic> => toTopic(await readTopic(engine.cluster, name));
  return {
    list: async () => {
      const { topics } = await listTopics(engine.cluster);
      const own = { throttledSince: null, failover: null, useFailover: false };
      return { items: topics.map((topic) => ({ ...toTopic(topic), ...own })), nextCursor: null };
    },
    has: (topic) => exists(() => readTopic(engine.cluster, topic)),
    copies: () => listTopics(engine.cluster),
    copiesOf: (topic) => readTopicAndReaders(engine, topic),
    figuresInBrokers: (topic) => readFiguresInBrokers(ctx, topic),
    create: async ({ queues = DEFAULT_QUEUES, liteExpirationMinutes, ...change }) => {
      refuseExpiration(liteExpirationMinutes);
      await createClusterTopic(broker, engine, { ...change, queues });
      return topicNow(change.topic);
    },
    update: async ({ type, version, ...change }) => {
      if (type === undefined || version === undefined)
        throw new BrokerError(
          'bad-request',
          told('type and version are required in a cluster: all brokers get the same.'),
          {
            field: type === undefined ? 'type' : 'version',
            limit: 'not left out',
          },
        );
      await updateClusterTopic(broker, engine, { ...change, messageType: type, version });
      return topicNow(change.topic);
    },
    sendTest: (message) => sendClusterTest(broker, engine, message),
    connection: (asked) => readClusterConnection(engine, asked),
    figures: () => unsupported('cluster', 'topic-figures'),
    find: () => unsupported('cluster', 'topic-figures'),
    classic: () => unsupported('cluster', 'topic-figures'),
    producers: () => unsupported('cluster', 'topic-figures'),
    liteTopics: () => unsupported('cluster', 'topic-figures'),
    deadLettersOf: () => unsupported('cluster', 'dead-letter-topic'),
    planDelete: (topic) => planClusterTopicDelete(ctx, topic),
    delete: (change) => deleteClusterTopic(ctx, change),
    setFailover: () => unsupported('cluster', 'failover'),
  };
}

/** @throws BrokerError unsupported */
function refuseExpiration(minutes: number | undefined): void {
  if (minutes === undefined) return;
  throw new BrokerError(
    'unsupported',
    told(
      'liteExpirationMinutes is of the bundled broker. In a cluster, set the topic attribute lite.topic.expiration.',
    ),
    { field: 'liteExpirationMinutes', limit: 'left out', value: minutes },
  );
}

/** As the first broker that has it says; its queues are those of all that answered. */
export function toTopic({ name, parts, missingOn, version }: ClusterTopic): Topic {
  return {
    ...{ name, version, missingOn, createdAt: null, liteExpirationMinutes: null },
    type: parts[0]?.messageType ?? 'UNSPECIFIED',
    queues: parts.reduce((sum, { writeQueues }) => sum + writeQueues, 0),
    brokers: parts.map(({ broker, writeQueues, messageType, mayRead, mayWrite }) => ({
      ...{ broker, queues: writeQueues, type: messageType, readable: mayRead, writable: mayWrite },
    })),
  };
}

async function readTopicAndReaders({ cluster }: ClusterEngine, name: string): Promise<BrokerTopic> {
  const topic = await readTopic(cluster, name);
  const { groups } = await listGroups(cluster);
  const existing = new Set(groups.map((group) => group.name));
  const readers = await readOr(topic.asOf, () => readersOf(cluster, name));
  return { ...topic, readers: mapReading(readers, (names) => names.filter((each) => existing.has(each)).toSorted()) };
}

async function readOr<T>(asOf: string, read: () => Promise<T>): Promise<ToldReading<T>> {
  try {
    return known(await read(), asOf);
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    return unknown(error.reason, asOf);
  }
}
