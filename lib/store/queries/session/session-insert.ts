import type { MetadataTransaction } from '../../metadata';
import { sql } from '../../sql';

/** How a person signed in. */
export type SignInMethod = 'password' | 'password+code' | 'password+recovery-code' | 'passkey' | 'single-sign-on';

interface NewSession {
  readonly tokenHash: Buffer;
  readonly operatorId: number;
  readonly address: string;
  readonly agent: string;
  readonly method: SignInMethod;
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

/** Another site signed the person in, earlier than this session began. Null: it did not say when. */
export async function setConfirmedAt(
  db: MetadataTransaction,
  tokenHash: Buffer,
  epochSeconds: number | null,
): Promise<void> {
  await db.query(
    sql(
      `UPDATE operator_session SET confirmed_at = LEAST(confirmed_at, to_timestamp($epochSeconds::float8))
      WHERE token_hash = $tokenHash`,
      { tokenHash, epochSeconds: epochSeconds ?? 0 },
    ),
  );
}
