import type { Metadata, MetadataTransaction } from '../../metadata';
import type { Queryable } from '../../queryable';

export interface OperatorRow {
  readonly operatorId: number;
  readonly email: string;
  readonly role: 'member' | 'viewer' | 'operator' | 'admin';
  readonly passwordHash: string | null;
  readonly disabled: boolean;
}

export async function findOperatorByEmail(db: Metadata, email: string): Promise<OperatorRow | null> {
  const found = await db.operator.findUnique({ where: { email } });
  if (found === null) return null;
  const { operatorId, role, passwordHash, disabledAt } = found;
  return { operatorId, email, role: role as OperatorRow['role'], passwordHash, disabled: disabledAt !== null };
}

/** Locks the row: what is decided from it still holds when the transaction commits. */
export async function lockOperator(db: Queryable, operatorId: number): Promise<OperatorRow | null> {
  const { rows } = await db.query<OperatorRow>(
    `SELECT operator_id AS "operatorId", email, role, password_hash AS "passwordHash",
      disabled_at IS NOT NULL AS disabled
       FROM operator WHERE operator_id = $1 FOR UPDATE`,
    [operatorId],
  );
  return rows[0] ?? null;
}

/** Serialises everything that could leave the console without an administrator. */
export async function lockAdmins(db: MetadataTransaction): Promise<number> {
  await db.query(`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('console admins', 7))`);
  const canSignIn = { OR: [{ passwordHash: { not: null } }, { oidcIdentity: { some: {} } }] };
  return await db.operator.count({ where: { role: 'admin', disabledAt: null, ...canSignIn } });
}
