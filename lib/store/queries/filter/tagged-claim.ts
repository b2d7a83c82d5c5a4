import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import {
  type ClaimedRow,
  type ClaimReceiver,
  type ClaimScope,
  claimValues,
  DELIVERY_CLAIM,
} from '../delivery/delivery-claim';
import { FIFO_CLAIM, fifoClaimValues } from '../delivery/fifo-claim';

export interface TaggedScope extends ClaimScope {
  readonly tags: readonly string[];
}

/** `leftOut`: it failed before, and its tag is none of those; it was consumed without a delivery. */
export interface TaggedRow extends ClaimedRow {
  readonly leftOut: boolean;
}

/**
 * The claim compares the tags of the log; of messages that failed before it delivers any, and the group may have
 * another filter since. Messages that do not match end in the same transaction: nothing of them is left to expire.
 */
const LEAVE_OUT = (ordered: 'true' | 'false'): string => `
     , dropped AS MATERIALIZED (
       SELECT filter_drop(p_now => $now, p_group => $groupId, p_queue => array_agg(c.queue_id),
         p_off => array_agg(c.off),
                          p_epoch => array_agg(c.epoch), p_ordered => ${ordered})
         FROM claimed c WHERE c.epoch IS NOT NULL AND coalesce(c.tag <> ALL ($tags::text[]), true)
     )
     SELECT c.*, c.epoch IS NOT NULL AND coalesce(c.tag <> ALL ($tags::text[]), true) AS "leftOut" FROM claimed c CROSS
       JOIN dropped`;

/** As deliveryClaim, for a subscription to tags. */
export async function taggedClaim(
  db: Queryable,
  now: Date | null,
  scope: TaggedScope,
  receivers: readonly ClaimReceiver[],
  maxBytes: number,
): Promise<TaggedRow[]> {
  const { rows } = await db.query<TaggedRow>(
    sql(
      `WITH claimed AS MATERIALIZED (SELECT * FROM ${DELIVERY_CLAIM})${LEAVE_OUT('false')}`,
      claimValues(now, scope, receivers, maxBytes),
      'tagged_claim',
    ),
  );
  return rows;
}

/** As fifoClaim, for a subscription to tags. */
export async function taggedFifoClaim(
  db: Queryable,
  now: Date | null,
  scope: TaggedScope,
  receivers: readonly ClaimReceiver[],
): Promise<TaggedRow[]> {
  const { rows } = await db.query<TaggedRow>(
    sql(
      `WITH claimed AS MATERIALIZED (SELECT * FROM ${FIFO_CLAIM})${LEAVE_OUT('true')}`,
      fifoClaimValues(now, scope, receivers),
      'tagged_fifo_claim',
    ),
  );
  return rows;
}
