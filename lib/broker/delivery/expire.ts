import type { FailScope } from '../../store/queries/delivery/lease-fail';
import { deliveriesExpired } from '../../store/queries/delivery/lease-expired';
import { isStaleGroupVersion } from '../../store/sql-errors';
import type { BrokerContext } from '../context';
import { endLeases, endRetries } from '../process/delivery/end-deliveries';

const LIMIT = 500;

export interface ExpireResult {
  readonly ended: number;
  /** There may be more: run the next pass at once. */
  readonly more: boolean;
  /** The database's time of the pass. */
  readonly at: Date;
}

/**
 * Ends leases whose time is over: each open message failed its delivery and is ready again at once, or dead when that
 * was the last allowed one. Safe to run by any number of processes: every statement re-checks state and epoch.
 * @param low read only leases that ended since; null: all
 */
export async function expire(ctx: BrokerContext, low: Date | null = null): Promise<ExpireResult> {
  const now = ctx.clock.nowOrNull();
  const { at, leases, retries } = await deliveriesExpired(ctx.store.broker, now, low, LIMIT);
  for (const batch of byScope(leases)) {
    await endBatch(ctx, batch.scope, () => endLeases(ctx, batch.scope, null, batch.items));
  }
  for (const batch of byScope(retries)) {
    const items = batch.items.map((item) => ({ ...item, delayMs: null }));
    await endBatch(ctx, batch.scope, () => endRetries(ctx, batch.scope, items));
  }
  return {
    ended: leases.length + retries.length,
    more: leases.length === LIMIT || retries.length === LIMIT,
    at,
  };
}

interface Ended {
  readonly groupId: number;
  readonly version: number;
  readonly ordered: boolean;
  readonly gone: boolean;
}

function byScope<Item extends Ended>(items: readonly Item[]): { scope: FailScope; items: Item[] }[] {
  const batches = new Map<string, { scope: FailScope; items: Item[] }>();
  for (const item of items) {
    const { groupId, version, ordered, gone } = item;
    const key = `${groupId} ${ordered} ${gone}`;
    const scope: FailScope = {
      groupId,
      policyVersion: version,
      ordered,
      cause: gone ? 'client-gone' : 'timeout',
      phase: 'over',
    };
    const batch = batches.get(key) ?? { scope, items: [] };
    batch.items.push(item);
    batches.set(key, batch);
  }
  return [...batches.values()];
}

/** Runs one policy decision of a loop; a group that changed meanwhile is left for the next run. */
export async function endBatch(ctx: BrokerContext, scope: FailScope, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isStaleGroupVersion(error)) throw error;
    return;
  }
  const group = await ctx.groups.namedById(scope.groupId);
  ctx.wakeups.group(scope.groupId);
  ctx.changes.emit({ kind: 'message', group: group.name });
  ctx.changes.emit({ kind: 'dead-letter', group: group.name });
}
