import type { DeliveryCause } from '../../../model/delivery/delivery-state';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface FailScope {
  readonly groupId: number;
  /** The group version the delay was computed with; the statement refuses another one (RD001). */
  readonly policyVersion: number;
  readonly ordered: boolean;
  readonly cause: DeliveryCause;
  /**
   * When the verdict counts: a client's only inside its lease, the expiry loop's only after it, an overrun after the
   * consumption timeout.
   */
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
  const { rows } = await db.query<{ lease_id: number; failed: number; dead: boolean }>(
    sql(
      `SELECT lease_id, failed,
                  coalesce((SELECT v.max_retries = 0 FROM consumer_group_version v WHERE v.group_id = $groupId
                    AND v.version = $policyVersion), true) AS dead
             FROM lease_fail(p_now => $now, p_group => $groupId, p_queue => $queueIds, p_lease => $leaseIds,
               p_mask => $masks, p_delay_ms => $delayMs, p_cause => $cause, p_policy_version => $policyVersion,
               p_ordered => $ordered, p_phase => $phase)`,
      {
        now,
        groupId: scope.groupId,
        queueIds: items.map(({ queueId }) => queueId),
        leaseIds: items.map(({ leaseId }) => leaseId),
        masks: items.map(({ mask }) => mask),
        delayMs,
        cause: scope.cause,
        policyVersion: scope.policyVersion,
        ordered: scope.ordered,
        phase: scope.phase,
      },
      'lease_fail',
    ),
  );
  return {
    failed: new Map(rows.map(({ lease_id: leaseId, failed }) => [leaseId, failed])),
    dead: rows[0]?.dead ?? false,
  };
}
