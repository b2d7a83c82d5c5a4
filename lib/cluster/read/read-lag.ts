import { groupedBy } from '../../model/grouped';
import { notOffered, type ToldReading, sumReadings, unknown } from '../../model/reading';
import { type Told, told } from '../../model/language/t';
import { consumeStats, type QueueStats } from '../admin/consume-stats';
import { topicStats } from '../admin/topic-stats';
import type { Ask, Cluster } from '../cluster';
import { type Answers, mapAnswers, missingWords, requireSome, sumAnswers } from '../topology/answers';
import type { GroupKind } from '../topology/capability';
import type { BrokerFacts } from '../topology/facts';
import type { Lane } from '../topology/pace';
import { readFacts } from '../topology/read-facts';
import type { ClusterGroup } from './group';
import { kindOf } from './kind';
import type { GroupLag, QueueLag, TopicLag } from './lag';
import { presentTopics } from './present-topics';
import { meaningOf, queueLag } from './queue-lag';
import { readClients } from './read-clients';
import { readGroup } from './read-groups';
import { classicRetryTopic, deadLetterTopic, isRetryTopic, popRetryTopics } from './retry-topic';

const LAG_MS = 2_000;
const ORDERED = told('ordered 5.x consumers retry in place and never read a retry topic');

interface Part {
  readonly rows: readonly QueueStats[];
  readonly deadLetters: number;
}

/** Where a group stands, by topic, queue and broker. Who has read the group already gives it, and saves a call. */
export async function readLag(cluster: Cluster, given: string | ClusterGroup, lane: Lane = 'page'): Promise<GroupLag> {
  const group = typeof given === 'string' ? given : given.name;
  return cluster.shared.read(`lag ${group}`, LAG_MS, async () => {
    const [config, clients, facts] = await Promise.all([
      typeof given === 'string' ? readGroup(cluster, group) : given,
      readClients(cluster, group, lane),
      readFacts(cluster),
    ]);
    const kind = kindOf(config, clients);
    const answers = requireSome(
      await cluster.gather(async (broker, ask): Promise<Part> => {
        const [rows, deadLetters] = await Promise.all([
          readRows(cluster, broker, ask, group),
          lane === 'page' ? countDeadLetters(ask, group) : countKnownDeadLetters(cluster, broker, ask, group),
        ]);
        return { rows, deadLetters };
      }, lane),
    );
    return lagOf(config, kind, answers, facts);
  });
}

function lagOf(
  { name, settings }: Pick<ClusterGroup, 'name' | 'settings'>,
  kind: GroupKind,
  answers: Answers<Part>,
  facts: Answers<BrokerFacts>,
): GroupLag {
  const { asOf, silent } = answers;
  const missing = missingWords(answers);
  const queues = answers.parts.flatMap(({ broker, value }) => {
    const own = facts.parts.find((part) => part.broker === broker)?.value;
    const meaning = own === undefined ? 'unclear' : meaningOf(kind, own);
    return value.rows.map((row) => ({ topic: row.topic, queue: queueLag(row, { broker, asOf }, meaning) }));
  });
  const topics = [...groupedBy(queues, ({ topic }) => topic)].map(([topic, rows]): TopicLag => {
    const own = rows.map(({ queue }) => queue);
    return {
      topic,
      role: isRetryTopic(topic) ? 'retry' : 'topic',
      queues: own,
      notDelivered: sumOf(own, 'notDelivered', asOf, missing),
      inFlight: sumOf(own, 'inFlight', asOf, missing),
    };
  });
  const isPopOrdered = kind === 'pop-ordered' || (kind === 'unknown' && settings.isOrdered);
  const [retries, others] = [
    topics.filter(({ role }) => role === 'retry'),
    topics.filter(({ role }) => role === 'topic'),
  ];
  return {
    ...{ group: name, asOf, silent, topics: [...others, ...retries] },
    notDelivered: sumReadings(
      others.map(({ notDelivered }) => notDelivered),
      asOf,
    ),
    inFlight: sumReadings(
      topics.map(({ inFlight }) => inFlight),
      asOf,
    ),
    dueRetries: isPopOrdered
      ? notOffered(ORDERED)
      : sumReadings(
          retries.map(({ notDelivered }) => notDelivered),
          asOf,
        ),
    deadLetters: sumAnswers(mapAnswers(answers, ({ deadLetters }) => deadLetters)),
  };
}

/** What a silent broker has is missing, and says so. */
function sumOf(
  queues: readonly QueueLag[],
  number: 'notDelivered' | 'inFlight',
  asOf: string,
  missing: Told | null,
): ToldReading<number> {
  const sum = sumReadings(
    queues.map((queue) => queue[number]),
    asOf,
  );
  if (missing === null || sum.kind !== 'value') return sum;
  return sum.atMost === true ? unknown(missing) : { ...sum, atLeast: true, reason: missing };
}

/** Also of retry topics that the broker leaves out because the group never took anything from them. */
async function readRows(cluster: Cluster, broker: string, ask: Ask, group: string): Promise<readonly QueueStats[]> {
  const rows = await ask(consumeStats, { group });
  const known = new Set(rows.map(({ topic }) => topic));
  const wanted = new Set([
    classicRetryTopic(group),
    ...[...known].filter((topic) => !isRetryTopic(topic)).flatMap((topic) => popRetryTopics(group, topic)),
  ]);
  const present = await presentTopics(cluster, broker, ask);
  const left = [...wanted].filter((topic) => present.has(topic) && !known.has(topic));
  const more = await Promise.all(
    left.map(async (topic) =>
      ((await ask(topicStats, { topic })) ?? []).map(({ queueNo, minOffset, maxOffset }) => ({
        ...{
          topic,
          queueNo,
          brokerOffset: maxOffset,
          consumerOffset: minOffset,
          pullOffset: minOffset,
          lastTimestamp: 0,
        },
      })),
    ),
  );
  return [...rows, ...more.flat()];
}

/** Most groups have none: a round of all groups asks only for topics that the broker had half a minute ago. */
async function countKnownDeadLetters(cluster: Cluster, broker: string, ask: Ask, group: string): Promise<number> {
  const present = await presentTopics(cluster, broker, ask);
  return present.has(deadLetterTopic(group)) ? await countDeadLetters(ask, group) : 0;
}

/** Within the broker's retention; without such a topic none has died there. */
async function countDeadLetters(ask: Ask, group: string): Promise<number> {
  const queues = (await ask(topicStats, { topic: deadLetterTopic(group) })) ?? [];
  return queues.reduce((sum, { minOffset, maxOffset }) => sum + maxOffset - minOffset, 0);
}
