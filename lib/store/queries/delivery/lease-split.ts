import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface LeaseBitKey {
  readonly groupId: number;
  readonly queueId: number;
  readonly leaseId: number;
  readonly bit: number;
  readonly ordered: boolean;
}

/**
 * Takes one message out of a lease into a row of its own with a new end; answers its new epoch, null when the lease is
 * over.
 */
export async function leaseSplit(
  db: Queryable,
  now: Date | null,
  key: LeaseBitKey,
  invisibleMs: number,
  policyVersion: number,
): Promise<number | null> {
  const { rows } = await db.query<{ epoch: number | null }>(
    sql(
      `SELECT lease_split(p_now => $now, p_group => $groupId, p_queue => $queueId, p_lease => $leaseId, p_bit => $bit,
        p_invisible_ms => $invisibleMs, p_policy_version => $policyVersion, p_ordered => $ordered) AS epoch`,
      {
        now,
        groupId: key.groupId,
        queueId: key.queueId,
        leaseId: key.leaseId,
        bit: key.bit,
        invisibleMs,
        policyVersion,
        ordered: key.ordered,
      },
    ),
  );
  return rows[0]?.epoch ?? null;
}
