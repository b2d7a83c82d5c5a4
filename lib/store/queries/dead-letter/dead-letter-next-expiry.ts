import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { DEAD_LETTER_CHOSEN } from './dead-letter-match';
import { ofGroup, OLDEST_OF_GROUP } from './of-group';

export interface NextExpiryRow {
  readonly groupId: number;
  /** Null: none of its dead letters is removed. */
  readonly at: Date | null;
}

/**
 * When the next dead letter of some groups, or of every group, is removed. Read from the ends of two indexes, however
 * many there are.
 */
export async function deadLetterNextExpiry(
  db: Queryable,
  keepMs: number,
  groupIds: readonly number[] | null,
): Promise<NextExpiryRow[]> {
  const { rows } = await db.query<NextExpiryRow>(
    sql(
      `SELECT g.group_id AS "groupId", n.at FROM consumer_group g
      CROSS JOIN LATERAL (SELECT min(e.at) AS at FROM (
        (SELECT d.dead_at + $keepMs * interval '1 ms' AS at FROM dead_letter d
          WHERE ${ofGroup('g.group_id')} AND d.held_at IS NULL AND d.kept_until IS NULL
            AND ${DEAD_LETTER_CHOSEN} IS NULL
          ORDER BY ${OLDEST_OF_GROUP} LIMIT 1)
        UNION ALL
        SELECT min(greatest(d.kept_until, d.dead_at + $keepMs * interval '1 ms')) FROM dead_letter d
         WHERE d.group_id = g.group_id AND d.kept_until IS NOT NULL AND d.held_at IS NULL
           AND ${DEAD_LETTER_CHOSEN} IS NULL) e) n
      WHERE g.broadcast_of IS NULL AND ($groupIds::int[] IS NULL OR g.group_id = ANY ($groupIds))`,
      { keepMs, groupIds },
    ),
  );
  return rows;
}
