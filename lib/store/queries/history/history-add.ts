import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface HistoryFlows {
  readonly groups: readonly {
    readonly id: number;
    readonly delivered: number;
    readonly redelivered: number;
    readonly died: number;
    readonly redriven: number;
  }[];
  readonly topics: readonly {
    readonly id: number;
    readonly messagesIn: number;
    readonly bytesIn: number;
    readonly refused: number;
    readonly peakMessagesPerSecond: number;
    readonly peakBytesPerSecond: number;
  }[];
  readonly refusals: readonly {
    readonly limit: string;
    readonly topic: string;
    readonly group: string;
    readonly client: string;
    readonly accessKey: string;
    readonly refused: number;
  }[];
  /** Messages that a filter left out. */
  readonly filtered?: readonly { readonly groupId: number; readonly topicId: number; readonly filtered: number }[];
}

/** Adds flows of one process to the current step. */
export async function historyAdd(
  db: Queryable,
  now: Date | null,
  { groups, topics, refusals, filtered = [] }: HistoryFlows,
): Promise<void> {
  await db.query(
    sql(
      `SELECT history_add(p_now => $now, p_group => $ids, p_delivered => $delivereds, p_redelivered => $redelivereds,
        p_died => $dieds, p_redriven => $redrivens, p_topic => $topic, p_messages_in => $messagesIns,
        p_bytes_in => $bytesIns, p_refused => $refuseds, p_peak_messages => $peakMessagesPerSeconds,
        p_peak_bytes => $peakBytesPerSeconds, p_refusals => $refusals, p_filtered => $filtered)`,
      {
        now,
        ids: groups.map(({ id }) => id),
        delivereds: groups.map(({ delivered }) => delivered),
        redelivereds: groups.map(({ redelivered }) => redelivered),
        dieds: groups.map(({ died }) => died),
        redrivens: groups.map(({ redriven }) => redriven),
        topic: topics.map(({ id }) => id),
        messagesIns: topics.map(({ messagesIn }) => messagesIn),
        bytesIns: topics.map(({ bytesIn }) => bytesIn),
        refuseds: topics.map(({ refused }) => refused),
        peakMessagesPerSeconds: topics.map(({ peakMessagesPerSecond }) => peakMessagesPerSecond),
        peakBytesPerSeconds: topics.map(({ peakBytesPerSecond }) => peakBytesPerSecond),
        refusals: JSON.stringify(
          refusals.map(({ limit, topic, group, client, accessKey, refused }) => ({
            limit_name: limit,
            topic,
            consumer_group: group,
            client,
            access_key: accessKey,
            refused,
          })),
        ),
        filtered: JSON.stringify(
          filtered.map(({ groupId, topicId, filtered: count }) => ({
            ...{ group_id: groupId, topic_id: topicId, filtered: count },
          })),
        ),
      },
    ),
  );
}
