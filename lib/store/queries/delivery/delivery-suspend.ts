import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** One delivery: of a lease, or of a row of its own. */
interface SuspendKey {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly leaseId: number | null;
  readonly bit: number | null;
  readonly epoch: number | null;
}

/** Ends a delivery that does not count, and makes the message due after `waitMs`; false when its lease is over. */
export async function deliverySuspend(
  db: Queryable,
  now: Date | null,
  key: SuspendKey,
  waitMs: number,
): Promise<boolean> {
  const { rows } = await db.query<{ suspended: boolean }>(
    sql(
      `SELECT delivery_suspend(p_now => $now, p_group => $groupId, p_queue => $queueId, p_off => $off,
         p_lease => $leaseId, p_bit => $bit, p_epoch => $epoch, p_wait_ms => $waitMs) AS suspended`,
      {
        ...{ now, waitMs, groupId: key.groupId, queueId: key.queueId, off: key.off },
        ...{ leaseId: key.leaseId, bit: key.bit, epoch: key.epoch },
      },
    ),
  );
  return rows[0]?.suspended ?? false;
}
