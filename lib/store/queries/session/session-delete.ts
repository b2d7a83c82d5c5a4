import type { Queryable } from '../../queryable';

export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query('DELETE FROM operator_session WHERE token_hash = $1', [tokenHash]);
}

/** Ends one session of an operator; false when it is not theirs or is gone. */
export async function deleteSessionById(db: Queryable, operatorId: number, sessionId: number): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM operator_session WHERE operator_id = $1 AND session_id = $2', [
    operatorId,
    sessionId,
  ]);
  return rowCount === 1;
}

export async function deleteSessionsOf(db: Queryable, operatorId: number): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM operator_session WHERE operator_id = $1', [operatorId]);
  return rowCount ?? 0;
}
