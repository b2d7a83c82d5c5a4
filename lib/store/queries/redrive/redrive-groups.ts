import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { DEAD_LETTER_WHERE, type DeadLetterMatch, matchValues } from '../dead-letter/dead-letter-match';

export interface SelectedGroupRow {
  readonly group: string;
  readonly count: number;
  /** @neverNull of at least one */
  readonly firstAt: Date;
  /** @neverNull of at least one */
  readonly lastAt: Date;
  /** Of dead letters that were named, those of this group; empty: they match a filter. */
  readonly ids: number[];
}

/** Whose dead letters match, most first. */
export async function selectedGroups(db: Queryable, match: DeadLetterMatch): Promise<SelectedGroupRow[]> {
  const { rows } = await db.query<SelectedGroupRow>(
    sql(
      `WITH hit AS (
       SELECT d.group_id, count(*) AS count, min(d.dead_at) AS first_at, max(d.dead_at) AS last_at,
              coalesce(array_agg(d.dead_letter_id ORDER BY d.dead_letter_id) FILTER (WHERE $ids::bigint[] IS NOT NULL),
                '{}') AS ids
         FROM dead_letter d WHERE ${DEAD_LETTER_WHERE} GROUP BY d.group_id)
     SELECT g.name AS "group", h.count, h.first_at AS "firstAt", h.last_at AS "lastAt", h.ids
       FROM hit h JOIN consumer_group g USING (group_id) ORDER BY h.count DESC, g.name`,
      matchValues(match),
    ),
  );
  return rows;
}
