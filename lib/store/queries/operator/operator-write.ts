import type { Queryable } from '../../queryable';
import type { OperatorRow } from './operator-find';

/** The new operator's id, or null when the address is taken. */
export async function insertOperator(
  db: Queryable,
  email: string,
  role: OperatorRow['role'],
  passwordHash: string | null,
): Promise<number | null> {
  const { rows } = await db.query<{ operator_id: number }>(
    `INSERT INTO operator (email, role, password_hash) VALUES ($1, $2, $3) ON CONFLICT (email) DO NOTHING RETURNING operator_id`,
    [email, role, passwordHash],
  );
  return rows[0]?.operator_id ?? null;
}

export async function setOperatorRole(db: Queryable, operatorId: number, role: OperatorRow['role']): Promise<void> {
  await db.query('UPDATE operator SET role = $2 WHERE operator_id = $1', [operatorId, role]);
}

export async function setOperatorPassword(db: Queryable, operatorId: number, passwordHash: string): Promise<void> {
  await db.query('UPDATE operator SET password_hash = $2 WHERE operator_id = $1', [operatorId, passwordHash]);
}

export async function setOperatorDisabled(db: Queryable, operatorId: number, disabled: boolean): Promise<void> {
  await db.query('UPDATE operator SET disabled_at = CASE WHEN $2 THEN clock_timestamp() END WHERE operator_id = $1', [
    operatorId,
    disabled,
  ]);
}
