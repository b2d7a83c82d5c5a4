import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { type ClaimedRow, type ClaimReceiver, type ClaimScope, receiversColumns } from './delivery-claim';

/** New messages whose names one claim notes. */
const WINDOW = 2000;
/** With more ready names than this in a queue, the names of each client are looked up instead of the ready ones. */
const SCAN = 2000;
/** Messages that are enough for one claim. */
const MOST = 512;

/** Serves waiting receives of clients of a LITE topic in one round trip. */
export async function liteClaim(
  db: Queryable,
  now: Date | null,
  { groupId, topicId, firstQueueNo }: Omit<ClaimScope, 'tags'>,
  receivers: readonly ClaimReceiver[],
): Promise<ClaimedRow[]> {
  const { rows } = await db.query<ClaimedRow>(
    sql(
      `SELECT * FROM lite_claim_all(
         p_now => $now, p_group => $groupId, p_topic => $topicId, p_want => $wants, p_invisible_ms => $invisibleMs,
         p_client => $clientIds, p_auto_renew => $autoRenews, p_attempt_id => $attemptIds, p_window => $window,
         p_scan => $scan, p_most => $most, p_first_queue => $firstQueueNo)`,
      {
        ...{ now, groupId, topicId, firstQueueNo, window: WINDOW, scan: SCAN, most: MOST },
        ...receiversColumns(receivers),
      },
      'lite_claim_all',
    ),
  );
  return rows;
}
