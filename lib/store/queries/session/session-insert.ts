import type { MetadataTransaction } from '../../metadata';

interface NewSession {
  readonly tokenHash: Buffer;
  readonly operatorId: number;
  readonly address: string;
  readonly agent: string;
}

/** Also sweeps what can never be used again; sign-ins are rare enough to pay for it. */
export async function insertSession(
  db: MetadataTransaction,
  session: NewSession,
  absoluteHours: number,
): Promise<void> {
  await db.query('DELETE FROM operator_session WHERE created_at < clock_timestamp() - make_interval(hours => $1)', [
    absoluteHours,
  ]);
  await db.operatorSession.create({ data: { ...session, tokenHash: new Uint8Array(session.tokenHash) } });
  await db.query('UPDATE operator SET last_sign_in_at = clock_timestamp() WHERE operator_id = $1', [
    session.operatorId,
  ]);
}
