import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface ExpiringRow {
  readonly groupId: number;
  readonly group: string;
  readonly count: number;
}

/**
 * How many dead letters of every group (or one) will be gone `withinMs` from now, overdue ones included.
 * Counted as the old ones less the few that stay: a count by index, however many there are.
 */
export async function deadLetterExpiring(
  db: Queryable,
  now: Date | null,
  keepMs: number,
  withinMs: number,
  groupId: number | null = null,
): Promise<ExpiringRow[]> {
  const { rows } = await db.query<ExpiringRow>(
    sql(
      `WITH t AS (
       SELECT n.now + $withinMs * interval '1 ms' AS until, n.now + ($withinMs - $keepMs) * interval '1 ms' AS died
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) n)
     SELECT g.group_id AS "groupId", g.name AS "group", (o.n - k.n - h.n - r.n)::bigint AS count
       FROM t CROSS JOIN consumer_group g
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM dead_letter d WHERE d.group_id = g.group_id
        AND d.dead_at <= t.died) o
      CROSS JOIN LATERAL (
         SELECT count(*) AS n FROM dead_letter d WHERE d.group_id = g.group_id AND d.kept_until > t.until
           AND d.dead_at <= t.died AND d.held_at IS NULL) k
      CROSS JOIN LATERAL (
         SELECT count(*) AS n FROM dead_letter d WHERE d.group_id = g.group_id AND d.held_at IS NOT NULL
           AND d.dead_at <= t.died) h
      CROSS JOIN LATERAL (
         SELECT count(*) AS n FROM redrive v
           JOIN redrive_item i ON i.redrive_id = v.redrive_id AND i.state = 'selected'
           JOIN dead_letter d ON d.group_id = i.group_id AND d.queue_id = i.queue_id AND d.off = i.off
             AND d.generation = i.generation
          WHERE v.group_id = g.group_id AND v.finished_at IS NULL AND d.dead_at <= t.died AND d.held_at IS NULL
            AND coalesce(d.kept_until <= t.until, true)) r
      WHERE g.broadcast_of IS NULL AND ($groupId::int IS NULL OR g.group_id = $groupId)
      ORDER BY g.name`,
      { now, keepMs, withinMs, groupId },
    ),
  );
  return rows;
}
