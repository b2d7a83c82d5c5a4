import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { ClaimedRow, ClaimReceiver } from '../delivery/delivery-claim';

export interface DueMessage {
  readonly queueId: number;
  readonly off: number;
  readonly epoch: number;
}

/** A stretch of the log: from the cursor, or the end of the entry before, up to `endOff`. */
export interface FilterLease {
  /** 0 = the first receiver; of an entry that hands out nothing it means nothing. */
  readonly receiver: number;
  readonly queueId: number;
  readonly seg: number;
  readonly fromOff: number;
  readonly fromSeg: number;
  readonly endOff: number;
  /** At most 32; empty: the cursor only moves. */
  readonly offs: readonly number[];
  /** Messages of it that do not match. */
  readonly filtered: number;
}

export interface FilterDecision {
  /** Due messages that do not match: consumed without a delivery. */
  readonly drops: readonly DueMessage[];
  readonly due: readonly (DueMessage & { readonly receiver: number })[];
  readonly leases: readonly FilterLease[];
}

/** Does what was decided, in one transaction; what another one took meanwhile is missing in the answer. */
export async function filterTake(
  db: Queryable,
  now: Date | null,
  groupId: number,
  receivers: readonly ClaimReceiver[],
  { drops, due, leases }: FilterDecision,
): Promise<ClaimedRow[]> {
  const asked = receivers.map(({ invisibleMs, clientId, autoRenew, attemptId }) => ({
    invisible_ms: invisibleMs,
    client_id: clientId,
    auto_renew: autoRenew,
    attempt_id: attemptId,
  }));
  const { rows } = await db.query<ClaimedRow>(
    sql(
      `SELECT * FROM filter_take(p_now => $now, p_group => $groupId, p_drops => $drops, p_due => $due,
        p_leases => $leases)`,
      {
        now,
        groupId,
        drops: JSON.stringify(drops.map(toDue)),
        due: JSON.stringify(
          due.map((each) => ({ ...asked[each.receiver], ...toDue(each), receiver: each.receiver + 1 })),
        ),
        leases: JSON.stringify(
          leases.map((lease) => ({
            ...asked[lease.receiver],
            receiver: lease.receiver + 1,
            queue_id: lease.queueId,
            seg: lease.seg,
            from_off: lease.fromOff,
            from_seg: lease.fromSeg,
            end_off: lease.endOff,
            offs: lease.offs.length === 0 ? null : lease.offs,
            filtered: lease.filtered,
          })),
        ),
      },
      'filter_take',
    ),
  );
  return rows;
}

export function toDue({ queueId, off, epoch }: DueMessage): Record<string, number> {
  return { queue_id: queueId, off, epoch };
}
