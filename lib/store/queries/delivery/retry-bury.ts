import type { Queryable } from '../../queryable';

/** Dead-letters due messages that are over their group's current limit; answers how many. */
export async function retryBury(db: Queryable, now: Date | null, limit: number): Promise<number> {
  const { rows } = await db.query<{ buried: number }>('SELECT retry_bury($1, $2) AS buried', [now, limit]);
  return rows[0]?.buried ?? 0;
}
