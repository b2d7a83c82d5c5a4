import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { type ClaimedRow, type ClaimReceiver, type ClaimScope, receiversColumns } from './delivery-claim';

/** Log rows read behind the cursor in one claim; a hot key's backlog is passed over this fast. */
const WINDOW = 2000;

export const FIFO_CLAIM = `fifo_claim_all(
  p_now => $now, p_group => $groupId, p_topic => $topicId, p_want => $wants, p_invisible_ms => $invisibleMs,
  p_client => $clientIds, p_auto_renew => $autoRenews, p_attempt_id => $attemptIds, p_tags => $tags,
  p_window => $window, p_first_queue => $firstQueueNo)`;

/** Serves waiting receives of an ordered group in one round trip. */
export async function fifoClaim(
  db: Queryable,
  now: Date | null,
  scope: ClaimScope,
  receivers: readonly ClaimReceiver[],
): Promise<ClaimedRow[]> {
  const { rows } = await db.query<ClaimedRow>(
    sql(`SELECT * FROM ${FIFO_CLAIM}`, fifoClaimValues(now, scope, receivers), 'fifo_claim_all'),
  );
  return rows;
}

/** The parameters of FIFO_CLAIM. */
export function fifoClaimValues(
  now: Date | null,
  { groupId, topicId, tags, firstQueueNo }: ClaimScope,
  receivers: readonly ClaimReceiver[],
) {
  return { now, groupId, topicId, tags, window: WINDOW, firstQueueNo, ...receiversColumns(receivers) };
}
