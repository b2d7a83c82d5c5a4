import type { DeliveryCause } from '../../../model/delivery-state';
import type { Queryable } from '../../queryable';

export interface FailScope {
  readonly groupId: number;
  /** The group version the delay was computed with; the statement refuses another one (RD001). */
  readonly policyVersion: number;
  readonly ordered: boolean;
  readonly cause: DeliveryCause;
  /** When the verdict counts: a client's only inside its lease, the expiry loop's only after it, an overrun after the consumption timeout. */
  readonly phase: 'live' | 'over' | 'overrun';
}

export interface LeaseFailItem {
  readonly queueId: number;
  readonly leaseId: number;
  readonly mask: number;
}

export interface LeaseFailed {
  /** The bits that failed now, per lease id. */
  readonly failed: ReadonlyMap<number, number>;
  /** The group allows no retry: what failed is dead. */
  readonly dead: boolean;
}

/** Ends first deliveries as failed. `delayMs` null: ready again at once. */
export async function leaseFail(
  db: Queryable,
  now: Date | null,
  scope: FailScope,
  delayMs: number | null,
  items: readonly LeaseFailItem[],
): Promise<LeaseFailed> {
  const { rows } = await db.query<{ lease_id: number; failed: number; dead: boolean }>({
    name: 'lease_fail',
    // The version is the one the statement checked, and a version never changes; a member of a broadcast group has none.
    text: `SELECT lease_id, failed,
                  coalesce((SELECT v.max_retries = 0 FROM consumer_group_version v WHERE v.group_id = $2 AND v.version = $8), true) AS dead
             FROM lease_fail($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      now,
      scope.groupId,
      items.map(({ queueId }) => queueId),
      items.map(({ leaseId }) => leaseId),
      items.map(({ mask }) => mask),
      delayMs,
      scope.cause,
      scope.policyVersion,
      scope.ordered,
      scope.phase,
    ],
  });
  return {
    failed: new Map(rows.map(({ lease_id: leaseId, failed }) => [leaseId, failed])),
    dead: rows[0]?.dead ?? false,
  };
}
