import type { ClaimedRow } from '../../store/queries/delivery/delivery-claim';
import { deliveryFilter } from '../../store/queries/delivery/delivery-filter';
import { retryRolledBack } from '../../store/sql-errors';
import type { LaneParts } from './lanes';
import { mergeBits } from './lease-masks';

/** Claimed messages that the filter does not match are consumed for the group, without having been delivered. */
export async function filterOut(
  { store, clock, wakeups }: LaneParts,
  groupId: number,
  ordered: boolean,
  rows: readonly ClaimedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const bits = rows.flatMap(({ queue_id: queueId, lease_id: leaseId, bit_no: bit }) =>
    leaseId === null || bit === null ? [] : [{ queueId, leaseId, bit }],
  );
  const retries = rows
    .flatMap(({ queue_id: queueId, off, epoch }) => (epoch === null ? [] : [{ queueId, off, epoch }]))
    .toSorted((a, b) => a.queueId - b.queueId || a.off - b.off);
  await retryRolledBack(() =>
    deliveryFilter(store.broker, clock.nowOrNull(), groupId, mergeBits(bits), retries, ordered),
  );
  // It may have freed its message group for a receive with another filter.
  if (ordered) wakeups.group(groupId);
}
