import type { MetadataTransaction } from '../../metadata';
import { sql } from '../../sql';
import type { TokenRights } from './api-token-resolve';

interface NewSecret {
  readonly tokenHash: Buffer;
  readonly shownStart: string;
  /** Null: it does not expire. */
  readonly expiresInDays: number | null;
}

interface NewToken extends NewSecret {
  readonly name: string;
  readonly rights: TokenRights;
  readonly createdBy: string;
}

export async function insertApiToken(db: MetadataTransaction, token: NewToken): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    sql(
      `INSERT INTO api_token (name, token_hash, shown_start, rights, created_by, expires_at)
       VALUES ($name, $tokenHash, $shownStart, $rights, $createdBy,
         clock_timestamp() + make_interval(days => $expiresInDays))
       RETURNING api_token_id AS id`,
      { ...token },
    ),
  );
  return rows[0]?.id ?? 0;
}

/** The revoked token, or null when there is none or it was revoked before. */
export async function revokeApiToken(
  db: MetadataTransaction,
  apiTokenId: number,
): Promise<{ name: string; rights: TokenRights } | null> {
  const { rows } = await db.query<{ name: string; rights: TokenRights }>(
    `UPDATE api_token SET revoked_at = clock_timestamp()
      WHERE api_token_id = $1 AND revoked_at IS NULL RETURNING name, rights`,
    [apiTokenId],
  );
  return rows[0] ?? null;
}

/**
 * A new secret; the one of now works for `overlapHours` more, and the one before it no longer. Null: there is no such
 * token, or it was revoked.
 */
export async function rotateApiToken(
  db: MetadataTransaction,
  { apiTokenId, overlapHours, ...secret }: NewSecret & { readonly apiTokenId: number; readonly overlapHours: number },
): Promise<{ name: string; expiresAt: Date | null; oldUntil: Date | null } | null> {
  const { rows } = await db.query<{ name: string; expiresAt: Date | null; oldUntil: Date | null }>(
    sql(
      `UPDATE api_token SET token_hash = $tokenHash, shown_start = $shownStart,
         old_hash = CASE WHEN $overlapHours > 0 THEN token_hash END,
         old_until = CASE WHEN $overlapHours > 0 THEN clock_timestamp() + make_interval(hours => $overlapHours) END,
         expires_at = clock_timestamp() + make_interval(days => $expiresInDays)
        WHERE api_token_id = $apiTokenId AND revoked_at IS NULL
       RETURNING name, expires_at AS "expiresAt", old_until AS "oldUntil"`,
      { apiTokenId, overlapHours, ...secret },
    ),
  );
  return rows[0] ?? null;
}
