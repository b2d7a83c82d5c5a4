import { LIMITS } from '../../../model/limits';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

const AFTER_MS = 1000;

export interface AbandonedDelivery {
  readonly queue_id: number;
  readonly off: number;
  readonly lease_id: number | null;
  readonly epoch: number | null;
}

/**
 * Deliveries of one reply that did not reach the client: visible again in a second, and not counted. A lease row covers
 * a batch, and a batch is one reply: when the reply is lost, all of it is.
 * @param handedAt when the reply was made; what a repeated receive got since stays with it
 */
export async function deliveryAbandon(
  db: Queryable,
  now: Date | null,
  groupId: number,
  deliveries: readonly AbandonedDelivery[],
  handedAt: Date,
): Promise<void> {
  await db.query(
    sql(
      `SELECT delivery_abandon(p_now => $now, p_group => $groupId, p_lease_queue => $leaseQueue, p_lease => $lease,
        p_retry_queue => $queueIds, p_off => $offs, p_epoch => $epochs, p_handed_at => $handedAt,
        p_after_ms => $afterMs, p_most => $lostReplies)`,
      {
        now,
        groupId,
        ...abandonedColumns(deliveries),
        handedAt,
        afterMs: AFTER_MS,
        lostReplies: LIMITS.lostReplies,
      },
    ),
  );
}

/** Deliveries as the functions that take them back want them: each lease once, and messages that failed before. */
export function abandonedColumns(deliveries: readonly AbandonedDelivery[]) {
  const leases = new Map(
    deliveries.flatMap(({ lease_id: leaseId, queue_id: queueId }) =>
      leaseId === null ? [] : [[leaseId, queueId] as const],
    ),
  );
  const retries = deliveries.filter(({ epoch }) => epoch !== null);
  return {
    leaseQueue: [...leases.values()],
    lease: [...leases.keys()],
    queueIds: retries.map(({ queue_id: queueId }) => queueId),
    offs: retries.map(({ off }) => off),
    epochs: retries.map(({ epoch }) => epoch),
  };
}
