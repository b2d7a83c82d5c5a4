import { LIMITS } from '../../../model/limits';
import type { Queryable } from '../../queryable';
import type { ClaimedRow, ClaimReceiver, ClaimScope } from './delivery-claim';

/**
 * Deliveries of earlier receives with the same client and attempt id that are still held, prolonged from now. `receiver`
 * in a row: 1 = the first of `receivers`; one without a row is not a repetition.
 */
export async function fifoReenter(
  db: Queryable,
  now: Date | null,
  scope: ClaimScope,
  receivers: readonly ClaimReceiver[],
): Promise<ClaimedRow[]> {
  if (receivers.every(({ attemptId }) => attemptId === null)) return [];
  const { rows } = await db.query<ClaimedRow>({
    name: 'fifo_reenter',
    text: 'SELECT * FROM fifo_reenter($1, $2, $3, $4, $5, $6, $7)',
    values: [
      now,
      scope.groupId,
      scope.topicId,
      receivers.map(({ clientId }) => clientId),
      receivers.map(({ attemptId }) => attemptId),
      receivers.map(({ invisibleMs }) => invisibleMs),
      LIMITS.lostReplies,
    ],
  });
  return rows;
}
