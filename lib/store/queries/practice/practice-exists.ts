import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export async function practiceExists(
  db: Queryable,
  topics: readonly string[],
  groups: readonly string[],
): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>(
    sql(
      `SELECT EXISTS (SELECT 1 FROM topic WHERE name = ANY($topics)) OR EXISTS (SELECT 1 FROM consumer_group
        WHERE name = ANY($groups)) AS exists`,
      { topics, groups },
    ),
  );
  return rows[0]?.exists === true;
}
