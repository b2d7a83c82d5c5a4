import type { Metadata } from '../../metadata';

/** Ends the sessions of these tokens, of any account. @returns how many there were */
export async function deleteSessions(db: Metadata, tokenHashes: readonly Buffer[]): Promise<number> {
  const hashes = tokenHashes.map((hash) => new Uint8Array(hash));
  const { count } = await db.operatorSession.deleteMany({ where: { tokenHash: { in: hashes } } });
  return count;
}

/** Ends one session of an operator; false when it is not theirs or is gone. */
export async function deleteSessionById(db: Metadata, operatorId: number, sessionId: number): Promise<boolean> {
  const { count } = await db.operatorSession.deleteMany({ where: { operatorId, sessionId } });
  return count === 1;
}

/** All of an operator, except the one named, and their sign-ins under way. @returns how many sessions there were */
export async function deleteSessionsOf(db: Metadata, operatorId: number, exceptId?: number): Promise<number> {
  await db.signInStep.deleteMany({ where: { operatorId } });
  const { count } = await db.operatorSession.deleteMany({
    where: { operatorId, ...(exceptId === undefined ? {} : { sessionId: { not: exceptId } }) },
  });
  return count;
}
