import { LIMITS } from '../../../model/limits';
import type { Queryable } from '../../queryable';

/** Ends the deliveries that a lost reply to this attempt left behind, uncounted; answers how many messages. */
export async function attemptGiveBack(
  db: Queryable,
  now: Date | null,
  groupId: number,
  clientId: number,
  attemptId: string,
): Promise<number> {
  const { rows } = await db.query<{ given: number }>('SELECT attempt_give_back($1, $2, $3, $4, $5) AS given', [
    now,
    groupId,
    clientId,
    attemptId,
    LIMITS.lostReplies,
  ]);
  return rows[0]?.given ?? 0;
}
