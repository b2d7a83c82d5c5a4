import type { Queryable } from '../../queryable';

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
  const { rows } = await db.query<{ lease_id: number; acked: number }>({
    name: 'lease_ack',
    text: 'SELECT lease_id, acked FROM lease_ack($1, $2, $3, $4, $5, $6)',
    values: [
      now,
      masks.map(({ groupId }) => groupId),
      masks.map(({ queueId }) => queueId),
      masks.map(({ leaseId }) => leaseId),
      masks.map(({ mask }) => mask),
      ordered,
    ],
  });
  return new Map(rows.map(({ lease_id: leaseId, acked }) => [leaseId, acked]));
}
