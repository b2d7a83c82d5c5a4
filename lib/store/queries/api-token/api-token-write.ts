import type { Metadata, MetadataTransaction } from '../../metadata';
import type { TokenRights } from './api-token-resolve';

interface NewToken {
  readonly name: string;
  readonly tokenHash: Buffer;
  readonly shownStart: string;
  readonly rights: TokenRights;
  readonly createdBy: string;
}

export async function insertApiToken(db: Metadata, token: NewToken): Promise<number> {
  const data = { ...token, tokenHash: new Uint8Array(token.tokenHash) };
  const { apiTokenId } = await db.apiToken.create({ data, select: { apiTokenId: true } });
  return apiTokenId;
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
