import { LIMITS } from '../../../model/limits';
import type { Queryable } from '../../queryable';

/** A receive that may repeat one whose reply was lost. */
export interface RepeatedAttempt {
  readonly groupId: number;
  readonly clientId: number;
  readonly attemptId: string;
}

/** Ends the deliveries that lost replies to these attempts left behind, uncounted. */
export async function attemptGiveBack(
  db: Queryable,
  now: Date | null,
  attempts: readonly RepeatedAttempt[],
): Promise<void> {
  await db.query('SELECT attempt_give_back($1, $2, $3, $4, $5)', [
    now,
    attempts.map(({ groupId }) => groupId),
    attempts.map(({ clientId }) => clientId),
    attempts.map(({ attemptId }) => attemptId),
    LIMITS.lostReplies,
  ]);
}
