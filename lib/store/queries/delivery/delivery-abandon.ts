import { LIMITS } from '../../../model/limits';
import type { Queryable } from '../../queryable';

const AFTER_MS = 1000;

export interface AbandonedDelivery {
  readonly queue_id: number;
  readonly off: number;
  readonly lease_id: number | null;
  readonly epoch: number | null;
}

/**
 * Deliveries of one reply that did not reach the client: visible again in a second, and not counted. A lease row covers a
 * batch, and a batch is one reply: when the reply is lost, all of it is.
 * @param handedAt when the reply was made; what a repeated receive got since stays with it
 */
export async function deliveryAbandon(
  db: Queryable,
  now: Date | null,
  groupId: number,
  deliveries: readonly AbandonedDelivery[],
  handedAt: Date,
): Promise<void> {
  const leases = new Map(
    deliveries.flatMap(({ lease_id: leaseId, queue_id: queueId }) =>
      leaseId === null ? [] : [[leaseId, queueId] as const],
    ),
  );
  const retries = deliveries.filter(({ epoch }) => epoch !== null);
  await db.query('SELECT delivery_abandon($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    now,
    groupId,
    [...leases.values()],
    [...leases.keys()],
    retries.map(({ queue_id: queueId }) => queueId),
    retries.map(({ off }) => off),
    retries.map(({ epoch }) => epoch),
    handedAt,
    AFTER_MS,
    LIMITS.lostReplies,
  ]);
}
