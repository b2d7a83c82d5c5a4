import type { Queryable } from '../../queryable';
import { type ClaimedRow, type ClaimReceiver, type ClaimScope, claimValues } from '../delivery/delivery-claim';
import { fifoClaimValues } from '../delivery/fifo-claim';

export interface TaggedScope extends ClaimScope {
  readonly tags: readonly string[];
}

/** `leftOut`: it failed before, and its tag is none of those; it was consumed without a delivery. */
export interface TaggedRow extends ClaimedRow {
  readonly leftOut: boolean;
}

/**
 * The claim compares the tags of the log; of messages that failed before it delivers any, and the group may have another
 * filter since. Messages that do not match end in the same transaction: nothing of them is left to expire.
 */
const LEAVE_OUT = (ordered: boolean): string => `
     , dropped AS MATERIALIZED (
       SELECT filter_drop($1, $2, array_agg(c.queue_id), array_agg(c.off), array_agg(c.epoch), ${ordered})
         FROM claimed c WHERE c.epoch IS NOT NULL AND coalesce(c.tag <> ALL ($9::text[]), true)
     )
     SELECT c.*, c.epoch IS NOT NULL AND coalesce(c.tag <> ALL ($9::text[]), true) AS "leftOut" FROM claimed c CROSS JOIN dropped`;

/** As deliveryClaim, for a subscription to tags. */
export async function taggedClaim(
  db: Queryable,
  now: Date | null,
  scope: TaggedScope,
  receivers: readonly ClaimReceiver[],
  maxBytes: number,
): Promise<TaggedRow[]> {
  const { rows } = await db.query<TaggedRow>({
    name: 'tagged_claim',
    text: `WITH claimed AS MATERIALIZED (SELECT * FROM delivery_claim($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11))${LEAVE_OUT(false)}`,
    values: claimValues(now, scope, receivers, maxBytes),
  });
  return rows;
}

/** As fifoClaim, for a subscription to tags. */
export async function taggedFifoClaim(
  db: Queryable,
  now: Date | null,
  scope: TaggedScope,
  receiver: ClaimReceiver,
): Promise<TaggedRow[]> {
  const { rows } = await db.query<TaggedRow>({
    name: 'tagged_fifo_claim',
    text: `WITH claimed AS MATERIALIZED (SELECT 1 AS receiver, f.* FROM fifo_claim($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) f)${LEAVE_OUT(true)}`,
    values: fifoClaimValues(now, scope, receiver),
  });
  return rows;
}
