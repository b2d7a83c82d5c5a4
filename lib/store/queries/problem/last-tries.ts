import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { KEY_IS_HELD } from '../retry/places';

export interface LastTriesRow {
  readonly groupId: number;
  /** On their last try, which ends within the time asked for. */
  readonly messages: number;
  /** When the first and the last of them is due, or its lease ends; null: none. */
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
}

/** Messages of some groups that die unless their last try succeeds. */
export async function lastTries(
  db: Queryable,
  now: Date | null,
  groupIds: readonly number[],
  withinMs: number,
): Promise<LastTriesRow[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await db.query<LastTriesRow>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
       SELECT g.group_id AS "groupId", count(r.visible_at) AS messages, min(r.visible_at) AS "firstAt",
              max(r.visible_at) AS "lastAt"
         FROM t CROSS JOIN consumer_group g
         LEFT JOIN LATERAL (
           SELECT w.visible_at FROM retry w
            WHERE NOT w.leased AND pair(w.group_id, w.attempt) >= pair(g.group_id, greatest(g.max_retries, 1))
              AND pair(w.group_id, w.attempt) < pair(g.group_id + 1, 0)
              AND w.visible_at <= t.now + $withinMs * interval '1 ms'
            UNION ALL
           SELECT r.visible_at FROM retry r
            WHERE r.leased AND r.group_id = g.group_id AND r.attempt >= greatest(g.max_retries, 1)
              AND (r.attempt > g.max_retries OR NOT ${KEY_IS_HELD})) r ON true
        WHERE g.group_id = ANY ($groupIds)
        GROUP BY g.group_id`,
      { now, groupIds, withinMs },
    ),
  );
  return rows;
}
