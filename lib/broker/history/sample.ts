import { groupedBy } from '../../model/grouped';
import { blockedCounts } from '../../store/queries/group-stats/blocked-keys';
import { deliveryCounts } from '../../store/queries/group-stats/delivery-counts';
import { historyClaimLevels, historySetLevels, type GroupLevels } from '../../store/queries/history/history-levels';
import { type QueueLevels, queueSampleTake } from '../../store/queries/history/queue-sample';
import type { BrokerContext } from '../context';

/**
 * Writes what every group has at this moment, once per step for all processes: whoever claims the step reads.
 * A group without subscription has no ready count: unknown, not 0. @returns whether this process did it
 */
export async function sampleHistory(ctx: BrokerContext): Promise<boolean> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull();
  if (!(await historyClaimLevels(db, now))) return false;
  const [queues, counts, blocked] = await Promise.all([
    queueSampleTake(db, now),
    deliveryCounts(db, now, null),
    blockedCounts(db, now, null),
  ]);
  const queuesOf = groupedBy(queues, ({ groupId }) => groupId);
  const blockedOf = new Map(blocked.map(({ groupId, keys }) => [groupId, keys]));
  const levels = counts.map(({ groupId, inFlight, waiting, dead }): GroupLevels => ({
    groupId,
    dead,
    blockedKeys: blockedOf.get(groupId) ?? 0,
    ...(addUp(queuesOf.get(groupId)) ?? { ready: null, inFlight, waiting, oldestReadyAt: null, arrived: null }),
  }));
  await historySetLevels(db, now, levels);
  ctx.changes.emit({ kind: 'sample' });
  return true;
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

function earliest(times: readonly (Date | null)[]): Date | null {
  return times.reduce((found, time) => (time !== null && (found === null || time < found) ? time : found), null);
}
