import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { type AbandonedDelivery, abandonedColumns } from '../delivery/delivery-abandon';

/**
 * Deliveries that never reached their member: ready again at once, and not failed. A lease covers one reply: all of it
 * is back.
 */
export async function broadcastReturn(
  db: Queryable,
  now: Date | null,
  memberId: number,
  deliveries: readonly AbandonedDelivery[],
): Promise<void> {
  await db.query(
    sql(
      `SELECT broadcast_return(p_now => $now, p_group => $memberId, p_lease_queue => $leaseQueue, p_lease => $lease,
        p_retry_queue => $queueIds, p_off => $offs, p_epoch => $epochs, p_repeated => false)`,
      {
        now,
        memberId,
        ...abandonedColumns(deliveries),
      },
    ),
  );
}

/** The deliveries of a lost reply to this attempt, even when their lease has ended meanwhile. */
export async function broadcastAttemptReturn(
  db: Queryable,
  now: Date | null,
  memberId: number,
  clientId: number,
  attemptId: string,
): Promise<void> {
  await db.query(
    sql(
      `SELECT broadcast_attempt_return(p_now => $now, p_group => $memberId, p_client => $clientId,
        p_attempt_id => $attemptId)`,
      { now, memberId, clientId, attemptId },
    ),
  );
}
