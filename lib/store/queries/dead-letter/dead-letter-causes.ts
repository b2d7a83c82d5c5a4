import type { Queryable } from '../../queryable';
import { DEAD_LETTER_REASON, DEAD_LETTER_WHERE, type DeadLetterMatch, matchValues } from './dead-letter-match';

export interface DeadLetterCauseRow {
  readonly key: string;
  readonly group: string;
  /** Null: not reported. */
  readonly errorType: string | null;
  readonly text: string | null;
  /** How the broker saw the last deliveries end: "nack". Several differ: null. */
  readonly brokerCause: string | null;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Most dead letters first, one row per (cause, group). */
export async function deadLetterCauses(
  db: Queryable,
  match: DeadLetterMatch,
  limit: number,
): Promise<DeadLetterCauseRow[]> {
  const { rows } = await db.query<DeadLetterCauseRow>(
    // Texts are often the same: normalise each distinct one once.
    `WITH said AS MATERIALIZED (
       SELECT d.group_id, e.error_type, left(e.message, 200) AS message, d.cause, count(*) AS n, min(d.dead_at) AS first_at, max(d.dead_at) AS last_at
         FROM dead_letter d ${DEAD_LETTER_REASON}
        WHERE ${DEAD_LETTER_WHERE}
        GROUP BY 1, 2, 3, 4
     ), named AS (
       SELECT s.*, cause_text(s.message) AS text FROM said s
     )
     SELECT cause_key(n.error_type, n.text, n.cause) AS key, g.name AS "group", n.error_type AS "errorType", n.text,
            CASE WHEN min(n.cause) = max(n.cause) THEN min(n.cause) END AS "brokerCause",
            sum(n.n)::bigint AS count, min(n.first_at) AS "firstAt", max(n.last_at) AS "lastAt"
       FROM named n JOIN consumer_group g ON g.group_id = n.group_id
      GROUP BY 1, 2, 3, 4
      ORDER BY count DESC, "lastAt" DESC, key LIMIT $9`,
    [...matchValues(match), limit],
  );
  return rows;
}

/** How many match, and how many there are at all: an empty page must say which of the two is empty. */
export async function deadLetterCount(
  db: Queryable,
  match: DeadLetterMatch,
): Promise<{ matching: number; groups: number; retained: number; newestId: number }> {
  const { rows } = await db.query<{ matching: number; groups: number; retained: number; newestId: number }>(
    `SELECT count(*) FILTER (WHERE m.hit) AS matching, count(DISTINCT m.group_id) FILTER (WHERE m.hit)::int AS groups, count(*) AS retained,
            coalesce(max(m.dead_letter_id), 0) AS "newestId"
       FROM (SELECT d.dead_letter_id, d.group_id, coalesce(${DEAD_LETTER_WHERE}, false) AS hit FROM dead_letter d ${DEAD_LETTER_REASON}) m`,
    matchValues(match),
  );
  return rows[0] ?? { matching: 0, groups: 0, retained: 0, newestId: 0 };
}
