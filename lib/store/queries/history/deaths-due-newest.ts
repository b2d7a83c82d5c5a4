import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** The deaths due of a group as they were last counted; null: they were not since `from`. */
export async function deathsDueNewest(
  db: Queryable,
  groupId: number,
  from: Date,
): Promise<{ readonly at: Date; readonly deaths: number } | null> {
  const { rows } = await db.query<{ at: Date; deaths: number | null }>(
    sql(
      `SELECT s.at, s.deaths_due AS deaths FROM group_sample s
        WHERE s.group_id = $groupId AND s.step_s = 10 AND s.at >= $from AND s.deaths_due IS NOT NULL
        ORDER BY s.at DESC LIMIT 1`,
      { groupId, from },
    ),
  );
  const [row] = rows;
  return row?.deaths == null ? null : { at: row.at, deaths: row.deaths };
}
