import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What a browser does next: a second factor, setting one up, or what a passkey or another site answers. */
export type StepPurpose = 'second-factor' | 'enrol' | 'passkey-add' | 'passkey-use' | 'oidc';

interface NewStep {
  readonly tokenHash: Buffer;
  readonly purpose: StepPurpose;
  readonly operatorId: number | null;
  readonly address: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Step {
  readonly operatorId: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const VALID_MINUTES = 10;
/** Strangers begin steps too: one block of addresses cannot fill the table. */
const MOST_OF_ONE_BLOCK = 200;
/** Wrong codes of one step. */
const MOST_TRIES = 5;

/** False: this block of addresses has begun too many. */
export async function insertStep(db: Queryable, step: NewStep): Promise<boolean> {
  await db.query('DELETE FROM sign_in_step WHERE expires_at < clock_timestamp()');
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO sign_in_step (token_hash, purpose, operator_id, address, data, expires_at)
     SELECT $tokenHash, $purpose, $operatorId, $address, $data::jsonb,
       clock_timestamp() + make_interval(mins => $validMinutes)
     WHERE (SELECT count(*) FROM sign_in_step s WHERE s.address = $address) < $mostOfOneBlock`,
      {
        ...step,
        data: JSON.stringify(step.data),
        validMinutes: VALID_MINUTES,
        mostOfOneBlock: MOST_OF_ONE_BLOCK,
      },
    ),
  );
  return rowCount === 1;
}

/** Looks at it without using it up. */
export async function findStep(db: Queryable, tokenHashes: readonly Buffer[], purpose: StepPurpose) {
  const { rows } = await db.query<Step>(
    sql(
      `SELECT operator_id AS "operatorId", data FROM sign_in_step
      WHERE token_hash = ANY($tokenHashes) AND purpose = $purpose AND expires_at > clock_timestamp()
      ORDER BY expires_at DESC LIMIT 1`,
      { tokenHashes, purpose },
    ),
  );
  return rows[0] ?? null;
}

/** Counts a code before it is checked; false: the step has had its tries, or has ended. */
export async function countTry(db: Queryable, tokenHashes: readonly Buffer[]): Promise<boolean> {
  const { rowCount } = await db.query(
    sql(
      `UPDATE sign_in_step SET tries = tries + 1
      WHERE token_hash = ANY($tokenHashes) AND purpose = 'second-factor' AND tries < $mostTries
        AND expires_at > clock_timestamp()`,
      { tokenHashes, mostTries: MOST_TRIES },
    ),
  );
  return (rowCount ?? 0) > 0;
}

/** Used once: of two at the same time, one gets it. */
export async function takeStep(db: Queryable, tokenHashes: readonly Buffer[], purpose: StepPurpose) {
  const { rows } = await db.query<Step & { readonly open: boolean }>(
    sql(
      `DELETE FROM sign_in_step WHERE token_hash = ANY($tokenHashes) AND purpose = $purpose
      RETURNING operator_id AS "operatorId", data, expires_at > clock_timestamp() AS open`,
      { tokenHashes, purpose },
    ),
  );
  return rows.find(({ open }) => open) ?? null;
}
