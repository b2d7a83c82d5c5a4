import type { Queryable } from '../../queryable';
import type { AbandonedDelivery } from '../delivery/delivery-abandon';

/** Deliveries that never reached their member: ready again at once, and not failed. A lease covers one reply: all of it is back. */
export async function broadcastReturn(
  db: Queryable,
  now: Date | null,
  memberId: number,
  deliveries: readonly AbandonedDelivery[],
): Promise<void> {
  const leases = new Map(
    deliveries.flatMap(({ lease_id: leaseId, queue_id: queueId }) =>
      leaseId === null ? [] : [[leaseId, queueId] as const],
    ),
  );
  const retries = deliveries.filter(({ epoch }) => epoch !== null);
  await db.query('SELECT broadcast_return($1, $2, $3, $4, $5, $6, $7, false)', [
    now,
    memberId,
    [...leases.values()],
    [...leases.keys()],
    retries.map(({ queue_id: queueId }) => queueId),
    retries.map(({ off }) => off),
    retries.map(({ epoch }) => epoch),
  ]);
}

/** The deliveries of a lost reply to this attempt, even when their lease has ended meanwhile. */
export async function broadcastAttemptReturn(
  db: Queryable,
  now: Date | null,
  memberId: number,
  clientId: number,
  attemptId: string,
): Promise<void> {
  await db.query('SELECT broadcast_attempt_return($1, $2, $3, $4)', [now, memberId, clientId, attemptId]);
}
