import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** @neverNull the one row without an item is left out by pageOf */
interface Expired {
  readonly groupId: number;
  readonly version: number;
  readonly ordered: boolean;
  readonly gone: boolean;
  readonly queueId: number;
}

/** @neverNull as Expired */
export interface ExpiredLease extends Expired {
  readonly leaseId: number;
  readonly mask: number;
}

/** @neverNull as Expired */
export interface ExpiredRetry extends Expired {
  readonly off: number;
  readonly epoch: number;
}

export interface ExpiredPage<Item> {
  /** The database's time of the look. */
  readonly at: Date;
  readonly items: readonly Item[];
}

/** Leases whose time is over, oldest first; `low` keeps the scan off the dead low end of the index. */
export async function leaseExpired(
  db: Queryable,
  now: Date | null,
  low: Date | null,
  limit: number,
): Promise<ExpiredPage<ExpiredLease>> {
  const { rows } = await db.query<ExpiredLease & { readonly at: Date }>(
    sql(
      `SELECT n.at, e.group_id AS "groupId", e.version, e.ordered, e.gone, e.queue_id AS "queueId",
        e.lease_id AS "leaseId", e.open AS mask
       FROM (SELECT coalesce($now, clock_timestamp()) AS at) n LEFT JOIN LATERAL lease_expired(p_now => n.at,
         p_low => $low, p_limit => $limit) e ON true`,
      { now, low, limit },
    ),
  );
  return pageOf(rows);
}

/** Re-deliveries whose lease is over, oldest first. */
export async function retryExpired(
  db: Queryable,
  now: Date | null,
  low: Date | null,
  limit: number,
): Promise<ExpiredPage<ExpiredRetry>> {
  const { rows } = await db.query<ExpiredRetry & { readonly at: Date }>(
    sql(
      `SELECT n.at, e.group_id AS "groupId", e.version, e.ordered, e.gone, e.queue_id AS "queueId", e.off, e.epoch
       FROM (SELECT coalesce($now, clock_timestamp()) AS at) n LEFT JOIN LATERAL retry_expired(p_now => n.at,
         p_low => $low, p_limit => $limit) e ON true`,
      { now, low, limit },
    ),
  );
  return pageOf(rows);
}

/** The outer join answers one row without an item when nothing has expired. */
function pageOf<Item extends Expired & { readonly at: Date }>(rows: readonly Item[]): ExpiredPage<Item> {
  const [first] = rows;
  if (first === undefined) throw new Error('the database gave no time');
  return { at: first.at, items: first.groupId === null ? [] : rows };
}
