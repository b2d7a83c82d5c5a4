import type { Queryable } from '../../queryable';
import type { ClaimedRow, ClaimReceiver, ClaimScope } from './delivery-claim';

/** Log rows read behind the cursor in one claim; a hot key's backlog is passed over this fast. */
const WINDOW = 2000;

/** Serves one receive of an ordered group. */
export async function fifoClaim(
  db: Queryable,
  now: Date | null,
  scope: ClaimScope,
  receiver: ClaimReceiver,
): Promise<ClaimedRow[]> {
  const { rows } = await db.query<ClaimedRow>({
    name: 'fifo_claim',
    text: 'SELECT 1 AS receiver, c.* FROM fifo_claim($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) c',
    values: fifoClaimValues(now, scope, receiver),
  });
  return rows;
}

/** What fifo_claim takes. */
export function fifoClaimValues(now: Date | null, scope: ClaimScope, receiver: ClaimReceiver): unknown[] {
  return [
    now,
    scope.groupId,
    scope.topicId,
    receiver.want,
    receiver.invisibleMs,
    receiver.clientId,
    receiver.autoRenew,
    receiver.attemptId,
    scope.tags,
    WINDOW,
    scope.firstQueueNo,
  ];
}
