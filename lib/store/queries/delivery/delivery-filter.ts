import type { Queryable } from '../../queryable';

export interface FilteredLease {
  readonly queueId: number;
  readonly leaseId: number;
  /** One bit per message; below 2^32. */
  readonly mask: number;
}

export interface FilteredRetry {
  readonly queueId: number;
  readonly off: number;
  readonly epoch: number;
}

/** Ends claimed deliveries as left out by the filter; answers how many. One entry per lease, in the order of lease ids. */
export async function deliveryFilter(
  db: Queryable,
  now: Date | null,
  groupId: number,
  leases: readonly FilteredLease[],
  retries: readonly FilteredRetry[],
  ordered: boolean,
): Promise<number> {
  const { rows } = await db.query<{ filtered: number }>({
    name: 'delivery_filter',
    text: 'SELECT delivery_filter($1, $2, $3, $4, $5, $6, $7, $8, $9) AS filtered',
    values: [
      now,
      groupId,
      leases.map(({ queueId }) => queueId),
      leases.map(({ leaseId }) => leaseId),
      leases.map(({ mask }) => mask),
      retries.map(({ queueId }) => queueId),
      retries.map(({ off }) => off),
      retries.map(({ epoch }) => epoch),
      ordered,
    ],
  });
  return rows[0]?.filtered ?? 0;
}
