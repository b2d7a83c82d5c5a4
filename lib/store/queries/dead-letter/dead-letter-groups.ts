import type { LetterGrouping } from '../../../model/dead-letter/letter-grouping';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { DEAD_LETTER_WHERE, type DeadLetterMatch, matchValues } from './dead-letter-match';

export interface LetterGroupRow {
  /** Null: they have none. */
  readonly value: string | null;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** How many rows there are beside the limit. */
  readonly groups: number;
}

/** Most dead letters first; days by UTC. */
export async function deadLetterGroups(
  db: Queryable,
  match: DeadLetterMatch,
  by: LetterGrouping,
  limit: number,
): Promise<LetterGroupRow[]> {
  const { rows } = await db.query<LetterGroupRow>(
    sql(
      `WITH grouped AS (
         SELECT CASE $by::text WHEN 'topic' THEN (d.topic_id)::text WHEN 'group' THEN (d.group_id)::text
                  WHEN 'version' THEN d.app_version WHEN 'key' THEN coalesce(d.mgroup, d.keys[1])
                  ELSE to_char(d.dead_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') END AS value,
                count(*) AS n, min(d.dead_at) AS first_at, max(d.dead_at) AS last_at
           FROM dead_letter d WHERE ${DEAD_LETTER_WHERE} GROUP BY 1
       )
       SELECT CASE $by::text WHEN 'topic' THEN (SELECT t.name FROM topic t WHERE t.topic_id = g.value::int)
                WHEN 'group' THEN (SELECT c.name FROM consumer_group c WHERE c.group_id = g.value::int)
                ELSE g.value END AS value, g.n AS count, g.first_at AS "firstAt", g.last_at AS "lastAt",
              (count(*) OVER ())::int AS groups
         FROM grouped g ORDER BY g.n DESC, g.last_at DESC, g.value LIMIT $limit`,
      { ...matchValues(match), by, limit },
    ),
  );
  return rows;
}
