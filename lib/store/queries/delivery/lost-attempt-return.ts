import { LIMITS } from '../../../model/limits';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A receive that may repeat one whose reply was lost. */
export interface RepeatedAttempt {
  readonly groupId: number;
  readonly clientId: number;
  readonly attemptId: string;
}

/** Ends the deliveries that lost replies to these attempts left behind, uncounted. */
export async function lostAttemptReturn(
  db: Queryable,
  now: Date | null,
  attempts: readonly RepeatedAttempt[],
): Promise<void> {
  await db.query(
    sql(
      `SELECT attempt_give_back(p_now => $now, p_group => $groupIds, p_client => $clientIds,
        p_attempt_id => $attemptIds, p_most => $lostReplies)`,
      {
        now,
        groupIds: attempts.map(({ groupId }) => groupId),
        clientIds: attempts.map(({ clientId }) => clientId),
        attemptIds: attempts.map(({ attemptId }) => attemptId),
        lostReplies: LIMITS.lostReplies,
      },
    ),
  );
}
