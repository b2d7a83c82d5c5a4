import type { Queryable } from '../../queryable';

interface Expired {
  readonly groupId: number;
  readonly version: number;
  readonly ordered: boolean;
  readonly gone: boolean;
  readonly queueId: number;
}

export interface ExpiredLease extends Expired {
  readonly leaseId: number;
  readonly mask: number;
}

export interface ExpiredRetry extends Expired {
  readonly off: number;
  readonly epoch: number;
}

/** Leases whose time is over, oldest first. */
export async function leaseExpired(
  db: Queryable,
  now: Date | null,
  low: Date | null,
  limit: number,
): Promise<ExpiredLease[]> {
  const { rows } = await db.query<ExpiredLease>(
    `SELECT group_id AS "groupId", version, ordered, gone, queue_id AS "queueId", lease_id AS "leaseId", open AS mask FROM lease_expired($1, $2, $3)`,
    [now, low, limit],
  );
  return rows;
}

/** Re-deliveries whose lease is over, oldest first. */
export async function retryExpired(
  db: Queryable,
  now: Date | null,
  low: Date | null,
  limit: number,
): Promise<ExpiredRetry[]> {
  const { rows } = await db.query<ExpiredRetry>(
    `SELECT group_id AS "groupId", version, ordered, gone, queue_id AS "queueId", off, epoch FROM retry_expired($1, $2, $3)`,
    [now, low, limit],
  );
  return rows;
}
