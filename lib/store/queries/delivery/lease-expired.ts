import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

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

export interface ExpiredDeliveries {
  /** The database's time of the look. */
  readonly at: Date;
  /** First deliveries, oldest first. */
  readonly leases: readonly ExpiredLease[];
  /** Re-deliveries, oldest first. */
  readonly retries: readonly ExpiredRetry[];
}

/** @neverNull the one row without an item is left out */
interface Row extends Expired {
  readonly at: Date;
  readonly again: boolean;
  readonly id: number;
  readonly detail: number;
}

/**
 * Deliveries whose lease is over, at most `limit` of each kind; `low` keeps the scan off the dead low end of the index.
 */
export async function deliveriesExpired(
  db: Queryable,
  now: Date | null,
  low: Date | null,
  limit: number,
): Promise<ExpiredDeliveries> {
  const { rows } = await db.query<Row>(
    sql(
      `SELECT n.at, e.again, e.group_id AS "groupId", e.version, e.ordered, e.gone, e.queue_id AS "queueId", e.id,
        e.detail
         FROM (SELECT coalesce($now, clock_timestamp()) AS at) n LEFT JOIN LATERAL (
           SELECT false AS again, l.group_id, l.version, l.ordered, l.gone, l.queue_id, l.lease_id AS id,
             l.open AS detail, l.expires_at
             FROM lease_expired(p_now => n.at, p_low => $low, p_limit => $limit) l
           UNION ALL
           SELECT true, r.group_id, r.version, r.ordered, r.gone, r.queue_id, r.off, r.epoch, r.expires_at
             FROM retry_expired(p_now => n.at, p_low => $low, p_limit => $limit) r) e ON true
        ORDER BY e.expires_at`,
      { now, low, limit },
    ),
  );
  const [first] = rows;
  if (first === undefined) throw new Error('the database gave no time');
  // The outer join answers one row without an item when nothing has expired.
  const items = first.groupId === null ? [] : rows;
  return {
    at: first.at,
    leases: items
      .filter(({ again }) => !again)
      .map(({ id, detail, ...item }) => ({ ...item, leaseId: id, mask: detail })),
    retries: items.filter(({ again }) => again).map(({ id, detail, ...item }) => ({ ...item, off: id, epoch: detail })),
  };
}
