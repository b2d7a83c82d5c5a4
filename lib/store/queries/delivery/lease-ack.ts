import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface LeaseMask {
  readonly groupId: number;
  readonly queueId: number;
  readonly leaseId: number;
  /** One bit per message of the lease; below 2^32. */
  readonly mask: number;
}

/** Acknowledges bits of leases, one entry per lease; answers every bit acked by now, per lease id. */
export async function leaseAck(
  db: Queryable,
  now: Date | null,
  masks: readonly LeaseMask[],
  ordered: boolean,
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ lease_id: number; acked: number }>(
    sql(
      `SELECT lease_id, acked FROM lease_ack(p_now => $now, p_group => $groupIds, p_queue => $queueIds,
        p_lease => $leaseIds, p_mask => $masks, p_ordered => $ordered)`,
      {
        now,
        groupIds: masks.map(({ groupId }) => groupId),
        queueIds: masks.map(({ queueId }) => queueId),
        leaseIds: masks.map(({ leaseId }) => leaseId),
        masks: masks.map(({ mask }) => mask),
        ordered,
      },
      'lease_ack',
    ),
  );
  return new Map(rows.map(({ lease_id: leaseId, acked }) => [leaseId, acked]));
}
