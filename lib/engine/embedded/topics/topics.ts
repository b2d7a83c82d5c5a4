import { NO_ANSWER } from '../../read-or-unknown';
import {
  countScheduled,
  countTransactions,
  createTopic,
  deleteTopic,
  findGroup,
  growTopic,
  listLiteTopics,
  listTopics,
  planTopicDelete,
  sendTest,
  setFailover,
} from '../../../broker';
import { deadLetterTopicOf as deadLetterTopicName } from '../../../model/classic-names';
import { BrokerError } from '../../../model/errors';
import { t, told } from '../../../model/language/t';
import { topicNotFound } from '../../../model/not-found';
import { known, unknown } from '../../../model/reading';
import type * as model from '../../../model/topic/topic';
import { COUNTED_TO, type ScheduledFigures } from '../../../store/queries/schedule/scheduled-read';
import { failoverList } from '../../../store/queries/throttle/topic-failover';
import { topicFigures } from '../../../store/queries/topic-stats/topic-figures';
import { topicReaders } from '../../../store/queries/topic-stats/topic-overview';
import { topicProducers } from '../../../store/queries/topic-stats/topic-producers';
import { deadLetterTopicOf } from '../../../store/queries/topic/dead-letter-topic';
import { topicFind } from '../../../store/queries/topic/topic-find';
import { unsupported } from '../../../model/unsupported';
import type { ScheduledCount, Topic, TopicsPage, TopicsPort, TopicUpdate } from '../../port/topics';
import { databaseNow } from '../../reading-time';
import type { EmbeddedContext } from '../context';
import { findClassicPlace } from './classic-place';
import { readTopicConnection } from './connection';
import { findTopicDetail, toReader } from './detail';
import { readThrottledTopics } from './throttled-topics';

const MOST_SHOWN = 500;

/** The topics of this installation, each in one store. */
export function embeddedTopics(ctx: EmbeddedContext): TopicsPort {
  const { broker } = ctx;
  const db = broker.store.console;
  return {
    list: async (page) => {
      const [{ items, nextCursor }, throttled, failovers] = await Promise.all([
        listTopics(broker, page),
        readThrottledTopics(db),
        failoverList(db),
      ]);
      const listed = items.map((topic) => {
        const own = throttled.find((row) => row.topic === topic.name);
        const failover = failovers.find((row) => row.topic === topic.name) ?? null;
        const useFailover = own !== undefined && failover !== null && own.lastedMs >= failover.afterSeconds * 1000;
        return { ...toTopic(topic), throttledSince: own?.since ?? null, failover, useFailover };
      });
      return { items: listed, nextCursor };
    },
    has: async (topic) => (await topicFind(db, topic)) !== null,
    figures: () => readTopicsPage(ctx),
    find: (topic) => findTopicDetail(ctx, topic),
    classic: (topic) => findClassicPlace(broker.store, topic),
    producers: async (name) => {
      const topic = await topicFind(db, name);
      if (topic === null) throw topicNotFound(name);
      const rows = await topicProducers(db, topic.topicId);
      return {
        producers: rows.map(({ host, messages, lastAt }) => ({
          host,
          messages,
          lastAt,
          isConsole: host === 'console',
        })),
        checkedCount: rows[0]?.checkedCount ?? 0,
      };
    },
    liteTopics: (asked) => listLiteTopics(broker, asked),
    deadLettersOf: async (given) => {
      const { groupId, name: group } = await findGroup(broker, given);
      const name = deadLetterTopicName(group);
      const topic = await deadLetterTopicOf(db, groupId);
      if (topic === null) return { name, opened: false, filling: false, readers: [] };
      const asOf = await databaseNow(db);
      const readers = await topicReaders(db, topic.topicId);
      return { name, opened: true, filling: topic.filling, readers: readers.map((row) => toReader(row, asOf)) };
    },
    connection: (asked) => readTopicConnection(ctx, asked),
    copies: () => unsupported('embedded', 'broker-topics'),
    copiesOf: () => unsupported('embedded', 'broker-topics'),
    figuresInBrokers: () => unsupported('embedded', 'broker-topics'),
    create: async ({ topic, ...change }) => toTopic(await createTopic(broker, { ...change, name: topic })),
    update: async ({ type, version, ...change }) => {
      refuseOfCluster({ type, version });
      return toTopic(await growTopic(broker, change));
    },
    planDelete: async (topic) => ({ ...(await planTopicDelete(broker, topic)), inBrokers: null }),
    delete: async (change) => ({ ...(await deleteTopic(broker, change)), inBrokers: null }),
    setFailover: (change) => setFailover(broker, change),
    sendTest: async ({ broker: _none, ...message }) => ({ ...(await sendTest(broker, message)), broker: null }),
  };
}

function toTopic({ name, messageType: type, queueCount: queues, createdAt, ...rest }: model.Topic): Topic {
  const { liteExpirationMinutes = null } = rest;
  return { name, type, queues, createdAt, brokers: null, missingOn: [], liteExpirationMinutes, version: null };
}

/** @throws BrokerError unsupported */
function refuseOfCluster({ type, version }: Pick<TopicUpdate, 'type' | 'version'>): void {
  if (type === undefined && version === undefined) return;
  throw new BrokerError(
    'unsupported',
    told('type and version can be set for topics of clusters only: here a topic keeps its type.'),
    {
      field: type === undefined ? 'version' : 'type',
      limit: 'left out',
    },
  );
}

async function readTopicsPage({ broker }: EmbeddedContext): Promise<TopicsPage> {
  const db = broker.store.console;
  const asOf = await databaseNow(db);
  const [topics, figures, halves, schedules, failovers] = await Promise.all([
    listTopics(broker, { limit: MOST_SHOWN }),
    topicFigures(db).catch(() => null),
    countTransactions(broker).catch(() => null),
    countScheduled(broker).catch(() => null),
    failoverList(db).catch(() => null),
  ]);
  const byId = new Map(figures?.map((row) => [row.topicId, row]));
  const why = figures === null ? t(NO_ANSWER) : t('the topic is newer than these figures');
  return {
    more: topics.nextCursor !== null,
    items: topics.items.map(({ topicId, name, messageType, queueCount, createdAt }) => {
      const own = byId.get(topicId);
      return {
        ...{ name, messageType, queueCount, createdAt },
        stored: own === undefined ? unknown<number>(why, asOf) : known(own.stored, asOf),
        lastStoredAt: own?.lastStoredAt ?? null,
        groups: own === undefined ? unknown<readonly string[]>(why, asOf) : known<readonly string[]>(own.groups, asOf),
        pendingTransactions:
          messageType !== 'TRANSACTION'
            ? null
            : halves === null
              ? unknown<number>(t(NO_ANSWER), asOf)
              : known(halves.find(({ topic }) => topic === name)?.pending ?? 0, asOf),
        scheduled: messageType === 'DELAY' ? toScheduledCount(schedules, topicId, asOf) : null,
        failover:
          failovers === null
            ? unknown<string | null>(t(NO_ANSWER), asOf)
            : known(failovers.find(({ topic }) => topic === name)?.endpoints ?? null, asOf),
      };
    }),
  };
}

function toScheduledCount(
  schedules: readonly ScheduledFigures[] | null,
  topicId: number,
  asOf: string,
): ScheduledCount {
  const own = schedules?.find((row) => row.topicId === topicId);
  return {
    waiting: own === undefined ? unknown<number>(t(NO_ANSWER), asOf) : known(own.waiting, asOf),
    countedTo: COUNTED_TO,
    nextDueAt: own?.nextDueAt ?? null,
  };
}
