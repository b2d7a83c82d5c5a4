import 'server-only';
import { z } from 'zod';
import { countScheduled, countTransactions, listTopics } from '../../broker';
import { known, type Reading, unknown } from '../../model/reading';
import type { MessageType } from '../../model/topic';
import { COUNTED_TO, type ScheduledFigures } from '../../store/queries/schedule/scheduled-read';
import { failoverList } from '../../store/queries/throttle/topic-failover';
import { topicFigures } from '../../store/queries/topic-stats/topic-figures';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';

export interface TopicRow {
  readonly name: string;
  readonly messageType: MessageType;
  readonly queueCount: number;
  readonly createdAt: string;
  readonly stored: Reading<number>;
  readonly lastStoredAt: string | null;
  readonly groups: Reading<readonly string[]>;
  /** Half messages that wait; null: not a TRANSACTION topic. */
  readonly pendingTransactions: Reading<number> | null;
  /** What waits for its delivery time; null: not a DELAY topic. */
  readonly scheduled: ScheduledCount | null;
  /** Where producers send when throttling lasts; null: not set. */
  readonly failover: Reading<string | null>;
}

export interface ScheduledCount {
  /** Counted to `countedTo`; one more means "more than that". */
  readonly waiting: Reading<number>;
  readonly countedTo: number;
  readonly nextDueAt: string | null;
}

export interface TopicsPage {
  readonly items: readonly TopicRow[];
  /** Names beyond the ones shown exist. */
  readonly more: boolean;
}

const MAX_TOPICS = 500;

export const topicsRead = defineRead({
  permission: 'topic:read',
  subject: 'listed',
  input: z.object({}),
  run: async ({ broker, store }): Promise<TopicsPage> => {
    const asOf = await databaseNow(store.console);
    const [topics, figures, halves, schedules, failovers] = await Promise.all([
      listTopics(broker, { limit: MAX_TOPICS }),
      topicFigures(store.console).catch(() => null),
      countTransactions(broker).catch(() => null),
      countScheduled(broker).catch(() => null),
      failoverList(store.console).catch(() => null),
    ]);
    const byId = new Map(figures?.map((row) => [row.topicId, row]));
    return {
      more: topics.nextCursor !== null,
      items: topics.items.map((topic) => {
        const own = byId.get(topic.topicId);
        const reason = figures === null ? 'the database did not respond' : 'the topic is newer than these figures';
        return {
          name: topic.name,
          messageType: topic.messageType,
          queueCount: topic.queueCount,
          createdAt: topic.createdAt.toISOString(),
          stored: own === undefined ? unknown<number>(reason, asOf) : known(own.stored, asOf),
          lastStoredAt: own?.lastStoredAt?.toISOString() ?? null,
          groups:
            own === undefined ? unknown<readonly string[]>(reason, asOf) : known<readonly string[]>(own.groups, asOf),
          pendingTransactions:
            topic.messageType !== 'TRANSACTION'
              ? null
              : halves === null
                ? unknown<number>('the database did not respond', asOf)
                : known(halves.find((row) => row.topic === topic.name)?.pending ?? 0, asOf),
          scheduled: topic.messageType === 'DELAY' ? toScheduledCount(schedules, topic.topicId, asOf) : null,
          failover:
            failovers === null
              ? unknown<string | null>('the database did not respond', asOf)
              : known(failovers.find((row) => row.topic === topic.name)?.endpoints ?? null, asOf),
        };
      }),
    };
  },
});

function toScheduledCount(
  schedules: readonly ScheduledFigures[] | null,
  topicId: number,
  asOf: string,
): ScheduledCount {
  const own = schedules?.find((row) => row.topicId === topicId);
  return {
    waiting: own === undefined ? unknown<number>('the database did not respond', asOf) : known(own.waiting, asOf),
    countedTo: COUNTED_TO,
    nextDueAt: own?.nextDueAt?.toISOString() ?? null,
  };
}
