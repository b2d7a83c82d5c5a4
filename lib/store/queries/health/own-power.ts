import type { Queryable } from '../../queryable';

export interface OwnPower {
  readonly role: string;
  /** @neverNull a column of the catalogue that has a value in each row */
  readonly isSuperuser: boolean;
  /** It may switch off the triggers that keep audit rows as they are. @neverNull both roles exist */
  readonly ownsAudit: boolean;
}

/** What the role of these connections may do to the database itself. */
export async function ownPower(db: Queryable): Promise<OwnPower> {
  const { rows } = await db.query<OwnPower>(
    `SELECT r.rolname AS role, r.rolsuper AS "isSuperuser", pg_has_role(r.oid, c.relowner, 'USAGE') AS "ownsAudit"
       FROM pg_roles r JOIN pg_class c ON c.oid = 'audit'::regclass WHERE r.rolname = current_user`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not name its role');
  return row;
}
