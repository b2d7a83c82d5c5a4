import type { Queryable } from '../../queryable';

export type TokenRights = 'viewer' | 'operator' | 'admin' | 'failures';

export interface TokenOwner {
  readonly apiTokenId: number;
  readonly name: string;
  readonly rights: TokenRights;
}

/** A token that is not revoked; notes its use at most once a minute. */
export async function resolveApiToken(db: Queryable, tokenHash: Buffer): Promise<TokenOwner | null> {
  const { rows } = await db.query<TokenOwner>(
    `WITH used AS (
       UPDATE api_token SET last_used_at = clock_timestamp()
       WHERE token_hash = $1 AND revoked_at IS NULL
         AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')
     )
     SELECT api_token_id AS "apiTokenId", name, rights FROM api_token WHERE token_hash = $1 AND revoked_at IS NULL`,
    [tokenHash],
  );
  return rows[0] ?? null;
}
