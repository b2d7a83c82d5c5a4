import type { Queryable } from '../../queryable';

interface NewSession {
  readonly tokenHash: Buffer;
  readonly operatorId: number;
  readonly address: string;
  readonly agent: string;
}

/** Also sweeps what can never be used again; sign-ins are rare enough to pay for it. */
export async function insertSession(db: Queryable, session: NewSession, absoluteHours: number): Promise<void> {
  await db.query('DELETE FROM operator_session WHERE created_at < clock_timestamp() - make_interval(hours => $1)', [
    absoluteHours,
  ]);
  await db.query('INSERT INTO operator_session (token_hash, operator_id, address, agent) VALUES ($1, $2, $3, $4)', [
    session.tokenHash,
    session.operatorId,
    session.address,
    session.agent,
  ]);
  await db.query('UPDATE operator SET last_sign_in_at = clock_timestamp() WHERE operator_id = $1', [
    session.operatorId,
  ]);
}
