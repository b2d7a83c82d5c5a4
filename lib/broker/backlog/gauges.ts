import { FRESH_MS } from '../../model/backlog/flow';
import { groupedBy } from '../../model/grouped';
import type { GroupPoint } from '../../model/history';
import type { GaugeValue } from '../../model/metrics';
import { newestLevels } from '../../model/signal/moment';
import { type QueueLevelsRow, queueSampleNewest } from '../../store/queries/history/queue-sample';
import { databaseBytes } from '../../store/queries/history/history-recent';
import { groupNames } from '../../store/queries/group/group-names';
import { redriveList, type RedriveRow } from '../../store/queries/redrive/redrive-read';
import { databaseTime } from '../../store/queries/schedule/database-time';
import { topicNames } from '../../store/queries/topic/topic-names';
import type { BrokerContext } from '../context';
import { countScheduled } from '../schedule/browse';
import { countGivenUp, countTransactions } from '../transaction/list';
import type { GroupBacklog } from './group-backlog';
import { readBacklogs } from './read-backlogs';

const CONSUMER = {
  ready: 'rocketmq_consumer_ready_messages',
  inFlight: 'rocketmq_consumer_inflight_messages',
  lag: 'rocketmq_consumer_lag_messages',
  queueing: 'rocketmq_consumer_queueing_latency',
  lagLatency: 'rocketmq_consumer_lag_latency',
} as const;

/** What the newest sample says of groups and topics, the same on every node. Older than FRESH_MS: no series at all. */
export async function readBacklogGauges(ctx: BrokerContext): Promise<GaugeValue[]> {
  const db = ctx.store.console;
  const backlogs = await readBacklogs(ctx);
  const { now } = backlogs;
  const since = new Date(now.getTime() - FRESH_MS);
  const [queues, groups, bytes] = await Promise.all([
    queueSampleNewest(db, since),
    groupNames(db),
    databaseBytes(db, since),
  ]);
  const levelsOf = (groupId: number): GroupPoint | null => {
    const point = newestLevels(backlogs.pointsOf(groupId));
    return point !== null && point.at >= since ? point : null;
  };
  const sampledMs = groups.map(({ groupId }) => levelsOf(groupId)?.at.getTime() ?? 0);
  const newestMs = sampledMs.reduce((newest, each) => Math.max(newest, each), 0);
  for (const { group, topic } of queues) beginDeaths(ctx, group, topic);
  return [
    ...(newestMs === 0 ? [] : [value('redrive_sample_age_seconds', {}, (now.getTime() - newestMs) / 1000)]),
    ...(bytes === null ? [] : [value('rocketmq_storage_size', {}, bytes)]),
    ...consumerGauges(queues, now),
    ...groups.flatMap(({ groupId, name }) => groupGauges(name, backlogs.of(groupId), levelsOf(groupId))),
  ];
}

/** A counter that first appears with its first death shows no increase in a rate query. */
function beginDeaths(ctx: BrokerContext, group: string, topic: string): void {
  ctx.metrics.count('rocketmq_send_to_dlq_messages_total', { topic, consumer_group: group }, 0);
}

/** Series per group, topic and retry, as Apache RocketMQ has them: its retry topics are `is_retry="true"`. */
function consumerGauges(queues: readonly QueueLevelsRow[], now: Date): GaugeValue[] {
  const pairs = groupedBy(queues, ({ group, topic }) => JSON.stringify([group, topic]));
  return [...pairs.values()].flatMap((rows) => {
    const [{ group, topic } = { group: '', topic: '' }] = rows;
    const labels = { consumer_group: group, topic };
    const sum = (read: (row: QueueLevelsRow) => number): number => rows.reduce((total, row) => total + read(row), 0);
    const age = (read: (row: QueueLevelsRow) => Date | null): number =>
      Math.max(0, ...rows.map((row) => (read(row) === null ? 0 : now.getTime() - (read(row)?.getTime() ?? 0))));
    const kind = (
      isRetry: boolean,
      ready: number,
      inFlight: number,
      queueingMs: number,
      lagMs: number,
    ): GaugeValue[] => {
      const own = { ...labels, is_retry: String(isRetry) };
      return [
        value(CONSUMER.ready, own, ready),
        value(CONSUMER.inFlight, own, inFlight),
        value(CONSUMER.lag, own, ready + inFlight),
        value(CONSUMER.queueing, own, queueingMs),
        value(CONSUMER.lagLatency, own, lagMs),
      ];
    };
    return [
      ...kind(
        false,
        sum(({ storedTo, takenTo, passedOver }) => storedTo - takenTo + passedOver),
        sum(({ inFlight }) => inFlight),
        age(({ oldestAt }) => oldestAt),
        age(({ oldestOpenAt }) => oldestOpenAt),
      ),
      ...kind(
        true,
        sum(({ retryReady }) => retryReady),
        sum(({ retryInFlight }) => retryInFlight),
        age(({ oldestDueAt }) => oldestDueAt),
        age(({ oldestRetryAt }) => oldestRetryAt),
      ),
      value(
        'redrive_waiting_messages',
        labels,
        sum(({ waiting }) => waiting),
      ),
    ];
  });
}

