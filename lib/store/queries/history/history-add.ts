import type { Queryable } from '../../queryable';

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
}

/** Adds flows of one process to the current step. */
export async function historyAdd(
  db: Queryable,
  now: Date | null,
  { groups, topics, refusals }: HistoryFlows,
): Promise<void> {
  await db.query('SELECT history_add($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)', [
    now,
    groups.map(({ id }) => id),
    groups.map(({ delivered }) => delivered),
    groups.map(({ redelivered }) => redelivered),
    groups.map(({ died }) => died),
    groups.map(({ redriven }) => redriven),
    topics.map(({ id }) => id),
    topics.map(({ messagesIn }) => messagesIn),
    topics.map(({ bytesIn }) => bytesIn),
    topics.map(({ refused }) => refused),
    topics.map(({ peakMessagesPerSecond }) => peakMessagesPerSecond),
    topics.map(({ peakBytesPerSecond }) => peakBytesPerSecond),
    JSON.stringify(
      refusals.map(({ limit, topic, group, client, accessKey, refused }) => ({
        limit_name: limit,
        topic,
        consumer_group: group,
        client,
        access_key: accessKey,
        refused,
      })),
    ),
  ]);
}
