import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface FilteredCount {
  readonly topic: string;
  /** In the last 10 minutes, the last hour, the last 24 hours. */
  readonly last10Minutes: number;
  readonly lastHour: number;
  readonly lastDay: number;
  readonly lastAt: Date;
}

/** By topic, how many messages the filters of a group left out in the last 24 hours, most first. */
export async function filteredCounts(db: Queryable, now: Date | null, groupId: number): Promise<FilteredCount[]> {
  const { rows } = await db.query<FilteredCount>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
     SELECT p.name AS topic, coalesce(sum(s.filtered) FILTER (WHERE s.at > t.now - interval '10 minutes'),
              0)::bigint AS "last10Minutes",
            coalesce(sum(s.filtered) FILTER (WHERE s.at > t.now - interval '1 hour'), 0)::bigint AS "lastHour",
            sum(s.filtered)::bigint AS "lastDay", max(s.at) AS "lastAt"
       FROM t CROSS JOIN filter_sample s JOIN topic p USING (topic_id)
      WHERE s.group_id = $groupId AND s.step_s = 10 AND s.at > t.now - interval '24 hours' AND s.at <= t.now
      GROUP BY p.name ORDER BY sum(s.filtered) DESC, p.name`,
      { now, groupId },
    ),
  );
  return rows;
}

export interface FilteredPoint {
  readonly topic: string;
  readonly at: Date;
  readonly filtered: number;
}

/** The same over the last hour, a point for each minute that has any, oldest first. */
export async function filteredMinutes(db: Queryable, now: Date | null, groupId: number): Promise<FilteredPoint[]> {
  const { rows } = await db.query<FilteredPoint>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
     SELECT p.name AS topic, date_bin('1 minute', s.at, 'epoch') AS at, sum(s.filtered)::bigint AS filtered
       FROM t CROSS JOIN filter_sample s JOIN topic p USING (topic_id)
      WHERE s.group_id = $groupId AND s.step_s = 10 AND s.at > t.now - interval '1 hour' AND s.at <= t.now
      GROUP BY 1, 2 ORDER BY 2, 1`,
      { now, groupId },
    ),
  );
  return rows;
}

/** Of each of these groups, how many messages its filters left out since a moment. */
export async function filteredSince(
  db: Queryable,
  now: Date | null,
  groupIds: readonly number[],
  sinceMs: number,
): Promise<ReadonlyMap<number, number>> {
  if (groupIds.length === 0) return new Map();
  const { rows } = await db.query<{ groupId: number; filtered: number }>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
     SELECT g.group_id AS "groupId", (SELECT coalesce(sum(s.filtered), 0)::bigint FROM filter_sample s
              WHERE s.group_id = g.group_id AND s.step_s = 10 AND s.at > t.now - $sinceMs * interval '1 ms'
                AND s.at <= t.now) AS filtered
       FROM t CROSS JOIN unnest($groupIds::int[]) g (group_id)`,
      { now, groupIds, sinceMs },
    ),
  );
  return new Map(rows.map(({ groupId, filtered }) => [groupId, filtered]));
}
