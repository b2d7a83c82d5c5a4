import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { DeadLetterCursor } from './dead-letter-browse';
import { DEAD_LETTER_WHERE, type DeadLetterMatch, matchValues } from './dead-letter-match';

/** Where the nth dead letter that matches is, newest first, after a place in that order. Null: there are fewer. */
export async function deadLetterNth(
  db: Queryable,
  match: DeadLetterMatch,
  before: DeadLetterCursor | null,
  nth: number,
): Promise<DeadLetterCursor | null> {
  const { rows } = await db.query<DeadLetterCursor>(
    sql(
      `SELECT to_char(n.dead_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "deadAt", n.dead_letter_id AS id
         FROM (SELECT d.dead_at, d.dead_letter_id FROM dead_letter d
                WHERE ${DEAD_LETTER_WHERE} AND ($beforeAt::timestamptz IS NULL
                  OR (d.dead_at, d.dead_letter_id) < ($beforeAt, $beforeId::bigint))
                ORDER BY d.dead_at DESC, d.dead_letter_id DESC OFFSET $nth::int - 1 LIMIT 1) n`,
      { ...matchValues(match), beforeAt: before?.deadAt ?? null, beforeId: before?.id ?? null, nth },
    ),
  );
  return rows[0] ?? null;
}