function groupGauges(
  name: string,
  { level, flow, drain, amplification }: GroupBacklog,
  levels: GroupPoint | null,
): GaugeValue[] {
  const labels = { consumer_group: name };
  const found: GaugeValue[] = [];
  for (const [gauge, count] of [
    ['redrive_blocked_keys', levels?.blockedKeys],
    ['redrive_dead_letters', levels?.dead],
    ['redrive_expiring_dead_letters', levels?.expiring],
  ] as const)
    if (count != null) found.push(value(gauge, labels, count));
  if (level.kind === 'known') found.push(value('redrive_backlog_messages', labels, level.total));
  if (flow[1].kind === 'known') {
    found.push(
      value('redrive_backlog_in_rate', labels, flow[1].inPerSecond + flow[1].redrivenPerSecond),
      value('redrive_backlog_out_rate', labels, flow[1].outPerSecond),
    );
  }
  if (drain.kind !== 'unknown') {
    const seconds = drain.kind === 'empty' ? 0 : drain.kind === 'drains' ? drain.ms / 1000 : Number.POSITIVE_INFINITY;
    found.push(value('redrive_time_to_drain_seconds', labels, seconds));
  }
  if (amplification !== null) found.push(value('redrive_retry_amplification', labels, amplification));
  return found;
}

/** How many topics, groups, half and delayed messages there are. */
export async function readCountGauges(ctx: BrokerContext): Promise<GaugeValue[]> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull() ?? (await databaseTime(db));
  const [topics, groups, halves, givenUp, scheduled] = await Promise.all([
    topicNames(db),
    groupNames(db),
    countTransactions(ctx),
    countGivenUp(ctx),
    countScheduled(ctx),
  ]);
  return [
    value('rocketmq_topic_number', {}, topics.size),
    value('rocketmq_consumer_group_number', {}, groups.length),
    ...halves.map(({ topic, pending }) => value('rocketmq_half_messages', { topic }, pending)),
    ...givenUp.map(({ topic, givenUp: count }) => value('redrive_given_up_transactions', { topic }, count)),
    value(
      'rocketmq_timer_dequeue_latency',
      {},
      Math.max(0, ...scheduled.map(({ nextDueAt }) => lateMs(nextDueAt, now))),
    ),
    ...scheduled.map(({ topicId, waiting }) =>
      value('rocketmq_timing_messages', { topic: topics.get(topicId) ?? '' }, waiting),
    ),
  ];
}

function lateMs(dueAt: Date | null, now: Date): number {
  return dueAt === null ? 0 : now.getTime() - dueAt.getTime();
}

/** How many re-drives are read: the newest ones, not older than a day. */
export const MOST_REDRIVES = 20;
const DAY_MS = 86_400_000;

/** The verdicts of the messages of the re-drives of the last day. */
export async function readRedriveGauges(ctx: BrokerContext): Promise<GaugeValue[]> {
  const rows = await redriveList(ctx.store.console, { groupId: null, openOnly: false }, null, MOST_REDRIVES);
  return redriveGauges(rows, ctx.clock.nowOrNull() ?? (await databaseTime(ctx.store.console)));
}

/** The same of the newest re-drives of whatever engine. */
export function redriveGauges(
  rows: readonly Pick<RedriveRow, 'group' | 'frozenAt' | 'counts'>[],
  now: Date,
): GaugeValue[] {
  const recent = rows.filter(({ frozenAt }) => now.getTime() - frozenAt.getTime() < DAY_MS);
  return [...groupedBy(recent, ({ group }) => group)].flatMap(([group, redrives]) => {
    const sum = (read: (counts: (typeof redrives)[number]['counts']) => number): number =>
      redrives.reduce((total, { counts }) => total + read(counts), 0);
    const verdicts: Readonly<Record<string, number>> = {
      consumed: sum(({ consumed }) => consumed),
      'in-flight': sum(({ inFlight }) => inFlight),
      retrying: sum(({ retrying }) => retrying),
      'died-again': sum(({ diedAgain }) => diedAgain),
      recalled: sum(({ recalled }) => recalled),
      'filtered-out': sum(({ filteredOut }) => filteredOut),
      'not-yet-fetched': sum(({ notYetFetched }) => notYetFetched),
      cancelled: sum(({ cancelled }) => cancelled),
      excluded: sum(({ excluded }) => excluded),
      unknown: sum(({ unknown }) => unknown),
    };
    return Object.entries(verdicts).map(([verdict, count]) =>
      value('redrive_redrive_messages', { consumer_group: group, verdict }, count),
    );
  });
}

function value(name: GaugeValue['name'], labels: GaugeValue['labels'], number: number): GaugeValue {
  return { name, labels, value: number };
}
