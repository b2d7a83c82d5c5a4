import type { Queryable } from '../../queryable';

/** Ends the leases that a lost reply to this attempt left behind; answers how many. */
export async function attemptGiveBack(
  db: Queryable,
  now: Date | null,
  groupId: number,
  clientId: number,
  attemptId: string,
): Promise<number> {
  const { rows } = await db.query<{ given: number }>('SELECT attempt_give_back($1, $2, $3, $4) AS given', [
    now,
    groupId,
    clientId,
    attemptId,
  ]);
  return rows[0]?.given ?? 0;
}
