import { t } from '../../../model/language/t';
import { known, estimated, type Reading, unknown } from '../../../model/reading';
import {
  LOOKED_AT,
  topicQueues,
  type TopicQueueRow,
  topicReaders,
  type TopicReaderRow,
} from '../../../store/queries/topic-stats/topic-overview';
import { topicFind } from '../../../store/queries/topic/topic-find';
import type { TopicDetail, TopicReader } from '../../port/topics';
import { databaseNow } from '../../reading-time';
import type { EmbeddedContext } from '../context';

const HOUR_MS = 3_600_000;

/** Null: there is no topic of this name. Reading a dead-letter topic does not create it. */
export async function findTopicDetail(
  { broker, listClients, covers, retentionMs }: EmbeddedContext,
  topicName: string,
): Promise<TopicDetail | null> {
  const db = broker.store.console;
  const topic = await topicFind(db, topicName);
  if (topic === null) return null;
  const asOf = await databaseNow(db);
  const [queues, readers, clients] = await Promise.all([
    topicQueues(db, broker.clock.nowOrNull(), topic.topicId),
    topicReaders(db, topic.topicId),
    listClients(),
  ]);
  const stored = queues.reduce((sum, queue) => sum + queue.stored, 0);
  const { name, messageType, createdAt } = topic;
  return {
    ...{ name, messageType, createdAt, retentionHours: retentionMs / HOUR_MS },
    stored: known(stored, asOf),
    lastMinute: rateOf(queues, asOf),
    oldestStoredAt: earliest(queues.map(({ oldestStoredAt }) => oldestStoredAt)),
    lastStoredAt: latest(queues.map(({ lastStoredAt }) => lastStoredAt)),
    queues: queues.map(({ queueNo, stored: own, tail, lastStoredAt }) => ({
      ...{ queueNo, stored: own, tail, lastStoredAt },
    })),
    readers: readers.map((row) => toReader(row, asOf)),
    clients: clients
      .filter(({ topics, group }) => topics.includes(name) && (group === null || covers(group)))
      .map(({ clientId, kind, group, language, version, silentMs }) => ({
        ...{ clientId, kind, group, language, version },
        lastSeen: new Date(Date.parse(asOf) - silentMs),
      })),
  };
}

export function toReader({ group, behind, waiting, oldestAt, since }: TopicReaderRow, asOf: string): TopicReader {
  return { group, behind: known(behind, asOf), waiting: known(waiting, asOf), oldestAt, since };
}

function rateOf(queues: readonly TopicQueueRow[], asOf: string): Reading<number> {
  if (queues.length === 0) return unknown(t('the topic has no queue'), asOf);
  const count = queues.reduce((sum, { lastMinute }) => sum + lastMinute, 0);
  return queues.some(({ lastMinute }) => lastMinute >= LOOKED_AT) ? estimated(count, asOf) : known(count, asOf);
}

function earliest(times: readonly (Date | null)[]): Date | null {
  return times.filter((at) => at !== null).toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
}

function latest(times: readonly (Date | null)[]): Date | null {
  return times.filter((at) => at !== null).toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null;
}
