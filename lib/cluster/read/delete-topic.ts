import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { Refusal } from '../admin/call';
import { consumeStats } from '../admin/consume-stats';
import { groupsOfTopic } from '../admin/groups-of-topic';
import { pull } from '../admin/pull';
import { searchOffset } from '../admin/search-offset';
import { isSystemGroup, isSystemTopic, refuseSystemTopic } from '../admin/system-names';
import { topicStats } from '../admin/topic-stats';
import type { Ask, Cluster } from '../cluster';
import { type Answers, requireSome } from '../topology/answers';
import { readClockSkews } from '../topology/read-facts';
import { bornOf } from '../wire/message';
import { forgetNames, gatherNamed } from './known-names';
import { type DeletionOutcome, removeTopics } from './remove-topics';
import { classicRetryTopic, popRetryTopics } from './retry-topic';
import { countTopic, type TopicCount, unreadIn } from './topic-stored';
import { type KnownNames, namesakesOf } from './topics-of-group';

/** What is stored this lately shows that a producer sends to the topic. */
const SENT_LATELY_MS = 60_000;
/** The newest message of each is read for the host of its producer. */
const MOST_QUEUES_READ = 8;

/** What one broker has of a topic. */
export interface TopicRemains {
  readonly hasSettings: boolean;
  /** Queues in which groups have a position. */
  readonly positions: number;
  /** The topic, and the retry topics of 5.x clients that the broker deletes with it. */
  readonly topics: readonly TopicCount[];
  /** Groups that have a position or subscribe. */
  readonly readers: readonly { readonly group: string; readonly unread: number }[];
  /** Of these retry topics: messages may wait there for another group of a like name, and would be lost. */
  readonly shared: readonly (TopicCount & { readonly with: string })[];
  /** Stored in the minute before, and the hosts that sent the newest. */
  readonly sent: { readonly messages: number; readonly hosts: readonly string[] };
}

/** What a deletion of the topic deletes, by broker. @throws BrokerError illegal-topic, topic-not-found, unavailable */
export async function readTopicRemains(cluster: Cluster, topic: string): Promise<Answers<TopicRemains>> {
  await refuseTopic(cluster, topic);
  const skews = await readClockSkews(cluster);
  const nowMs = cluster.options.now().getTime();
  const { known: _known, ...remains } = await gatherNamed(cluster, async (ask, present, known, broker) => {
    if (!present.has(topic)) return NOTHING;
    // Brokers may name the topic among its groups.
    const groups = (await ask(groupsOfTopic, { topic })).filter(
      (name) => !isSystemGroup(name) && (name !== topic || known.groups.has(name)),
    );
    const [own, rows, sent] = await Promise.all([
      countTopic(ask, topic),
      Promise.all(groups.map(async (group) => ({ group, rows: await ask(consumeStats, { group, topic }) }))),
      sentLately(ask, topic, nowMs + (skews.get(broker) ?? 0) - SENT_LATELY_MS),
    ]);
    const names = groups.flatMap((group) => popRetryTopics(group, topic)).filter((name) => present.has(name));
    const retries = await Promise.all(names.map((name) => countTopic(ask, name)));
    return {
      ...{ hasSettings: true, topics: [own, ...retries], sent },
      positions: rows.reduce((sum, { rows: of }) => sum + of.filter((row) => row.consumerOffset >= 0).length, 0),
      readers: rows.map(({ group, rows: of }) => ({ group, unread: unreadIn(of) })),
      shared: groups.flatMap((group) => sharedWith(group, topic, retries, known)),
    };
  });
  requireSome(remains);
  if (remains.parts.some(({ value }) => value.hasSettings)) return remains;
  const away = remains.silent.map(({ broker }) => broker);
  if (away.length === 0)
    throw new BrokerError('topic-not-found', told('No broker has the topic {topic}.', { topic }), {
      field: 'topic',
      value: topic,
    });
  throw new BrokerError(
    'unavailable',
    told('The brokers that responded have no topic {topic}. No response from {away}.', { topic, away }),
  );
}

const NOTHING: TopicRemains = {
  ...{ hasSettings: false, positions: 0, topics: [], readers: [], shared: [] },
  sent: { messages: 0, hosts: [] },
};

/** Each cluster and each broker has topics of its name. @throws BrokerError illegal-topic */
async function refuseTopic(cluster: Cluster, topic: string): Promise<void> {
  refuseSystemTopic(topic);
  const { clusters, brokers } = await cluster.topology();
  if (!isSystemTopic(topic, [...clusters, ...brokers.map(({ name }) => name)])) return;
  throw new BrokerError('illegal-topic', told('{topic} belongs to the system of the cluster.', { topic }), {
    ...{ field: 'topic', value: topic },
  });
}

/** By the broker's clock. */
async function sentLately(ask: Ask, topic: string, sinceMs: number): Promise<TopicRemains['sent']> {
  const busy = ((await ask(topicStats, { topic })) ?? []).filter(
    ({ lastTimestamp, minOffset, maxOffset }) => lastTimestamp >= sinceMs && maxOffset > minOffset,
  );
  const counts = await Promise.all(
    busy.map(async ({ queueNo, minOffset, maxOffset }) => {
      const from = await ask(searchOffset, { topic, queueNo, atMs: sinceMs });
      return Math.max(1, maxOffset - Math.max(minOffset, from));
    }),
  );
  const hosts = await Promise.all(
    busy.slice(0, MOST_QUEUES_READ).map(({ queueNo, maxOffset }) => hostsOf(ask, topic, queueNo, maxOffset - 1)),
  );
  return { messages: counts.reduce((sum, count) => sum + count, 0), hosts: [...new Set(hosts.flat())].toSorted() };
}

/** None where the topic is not open for reading: that it was sent to is known all the same. */
async function hostsOf(ask: Ask, topic: string, queueNo: number, offset: number): Promise<readonly string[]> {
  try {
    const pulled = await ask(pull, { topic, queueNo, offset, most: 1 });
    return (pulled?.messages ?? []).map((message) => bornOf(message).bornHost);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** A retry topic is named after its group and its topic, joined by "_", which both names may contain. */
function sharedWith(
  group: string,
  topic: string,
  retries: readonly TopicCount[],
  known: KnownNames,
): TopicRemains['shared'] {
  const joined = `${group}_${topic}`;
  const retry = retries.find((one) => one.topic === classicRetryTopic(joined));
  if (retry === undefined || retry.messages === 0) return [];
  const others = [...(known.groups.has(joined) ? [joined] : []), ...namesakesOf(joined, known)];
  const other = others.find((name) => name !== group);
  return other === undefined ? [] : [{ ...retry, with: other }];
}

/**
 * Deletes the topic at every master that answers, and then at the name servers. `check` throws why not, right before
 * the first byte. @throws BrokerError before anything is sent: illegal-topic, topic-not-found, unavailable
 */
export async function deleteTopic(
  cluster: Cluster,
  topic: string,
  check: (remains: Answers<TopicRemains>) => Promise<void> = async () => undefined,
): Promise<DeletionOutcome> {
  return cluster.alone(`topic ${topic}`, async () => {
    forgetNames(cluster);
    const remains = await readTopicRemains(cluster, topic);
    await check(remains);
    return removeTopics(
      cluster,
      remains.parts.map(({ broker, value }) => ({ broker, topics: value.hasSettings ? [topic] : [] })),
      remains.silent.map(({ broker, reason }) => ({ broker, problem: reason })),
    );
  });
}
