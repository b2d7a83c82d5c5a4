import { LIMITS } from '../../../model/limits';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { ClaimedRow, ClaimReceiver, ClaimScope } from './delivery-claim';

/**
 * Deliveries of earlier receives with the same client and attempt id that are still held, prolonged from now.
 * `receiver` in a row: 1 = the first of `receivers`; one without a row is not a repetition.
 */
export async function fifoReenter(
  db: Queryable,
  now: Date | null,
  scope: ClaimScope,
  receivers: readonly ClaimReceiver[],
): Promise<ClaimedRow[]> {
  if (receivers.every(({ attemptId }) => attemptId === null)) return [];
  const { rows } = await db.query<ClaimedRow>(
    sql(
      `SELECT * FROM fifo_reenter(p_now => $now, p_group => $groupId, p_topic => $topicId, p_client => $clientIds,
        p_attempt_id => $attemptIds, p_invisible_ms => $invisibleMs, p_most => $lostReplies)`,
      {
        now,
        groupId: scope.groupId,
        topicId: scope.topicId,
        clientIds: receivers.map(({ clientId }) => clientId),
        attemptIds: receivers.map(({ attemptId }) => attemptId),
        invisibleMs: receivers.map(({ invisibleMs }) => invisibleMs),
        lostReplies: LIMITS.lostReplies,
      },
      'fifo_reenter',
    ),
  );
  return rows;
}
