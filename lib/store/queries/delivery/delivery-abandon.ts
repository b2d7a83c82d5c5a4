import type { Queryable } from '../../queryable';

const AFTER_MS = 1000;

export interface AbandonedDelivery {
  readonly queue_id: number;
  readonly off: number;
  readonly lease_id: number | null;
  readonly epoch: number | null;
}

/**
 * Deliveries that never reached a client: their leases end in a second. A lease row covers a batch, and a batch is
 * one reply: when the reply is lost, all of it is.
 */
export async function deliveryAbandon(
  db: Queryable,
  now: Date | null,
  groupId: number,
  deliveries: readonly AbandonedDelivery[],
): Promise<void> {
  const leases = new Map(
    deliveries.flatMap(({ lease_id: leaseId, queue_id: queueId }) =>
      leaseId === null ? [] : [[leaseId, queueId] as const],
    ),
  );
  const retries = deliveries.filter(({ epoch }) => epoch !== null);
  await db.query('SELECT delivery_abandon($1, $2, $3, $4, $5, $6, $7, $8)', [
    now,
    groupId,
    [...leases.values()],
    [...leases.keys()],
    retries.map(({ queue_id: queueId }) => queueId),
    retries.map(({ off }) => off),
    retries.map(({ epoch }) => epoch),
    AFTER_MS,
  ]);
}
