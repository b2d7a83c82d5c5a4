import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import {
  DEAD_LETTER_REASON,
  DEAD_LETTER_TAKEN,
  DEAD_LETTER_WHERE,
  type DeadLetterMatch,
  matchValues,
} from './dead-letter-match';
import { LISTED_COLUMNS, type ListedFacts } from './dead-letter-columns';

export interface DeadLetterRow extends ListedFacts {
  readonly id: number;
  /** The time of death to the microsecond, for the cursor. */
  readonly deadAtText: string;
  /** Not removed before. */
  readonly keptUntil: Date | null;
  /** The open re-drive that will take it. */
  readonly redriveId: number | null;
}

export interface DeadLetterCursor {
  readonly deadAt: string;
  readonly id: number;
}

/** Newest first. */
export async function deadLetterBrowse(
  db: Queryable,
  match: DeadLetterMatch,
  before: DeadLetterCursor | null,
  limit: number,
): Promise<DeadLetterRow[]> {
  const { rows } = await db.query<DeadLetterRow>(
    sql(
      `WITH page AS MATERIALIZED (
       SELECT d.dead_letter_id, d.group_id, d.queue_id, d.off, d.dead_at
         FROM dead_letter d
        WHERE ${DEAD_LETTER_WHERE} AND ($beforeAt::timestamptz IS NULL OR (d.dead_at, d.dead_letter_id) < ($beforeAt,
          $beforeId::bigint))
        ORDER BY d.dead_at DESC, d.dead_letter_id DESC LIMIT $limit)
     SELECT d.dead_letter_id AS id, ${LISTED_COLUMNS}, d.kept_until AS "keptUntil",
            to_char(d.dead_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "deadAtText",
            CASE WHEN x.state = 'selected' THEN x.redrive_id END AS "redriveId"
       FROM page s
       JOIN dead_letter d ON d.group_id = s.group_id AND d.queue_id = s.queue_id AND d.off = s.off
       JOIN consumer_group g ON g.group_id = d.group_id
       JOIN topic t ON t.topic_id = d.topic_id
       LEFT JOIN client c ON c.client_id = d.client_id
       ${DEAD_LETTER_REASON}
       ${DEAD_LETTER_TAKEN}
      ORDER BY s.dead_at DESC, s.dead_letter_id DESC`,
      { ...matchValues(match), beforeAt: before?.deadAt ?? null, beforeId: before?.id ?? null, limit },
    ),
  );
  return rows;
}
