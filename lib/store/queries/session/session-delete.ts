import type { Queryable } from '../../queryable';

/** Ends the sessions of these tokens, of any account. @returns how many there were */
export async function deleteSessions(db: Queryable, tokenHashes: readonly Buffer[]): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM operator_session WHERE token_hash = ANY($1)', [tokenHashes]);
  return rowCount ?? 0;
}

/** Ends one session of an operator; false when it is not theirs or is gone. */
export async function deleteSessionById(db: Queryable, operatorId: number, sessionId: number): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM operator_session WHERE operator_id = $1 AND session_id = $2', [
    operatorId,
    sessionId,
  ]);
  return rowCount === 1;
}

/** All of an operator, except the one named. @returns how many there were */
export async function deleteSessionsOf(
  db: Queryable,
  operatorId: number,
  exceptSessionId: number | null = null,
): Promise<number> {
  const { rowCount } = await db.query(
    'DELETE FROM operator_session WHERE operator_id = $1 AND session_id IS DISTINCT FROM $2',
    [operatorId, exceptSessionId],
  );
  return rowCount ?? 0;
}
