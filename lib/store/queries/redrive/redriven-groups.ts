import type { Queryable } from '../../queryable';

/** The names of the groups that have re-drives. */
export async function redrivenGroups(db: Queryable, most: number): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT g.name FROM consumer_group g WHERE EXISTS (SELECT 1 FROM redrive r WHERE r.group_id = g.group_id)
      ORDER BY g.name LIMIT $1`,
    [most],
  );
  return rows.map(({ name }) => name);
}
