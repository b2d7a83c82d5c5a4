import type { Queryable } from '../../queryable';

export type TokenRights =
  | 'member'
  | 'viewer'
  | 'operator'
  | 'admin'
  | 'metrics'
  | 'failures'
  | 'dead-letters'
  | 'groups';

export interface TokenOwner {
  readonly apiTokenId: number;
  readonly name: string;
  readonly rights: TokenRights;
}

/**
 * A token that is neither revoked nor expired, by its secret or by the one before while that still works; notes its use
 * at most once a minute.
 */
export async function resolveApiToken(db: Queryable, tokenHash: Buffer): Promise<TokenOwner | null> {
  const { rows } = await db.query<TokenOwner>(
    `WITH token AS (
       SELECT t.api_token_id, t.name, t.rights FROM api_token t
        WHERE (t.token_hash = $1 OR t.old_hash = $1 AND t.old_until > clock_timestamp())
          AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())
     ), used AS (
       UPDATE api_token t SET last_used_at = clock_timestamp() FROM token
        WHERE t.api_token_id = token.api_token_id
          AND (t.last_used_at IS NULL OR t.last_used_at < clock_timestamp() - interval '1 minute')
     )
     SELECT api_token_id AS "apiTokenId", name, rights FROM token`,
    [tokenHash],
  );
  return rows[0] ?? null;
}
