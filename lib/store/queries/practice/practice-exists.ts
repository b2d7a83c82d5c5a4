import type { Queryable } from '../../queryable';

export async function practiceExists(
  db: Queryable,
  topics: readonly string[],
  groups: readonly string[],
): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM topic WHERE name = ANY($1)) OR EXISTS (SELECT 1 FROM consumer_group WHERE name = ANY($2)) AS exists',
    [topics, groups],
  );
  return rows[0]?.exists === true;
}
