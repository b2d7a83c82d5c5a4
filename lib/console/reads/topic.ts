import 'server-only';
import { z } from 'zod';
import { scopeOf } from '../../auth/permission';
import { topicNotFound } from '../../model/not-found';
import { estimated, known, type Reading, unknown } from '../../model/reading';
import { isCovered } from '../../model/team';
import type { MessageType } from '../../model/topic';
import { getRuntime } from '../../runtime/singleton';
import {
  LOOKED_AT,
  topicQueues,
  type TopicQueueRow,
  topicReaders,
  type TopicReaderRow,
} from '../../store/queries/topic-stats/topic-overview';
import { topicFind } from '../../store/queries/topic/topic-find';
import type { ReadContext } from '../http/context';
import { timeBefore } from '../http/database-time';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';

export interface TopicQueueView extends Omit<TopicQueueRow, 'lastStoredAt' | 'oldestStoredAt' | 'lastMinute'> {
  readonly lastStoredAt: string | null;
}

export interface TopicReaderView extends Omit<TopicReaderRow, 'oldestAt' | 'since' | 'behind' | 'waiting'> {
  readonly behind: Reading<number>;
  readonly waiting: Reading<number>;
  readonly oldestAt: string | null;
  readonly since: string;
}

export interface TopicClientView {
  readonly clientId: string;
  readonly kind: string;
  readonly group: string | null;
  readonly language: string;
  readonly version: string;
  readonly lastSeen: string;
}

export interface TopicView {
  readonly name: string;
  readonly messageType: MessageType;
  readonly createdAt: string;
  /** Messages in the log, failed and consumed ones included. */
  readonly stored: Reading<number>;
  /** Stored in the last minute; an estimate ("at least") when there were too many to count. */
  readonly lastMinute: Reading<number>;
  readonly oldestStoredAt: string | null;
  readonly lastStoredAt: string | null;
  readonly retentionHours: number;
  readonly queues: readonly TopicQueueView[];
  readonly readers: readonly TopicReaderView[];
  /** Of all nodes; those of other nodes as these last reported. */
  readonly clients: readonly TopicClientView[];
}

export const topicInput = z.strictObject({ topic: z.string().max(255) });

/**
 * One topic: what is in it, which clients send to it, which groups consume it. Reading a dead-letter topic does not
 * create it.
 */
export const topicRead = defineRead({
  permission: 'topic:read',
  subject: { topic: ({ topic }) => topic },
  input: topicInput,
  run: readTopic,
});

/** @throws BrokerError topic-not-found */
export async function readTopic(ctx: ReadContext, { topic: name }: { readonly topic: string }): Promise<TopicView> {
  const view = await findTopicView(ctx, name);
  if (view !== null) return view;
  throw topicNotFound(name);
}

export async function findTopicView(
  { broker, store, principal }: ReadContext,
  name: string,
): Promise<TopicView | null> {
  const topic = await topicFind(store.console, name);
  if (topic === null) return null;
  const asOf = await databaseNow(store.console);
  // of a process, not of the database
  const scope = scopeOf(principal, 'topic:read');
  const { config, listClients } = getRuntime();
  const [queues, readers, clients] = await Promise.all([
    topicQueues(store.console, broker.clock.nowOrNull(), topic.topicId),
    topicReaders(store.console, topic.topicId),
    listClients(),
  ]);
  return {
    name: topic.name,
    messageType: topic.messageType,
    createdAt: topic.createdAt.toISOString(),
    stored: known(
      queues.reduce((sum, { stored }) => sum + stored, 0),
      asOf,
    ),
    lastMinute: rateOf(queues, asOf),
    oldestStoredAt: extreme(queues, 'oldestStoredAt', (a, b) => a < b),
    lastStoredAt: extreme(queues, 'lastStoredAt', (a, b) => a > b),
    retentionHours: config.retentionMs / 3_600_000,
    queues: queues.map(({ queueNo, stored, tail, lastStoredAt }) => ({
      queueNo,
      stored,
      tail,
      lastStoredAt: lastStoredAt?.toISOString() ?? null,
    })),
    readers: readers.map((row) => toReaderView(row, asOf)),
    clients: clients
      .filter(({ topics, group }) => topics.includes(name) && (group === null || isCovered(scope, group)))
      .map(({ clientId, kind, group, language, version, silentMs }) => ({
        clientId,
        kind,
        group,
        language,
        version,
        lastSeen: timeBefore(asOf, silentMs),
      })),
  };
}

export function toReaderView(row: TopicReaderRow, asOf: string): TopicReaderView {
  return {
    group: row.group,
    behind: known(row.behind, asOf),
    waiting: known(row.waiting, asOf),
    oldestAt: row.oldestAt?.toISOString() ?? null,
    since: row.since.toISOString(),
  };
}

function rateOf(queues: readonly TopicQueueRow[], asOf: string): Reading<number> {
  if (queues.length === 0) return unknown('the topic has no queue', asOf);
  const count = queues.reduce((sum, { lastMinute }) => sum + lastMinute, 0);
  return queues.some(({ lastMinute }) => lastMinute >= LOOKED_AT) ? estimated(count, asOf) : known(count, asOf);
}

function extreme(
  queues: readonly TopicQueueRow[],
  field: 'oldestStoredAt' | 'lastStoredAt',
  isBetter: (a: Date, b: Date) => boolean,
): string | null {
  let best: Date | null = null;
  for (const { [field]: at } of queues) if (at !== null && (best === null || isBetter(at, best))) best = at;
  return best?.toISOString() ?? null;
}
