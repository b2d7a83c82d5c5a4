import type { Queryable } from '../../queryable';

export async function groupCount(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM consumer_group WHERE broadcast_of IS NULL',
  );
  return rows[0]?.count ?? 0;
}
