import type { Queryable } from '../../queryable';
import type { ClaimedRow, ClaimReceiver, ClaimScope } from './delivery-claim';

/** Log rows looked at behind the cursor in one claim; a hot key's backlog is passed over this fast. */
const WINDOW = 2000;

/** Serves waiting receives of an ordered group in one round trip. */
export async function fifoClaim(
  db: Queryable,
  now: Date | null,
  scope: ClaimScope,
  receivers: readonly ClaimReceiver[],
): Promise<ClaimedRow[]> {
  const { rows } = await db.query<ClaimedRow>({
    name: 'fifo_claim',
    text: 'SELECT * FROM fifo_claim($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [
      now,
      scope.groupId,
      scope.topicId,
      receivers.map(({ want }) => want),
      receivers.map(({ invisibleMs }) => invisibleMs),
      receivers.map(({ clientId }) => clientId),
      receivers.map(({ autoRenew }) => autoRenew),
      receivers.map(({ attemptId }) => attemptId),
      scope.tags,
      WINDOW,
      scope.firstQueueNo,
    ],
  });
  return rows;
}
