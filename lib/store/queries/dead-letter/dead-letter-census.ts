import { brokerCauseOf } from '../../../model/dead-letter/fingerprint/unreported';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { CAUSE_COLUMNS, type CauseColumns, toKnownCause } from '../cause/cause-columns';
import type { DeadLetterCauseRow } from './dead-letter-causes';
import { OF_A_GROUP } from './dead-letter-match';
import { ofGroup } from './of-group';

interface CensusColumns extends CauseColumns {
  readonly key: string;
  readonly groupId: number;
  /** Null: the group is being deleted, and its letters are not counted any more. */
  readonly group: string | null;
  /** @neverNull a cause that was found has a letter */
  readonly count: number;
  /** @neverNull the same */
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** @neverNull there are steps */
  readonly tide: number[];
}

export type CensusRow = DeadLetterCauseRow & {
  /** How many died in each step of time, oldest first. */
  readonly tide: readonly number[];
};

/**
 * The causes of all dead letters of a group, or of all groups, with their course: goes from one cause to the next in
 * the index of causes, and counts each stretch of it once. Null: there are more causes than `limit`.
 */
export async function deadLetterCensus(
  db: Queryable,
  groupId: number | null,
  limit: number,
  { from, stepMs, steps }: { readonly from: Date; readonly stepMs: number; readonly steps: number },
): Promise<readonly CensusRow[] | null> {
  const { rows } = await db.query<CensusColumns>(
    sql(
      `WITH RECURSIVE cause AS (
       (SELECT d.group_id, d.fingerprint, d.dead_at AS last_at, 1 AS nth FROM dead_letter d
         WHERE $groupId::int IS NULL OR (${ofGroup('$groupId')})
         ORDER BY d.group_id, d.fingerprint, d.dead_at DESC, d.dead_letter_id DESC LIMIT 1)
       UNION ALL
       SELECT n.group_id, n.fingerprint, n.dead_at, c.nth + 1
         FROM cause c
        CROSS JOIN LATERAL (SELECT d.group_id, d.fingerprint, d.dead_at FROM dead_letter d
          -- Not "=": with it each step would begin at the first letter of the group.
          WHERE (d.group_id, d.fingerprint) > (c.group_id, c.fingerprint)
            AND ($groupId IS NULL OR d.group_id <= $groupId)
          ORDER BY d.group_id, d.fingerprint, d.dead_at DESC, d.dead_letter_id DESC LIMIT 1) n
        WHERE c.nth <= $limit
     )
     SELECT k.fingerprint AS key, k.group_id AS "groupId", g.name AS "group", ${CAUSE_COLUMNS},
            t.n AS count, t.first_at AS "firstAt", k.last_at AS "lastAt", t.tide
       FROM cause k LEFT JOIN consumer_group g ON g.group_id = k.group_id
       LEFT JOIN failure_cause c ON c.group_id = k.group_id AND c.fingerprint = k.fingerprint
      CROSS JOIN LATERAL (
        SELECT sum(s.n)::bigint AS n, min(s.first_at) AS first_at,
               array_agg(s.n::int ORDER BY s.step) FILTER (WHERE s.step >= 0) AS tide
          FROM (
            -- Step -1 is all that died earlier; what dies while this is read is of the last step.
            SELECT e.step, l.n, l.first_at FROM generate_series(-1, $steps::int - 1) e (step)
             CROSS JOIN LATERAL (
               SELECT count(*) AS n, min(d.dead_at) AS first_at FROM dead_letter d
                WHERE d.group_id = k.group_id AND d.fingerprint = k.fingerprint
                  AND d.dead_at >= CASE WHEN e.step < 0 THEN '-infinity'
                    ELSE $from::timestamptz + e.step * $stepMs * interval '1 ms' END
                  AND d.dead_at < CASE WHEN e.step = $steps - 1 THEN 'infinity'
                    ELSE $from + (e.step + 1) * $stepMs * interval '1 ms' END) l
             -- With too many causes nothing is counted: the general way does it.
             WHERE (SELECT max(o.nth) FROM cause o) <= $limit) s) t
      ORDER BY count DESC, "lastAt" DESC, key`,
      { groupId, limit, from, stepMs, steps },
    ),
  );
  if (rows.length > limit) return null;
  return rows.flatMap(({ key, groupId: id, group, count, firstAt, lastAt, tide, ...known }) =>
    group === null
      ? []
      : {
          ...{ key, groupId: id, group, brokerCause: brokerCauseOf(key), count, firstAt, lastAt, tide },
          ...toKnownCause(known),
        },
  );
}

/**
 * Whether there are at most so many dead letters for certain: their ids, which count upwards, are that close together.
 * False: it is not known.
 */
export async function areFewDeadLetters(db: Queryable, most: number): Promise<boolean> {
  const { rows } = await db.query<{ few: boolean }>(
    `SELECT coalesce((SELECT d.dead_letter_id FROM dead_letter d ORDER BY d.dead_letter_id DESC LIMIT 1)
       - (SELECT d.dead_letter_id FROM dead_letter d ORDER BY d.dead_letter_id LIMIT 1) < $1::bigint, true) AS few`,
    [most],
  );
  return rows[0]?.few ?? false;
}

/** Dead letters of all other groups. Ranges: the index does not pass the letters of this one. */
export async function deadLettersOfOthers(db: Queryable, groupId: number): Promise<number> {
  const { rows } = await db.query<{ others: number }>(
    `SELECT (SELECT count(*) FROM dead_letter d WHERE d.group_id < $1::int AND ${OF_A_GROUP})
       + (SELECT count(*) FROM dead_letter d WHERE d.group_id > $1 AND ${OF_A_GROUP}) AS others`,
    [groupId],
  );
  return rows[0]?.others ?? 0;
}
