import type { Queryable } from '../../queryable';

export type LinkPurpose = 'first-admin' | 'set-password';

export interface OpenLink {
  readonly purpose: LinkPurpose;
  readonly operatorId: number | null;
  readonly email: string | null;
}

const OPEN = `l.token_hash = $1 AND l.used_at IS NULL AND l.expires_at > clock_timestamp()
  AND (l.operator_id IS NULL OR EXISTS (SELECT FROM operator o WHERE o.operator_id = l.operator_id
    AND o.disabled_at IS NULL))`;

interface LinkRow {
  readonly purpose: LinkPurpose;
  readonly operator_id: number | null;
  readonly email: string | null;
}

/** Finds a link and does not use it up: the page shows its form only for one that still works. */
export async function findOpenLink(db: Queryable, tokenHash: Buffer): Promise<OpenLink | null> {
  const { rows } = await db.query<LinkRow>(
    `SELECT l.purpose, l.operator_id, o.email FROM sign_in_link l LEFT JOIN operator o USING (operator_id)
      WHERE ${OPEN}`,
    [tokenHash],
  );
  return toLink(rows[0]);
}

/** Single use: of two submits at once, one gets the row. */
export async function consumeLink(db: Queryable, tokenHash: Buffer): Promise<OpenLink | null> {
  const { rows } = await db.query<LinkRow>(
    `UPDATE sign_in_link l SET used_at = clock_timestamp() WHERE ${OPEN}
     RETURNING l.purpose, l.operator_id, (SELECT email FROM operator o WHERE o.operator_id = l.operator_id) AS email`,
    [tokenHash],
  );
  return toLink(rows[0]);
}

function toLink(row: LinkRow | undefined): OpenLink | null {
  return row === undefined ? null : { purpose: row.purpose, operatorId: row.operator_id, email: row.email };
}
