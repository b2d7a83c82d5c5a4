import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Revokes what is left of a name's tokens; returns their ids. */
export async function practiceTokenRevoke(db: Queryable, name: string, createdBy: string): Promise<number[]> {
  const { rows } = await db.query<{ api_token_id: number }>(
    sql(
      `UPDATE api_token SET revoked_at = clock_timestamp() WHERE name = $name AND created_by = $createdBy
        AND revoked_at IS NULL RETURNING api_token_id`,
      { name, createdBy },
    ),
  );
  return rows.map(({ api_token_id: id }) => id);
}
