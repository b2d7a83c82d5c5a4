import type { Clock } from '../../../model/clock';
import type { Store } from '../../../store/client';
import { type FailScope, leaseFail, type LeaseFailItem } from '../../../store/queries/delivery/lease-fail';
import { retryFail, type RetryFailItem, type RetryFailOutcome } from '../../../store/queries/delivery/retry-fail';
import { retryRolledBack } from '../../../store/sql-errors';
import type { Deaths } from '../deaths';
import { countBits } from './lease-masks';

export interface EndParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly deaths: Deaths;
}

/**
 * Ends first deliveries as failed and reports the deaths. Leases must be distinct.
 * @returns failed bits per lease id
 */
export async function endLeases(
  { store, clock, deaths }: EndParts,
  scope: FailScope,
  delayMs: number | null,
  items: readonly LeaseFailItem[],
): Promise<ReadonlyMap<number, number>> {
  const { failed, dead } = await retryRolledBack(() =>
    leaseFail(store.broker, clock.nowOrNull(), scope, delayMs, items),
  );
  if (dead) {
    const queues = items.flatMap(({ queueId, leaseId }) =>
      Array.from({ length: countBits(failed.get(leaseId)) }, () => queueId),
    );
    await deaths.report(scope.groupId, queues);
  }
  return failed;
}

/** Ends re-deliveries as failed and reports the deaths; one outcome per item. Items must be distinct. */
export async function endRetries(
  { store, clock, deaths }: EndParts,
  scope: FailScope,
  items: readonly RetryFailItem[],
): Promise<RetryFailOutcome[]> {
  const outcomes = await retryRolledBack(() => retryFail(store.broker, clock.nowOrNull(), scope, items));
  const queues = items.flatMap(({ queueId }, index) => (outcomes[index] === 'dead' ? [queueId] : []));
  await deaths.report(scope.groupId, queues);
  return outcomes;
}
