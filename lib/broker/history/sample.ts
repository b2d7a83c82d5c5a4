import { blockedCounts } from '../../store/queries/group-stats/blocked-keys';
import { deliveryCounts } from '../../store/queries/group-stats/delivery-counts';
import { passedOver } from '../../store/queries/group-stats/passed-over';
import { queueBacklog } from '../../store/queries/group-stats/queue-backlog';
import { historyClaimLevels, historySetLevels, type GroupLevels } from '../../store/queries/history/history-levels';
import type { BrokerContext } from '../context';

/**
 * Writes what every group has at this moment, once per step for all processes: whoever claims the step reads.
 * A group without subscription has no ready count: unknown, not 0. @returns whether this process did it
 */
export async function sampleHistory(ctx: BrokerContext): Promise<boolean> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull();
  if (!(await historyClaimLevels(db, now))) return false;
  const [queues, counts, passed, blocked] = await Promise.all([
    queueBacklog(db, null),
    deliveryCounts(db, now, null),
    passedOver(db, null),
    blockedCounts(db, now, null),
  ]);
  const levels = counts.map(({ groupId, inFlight, due, oldestDueAt, waiting, dead }): GroupLevels => {
    const own = queues.filter((queue) => queue.groupId === groupId);
    const behind = passed.find((row) => row.groupId === groupId);
    const ready = own.reduce((sum, { tail, cursor }) => sum + tail - cursor, 0) + (behind?.messages ?? 0) + due;
    const oldest = [...own.map(({ oldestAt }) => oldestAt), behind?.oldestAt ?? null, oldestDueAt];
    return {
      groupId,
      ready: own.length === 0 ? null : ready,
      inFlight,
      waiting,
      dead,
      blockedKeys: blocked.find((row) => row.groupId === groupId)?.keys ?? 0,
      oldestReadyAt: earliest(oldest),
    };
  });
  await historySetLevels(db, now, levels);
  return true;
}

function earliest(times: readonly (Date | null)[]): Date | null {
  return times.reduce((found, time) => (time !== null && (found === null || time < found) ? time : found), null);
}
