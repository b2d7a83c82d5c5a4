import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { ClaimedRow, ClaimReceiver, ClaimScope } from './delivery-claim';

/** Log rows read behind the cursor in one claim; a hot key's backlog is passed over this fast. */
const WINDOW = 2000;

export const FIFO_CLAIM = `fifo_claim(
  p_now => $now, p_group => $groupId, p_topic => $topicId, p_want => $want, p_invisible_ms => $invisibleMs,
  p_client => $clientId, p_auto_renew => $autoRenew, p_attempt_id => $attemptId, p_tags => $tags,
  p_window => $window, p_first_queue => $firstQueueNo)`;

/** Serves one receive of an ordered group. */
export async function fifoClaim(
  db: Queryable,
  now: Date | null,
  scope: ClaimScope,
  receiver: ClaimReceiver,
): Promise<ClaimedRow[]> {
  const { rows } = await db.query<ClaimedRow>(
    sql(`SELECT 1 AS receiver, c.* FROM ${FIFO_CLAIM} c`, fifoClaimValues(now, scope, receiver), 'fifo_claim'),
  );
  return rows;
}

/** The parameters of FIFO_CLAIM. */
export function fifoClaimValues(
  now: Date | null,
  { groupId, topicId, tags, firstQueueNo }: ClaimScope,
  receiver: ClaimReceiver,
) {
  return { now, groupId, topicId, tags, window: WINDOW, firstQueueNo, ...receiver };
}
