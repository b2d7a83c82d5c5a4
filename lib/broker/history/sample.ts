import { keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { earliest } from '../../model/earliest';
import { groupedBy } from '../../model/grouped';
import { HISTORY } from '../../model/history';
import { deadLetterExpiring } from '../../store/queries/dead-letter/dead-letter-expiring';
import { blockedCounts } from '../../store/queries/group-stats/blocked-keys';
import { deliveryCounts, inRedriveCounts } from '../../store/queries/group-stats/delivery-counts';
import { connectedConsumers } from '../../store/queries/history/connected-consumers';
import { historyClaimLevels, historySetLevels, type GroupLevels } from '../../store/queries/history/history-levels';
import { type QueueLevels, queueSampleTake } from '../../store/queries/history/queue-sample';
import { subscribedDifferently, subscriptionDifferencesWrite } from '../../store/queries/client/subscriptions';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { differencesByGroup } from './differences';
import { readDeathsDue } from '../retry/deaths-due';

/**
 * Writes what every group has at this moment, once per step for all processes: the process that claims the step reads.
 * A group without subscription has no ready count: unknown, not 0. @returns whether this process did it
 */
export async function sampleHistory(ctx: BrokerContext): Promise<boolean> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull();
  if (!(await historyClaimLevels(db, now))) return false;
  // Before the others: what fails while this is awaited would be caught by no one, and end the process.
  const readAt = now ?? (await aboutDatabaseTime(db));
  const [queues, counts, inRedrive, blocked, connected, deathsDue, expiring, subscribed] = await Promise.all([
    queueSampleTake(db, now),
    deliveryCounts(db, now, null),
    inRedriveCounts(db),
    blockedCounts(db, now, null, false),
    connectedConsumers(db, now),
    readDeathsDue(ctx, readAt, HISTORY.dueMs),
    readExpiring(ctx, now),
    subscribedDifferently(db, now),
  ]);
  const queuesOf = groupedBy(queues, ({ groupId }) => groupId);
  const blockedOf = new Map(blocked.map(({ groupId, keys }) => [groupId, keys]));
  const consumersOf = new Map(connected.map(({ groupId, consumers }) => [groupId, consumers]));
  const levels = counts.map(({ groupId, inFlight, waiting, dead, accepted }): GroupLevels => ({
    groupId,
    dead,
    unhandled: Math.max(0, dead - accepted) + (inRedrive.get(groupId) ?? 0),
    deathsDue: deathsDue.get(groupId) ?? 0,
    consumers: consumersOf.get(groupId) ?? null,
    expiring: expiring(groupId),
    blockedKeys: blockedOf.get(groupId) ?? 0,
    ...(addUp(queuesOf.get(groupId)) ?? { ready: null, inFlight, waiting, oldestReadyAt: null, arrived: null }),
  }));
  await historySetLevels(db, now, levels);
  await subscriptionDifferencesWrite(db, now, differencesByGroup(subscribed));
  ctx.changes.emit({ kind: 'sample' });
  return true;
}

/** Of each group; a group that was made meanwhile is unknown. */
async function readExpiring(ctx: BrokerContext, now: Date | null): Promise<(groupId: number) => number | null> {
  const keepMs = keepMsOf((await ctx.settings.find('dead-letter-retention')).value);
  if (keepMs === null) return () => 0;
  const rows = await deadLetterExpiring(ctx.store.console, now, keepMs, HISTORY.expiringMs);
  const counts = new Map(rows.map(({ groupId, count }) => [groupId, count]));
  return (groupId) => counts.get(groupId) ?? null;
}

type Sums = Pick<GroupLevels, 'ready' | 'inFlight' | 'waiting' | 'oldestReadyAt' | 'arrived'>;

function addUp(queues: readonly QueueLevels[] | undefined): Sums | null {
  if (queues === undefined) return null;
  const sum = (read: (queue: QueueLevels) => number): number => queues.reduce((total, queue) => total + read(queue), 0);
  return {
    ready: sum(({ storedTo, takenTo, passedOver, retryReady }) => storedTo - takenTo + passedOver + retryReady),
    inFlight: sum(({ inFlight, retryInFlight }) => inFlight + retryInFlight),
    waiting: sum(({ waiting }) => waiting),
    arrived: sum(({ storedTo, startOff }) => storedTo - startOff),
    oldestReadyAt: earliest(queues.flatMap(({ oldestAt, oldestDueAt }) => [oldestAt, oldestDueAt])),
  };
}
