import type { Queryable } from '../../queryable';
import type { TokenRights } from './api-token-resolve';

interface NewToken {
  readonly name: string;
  readonly tokenHash: Buffer;
  readonly shownStart: string;
  readonly rights: TokenRights;
  readonly createdBy: string;
}

export async function insertApiToken(db: Queryable, token: NewToken): Promise<number> {
  const { rows } = await db.query<{ api_token_id: number }>(
    `INSERT INTO api_token (name, token_hash, shown_start, rights, created_by) VALUES ($1, $2, $3, $4, $5) RETURNING api_token_id`,
    [token.name, token.tokenHash, token.shownStart, token.rights, token.createdBy],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('INSERT INTO api_token returned no row');
  return row.api_token_id;
}

/** The revoked token, or null when there is none or it was revoked before. */
export async function revokeApiToken(
  db: Queryable,
  apiTokenId: number,
): Promise<{ name: string; rights: TokenRights } | null> {
  const { rows } = await db.query<{ name: string; rights: TokenRights }>(
    `UPDATE api_token SET revoked_at = clock_timestamp() WHERE api_token_id = $1 AND revoked_at IS NULL RETURNING name, rights`,
    [apiTokenId],
  );
  return rows[0] ?? null;
}
