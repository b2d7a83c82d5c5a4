import type { Queryable } from '../../queryable';

export interface OperatorRow {
  readonly operatorId: number;
  readonly email: string;
  readonly role: 'viewer' | 'operator' | 'admin';
  readonly passwordHash: string | null;
  readonly disabled: boolean;
}

const COLUMNS = `operator_id AS "operatorId", email, role, password_hash AS "passwordHash", disabled_at IS NOT NULL AS disabled`;

export async function findOperatorByEmail(db: Queryable, email: string): Promise<OperatorRow | null> {
  const { rows } = await db.query<OperatorRow>(`SELECT ${COLUMNS} FROM operator WHERE email = $1`, [email]);
  return rows[0] ?? null;
}

/** Locks the row: what is decided from it still holds when the transaction commits. */
export async function lockOperator(db: Queryable, operatorId: number): Promise<OperatorRow | null> {
  const { rows } = await db.query<OperatorRow>(`SELECT ${COLUMNS} FROM operator WHERE operator_id = $1 FOR UPDATE`, [
    operatorId,
  ]);
  return rows[0] ?? null;
}

/** Serialises everything that could leave the console without an administrator. */
export async function lockAdmins(db: Queryable): Promise<number> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('console admins', 7))`);
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM operator WHERE role = 'admin' AND disabled_at IS NULL AND password_hash IS NOT NULL`,
  );
  return rows[0]?.count ?? 0;
}
