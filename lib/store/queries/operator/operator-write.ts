import type { Metadata } from '../../metadata';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { OperatorRow } from './operator-find';

/** The new operator's id, or null when the address is taken. */
export async function insertOperator(
  db: Metadata,
  email: string,
  role: OperatorRow['role'],
  passwordHash: string | null,
): Promise<number | null> {
  const [made] = await db.operator.createManyAndReturn({
    data: [{ email, role, passwordHash }],
    skipDuplicates: true,
    select: { operatorId: true },
  });
  return made?.operatorId ?? null;
}

export async function setOperatorRole(db: Metadata, operatorId: number, role: OperatorRow['role']): Promise<void> {
  await db.operator.updateMany({ where: { operatorId }, data: { role } });
}

export async function setOperatorPassword(db: Metadata, operatorId: number, passwordHash: string): Promise<void> {
  await db.operator.updateMany({ where: { operatorId }, data: { passwordHash } });
}

export async function setOperatorLanguage(db: Metadata, operatorId: number, language: string | null): Promise<void> {
  await db.operator.updateMany({ where: { operatorId }, data: { language } });
}

export async function setOperatorDisabled(db: Queryable, operatorId: number, disabled: boolean): Promise<void> {
  await db.query(
    sql(
      `UPDATE operator SET disabled_at = CASE WHEN $disabled THEN clock_timestamp() END
        WHERE operator_id = $operatorId`,
      { operatorId, disabled },
    ),
  );
}
