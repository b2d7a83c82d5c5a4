import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { DEAD_LETTER_CHOSEN } from './dead-letter-match';

/**
 * When the next dead letter of a group, or of any, is removed; null: none is. Read from the ends of two indexes, however
 * many there are.
 */
export async function deadLetterNextExpiry(
  db: Queryable,
  keepMs: number,
  groupId: number | null,
): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    sql(
      `SELECT min(n.at) AS at FROM consumer_group g
      CROSS JOIN LATERAL (
        (SELECT d.dead_at + $keepMs * interval '1 ms' AS at FROM dead_letter d
          WHERE d.group_id = g.group_id AND d.held_at IS NULL AND d.kept_until IS NULL AND ${DEAD_LETTER_CHOSEN} IS NULL
          ORDER BY d.dead_at, d.dead_letter_id LIMIT 1)
        UNION ALL
        SELECT min(greatest(d.kept_until, d.dead_at + $keepMs * interval '1 ms')) FROM dead_letter d
         WHERE d.group_id = g.group_id AND d.kept_until IS NOT NULL AND d.held_at IS NULL
           AND ${DEAD_LETTER_CHOSEN} IS NULL) n
      WHERE g.broadcast_of IS NULL AND ($groupId::int IS NULL OR g.group_id = $groupId)`,
      { keepMs, groupId },
    ),
  );
  return rows[0]?.at ?? null;
}
