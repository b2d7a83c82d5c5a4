import { MOST_CAUSES } from '../../../model/problem/problem';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { deadLettersOf } from '../dead-letter/dead-letter-count';
import { DEAD_LETTER_CHOSEN } from '../dead-letter/dead-letter-match';
import { NEWEST_OF_GROUP, ofGroup, OLDEST_OF_GROUP } from '../dead-letter/of-group';

export interface UndecidedLettersRow {
  readonly groupId: number;
  /** Dead letters that are neither accepted, held nor chosen by an open re-drive. */
  readonly undecided: number;
  /** Of all its dead letters, counted up to one more than MOST_CAUSES. */
  readonly causes: number;
  /** Of the newest one. */
  readonly fingerprint: string;
  /** What was reported; null: nothing. */
  readonly text: string | null;
  /** @neverNull a group without dead letters has no row */
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Of all its dead letters, whatever was decided. */
  readonly oldestAt: Date;
}

/** Reports say much; a line has room for so much. */
const TEXT_CHARS = 160;
/** The first undecided one is looked for among so many of the oldest. */
const OLDEST = 1000;

/**
 * Dead letters of some groups that wait for a decision. Counted as all of them less the few that do not, and the causes
 * are found by going from one to the next in the index: no letter is read, however many there are.
 */
export async function undecidedLetters(db: Queryable, groupIds: readonly number[]): Promise<UndecidedLettersRow[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await db.query<UndecidedLettersRow>(
    sql(
      `SELECT w.group_id AS "groupId", greatest(a.n - s.n - c.n - h.n, 0)::bigint AS undecided, k.n::int AS causes,
              l.fingerprint, left(f.error_type || coalesce(': ' || f.text, ''), ${TEXT_CHARS}) AS text,
              coalesce(o.dead_at, l.dead_at) AS "firstAt", l.dead_at AS "lastAt",
              b.dead_at AS "oldestAt"
         FROM unnest($groupIds::int[]) w (group_id)
        CROSS JOIN LATERAL (${deadLettersOf('w.group_id')}) a
        CROSS JOIN LATERAL (
          SELECT count(*) AS n FROM redrive v JOIN redrive_item i ON i.redrive_id = v.redrive_id
            AND i.state = 'selected' WHERE v.group_id = w.group_id AND v.finished_at IS NULL) s
        CROSS JOIN LATERAL (
          SELECT count(*) AS n FROM dead_letter d WHERE d.group_id = w.group_id AND d.accepted_at IS NOT NULL
             AND ${DEAD_LETTER_CHOSEN} IS NULL) c
        CROSS JOIN LATERAL (
          SELECT count(*) AS n FROM dead_letter d WHERE d.group_id = w.group_id AND d.held_at IS NOT NULL
             AND d.accepted_at IS NULL AND ${DEAD_LETTER_CHOSEN} IS NULL) h
        CROSS JOIN LATERAL (
          WITH RECURSIVE cause AS (
            (SELECT d.fingerprint, 1 AS nth FROM dead_letter d WHERE d.group_id = w.group_id
              ORDER BY d.fingerprint LIMIT 1)
            UNION ALL
            SELECT (SELECT d.fingerprint FROM dead_letter d WHERE d.group_id = w.group_id
                      AND d.fingerprint > cause.fingerprint ORDER BY d.fingerprint LIMIT 1), cause.nth + 1
              FROM cause WHERE cause.fingerprint IS NOT NULL AND cause.nth <= ${MOST_CAUSES})
          SELECT count(cause.fingerprint) AS n FROM cause) k
        CROSS JOIN LATERAL (
          SELECT d.fingerprint, d.dead_at FROM dead_letter d WHERE ${ofGroup('w.group_id')}
           ORDER BY ${NEWEST_OF_GROUP} LIMIT 1) l
        CROSS JOIN LATERAL (
          SELECT d.dead_at FROM dead_letter d WHERE ${ofGroup('w.group_id')} ORDER BY ${OLDEST_OF_GROUP} LIMIT 1) b
         LEFT JOIN LATERAL (
          SELECT min(d.dead_at) AS dead_at
            FROM (SELECT * FROM dead_letter d WHERE ${ofGroup('w.group_id')}
                   ORDER BY ${OLDEST_OF_GROUP} LIMIT ${OLDEST}) d
           WHERE d.accepted_at IS NULL AND d.held_at IS NULL AND ${DEAD_LETTER_CHOSEN} IS NULL) o ON true
         LEFT JOIN failure_cause f ON f.group_id = w.group_id AND f.fingerprint = l.fingerprint`,
      { groupIds },
    ),
  );
  return rows;
}
