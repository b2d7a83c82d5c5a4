import { brokerCauseOf } from '../../../model/dead-letter/fingerprint/unreported';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { CAUSE_COLUMNS, type CauseColumns, type KnownCause, toKnownCause } from '../cause/cause-columns';
import { DEAD_LETTER_WHERE, type DeadLetterMatch, matchValues, OF_A_GROUP } from './dead-letter-match';

export interface DeadLetterCauseRow extends KnownCause {
  /** Its fingerprint; empty: of dead letters that are not named yet. */
  readonly key: string;
  readonly groupId: number;
  readonly group: string;
  /** Of a cause that was not reported, how the broker saw the last deliveries end: "nack". */
  readonly brokerCause: string | null;
  readonly count: number;
  /** First and last death of the ones that match. */
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export interface DeadLetterCauseRows {
  readonly items: readonly DeadLetterCauseRow[];
  /** Dead letters and groups of all causes, those beyond the limit included. */
  readonly total: number;
  readonly groups: number;
  /** Rows, one per cause and group. */
  readonly causes: number;
}

interface CauseCountRow extends CauseColumns {
  readonly key: string;
  readonly groupId: number;
  readonly group: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly total: number | null;
  readonly groups: number;
  readonly causes: number;
}

/** Most dead letters first, one row per (cause, group). */
export async function deadLetterCauses(
  db: Queryable,
  match: DeadLetterMatch,
  limit: number,
): Promise<DeadLetterCauseRows> {
  const { rows } = await db.query<CauseCountRow>(
    sql(
      `WITH named AS MATERIALIZED (
       SELECT d.group_id, d.fingerprint, count(*) AS n, min(d.dead_at) AS first_at, max(d.dead_at) AS last_at
         FROM dead_letter d WHERE ${DEAD_LETTER_WHERE} GROUP BY d.group_id, d.fingerprint
     )
     SELECT n.fingerprint AS key, n.group_id AS "groupId", g.name AS "group", ${CAUSE_COLUMNS}, n.n AS count,
            n.first_at AS "firstAt", n.last_at AS "lastAt",
            (sum(n.n) OVER ())::bigint AS total, (SELECT count(DISTINCT s.group_id)::int FROM named s) AS groups,
            (count(*) OVER ())::int AS causes
       FROM named n JOIN consumer_group g ON g.group_id = n.group_id
       LEFT JOIN failure_cause c ON c.group_id = n.group_id AND c.fingerprint = n.fingerprint
      ORDER BY count DESC, "lastAt" DESC, key LIMIT $limit`,
      { ...matchValues(match), limit },
    ),
  );
  return {
    items: rows.map(({ key, groupId, group, count, firstAt, lastAt, ...known }) => ({
      ...{ key, groupId, group, brokerCause: brokerCauseOf(key), count, firstAt, lastAt },
      ...toKnownCause(known),
    })),
    total: rows[0]?.total ?? 0,
    groups: rows[0]?.groups ?? 0,
    causes: rows[0]?.causes ?? 0,
  };
}

/** How many match. */
export async function deadLetterCount(
  db: Queryable,
  match: DeadLetterMatch,
): Promise<{ matching: number; groups: number }> {
  const { rows } = await db.query<{ matching: number; groups: number }>(
    sql(
      `SELECT count(*) AS matching, count(DISTINCT d.group_id)::int AS groups FROM dead_letter d
        WHERE ${DEAD_LETTER_WHERE}`,
      matchValues(match),
    ),
  );
  return rows[0] ?? { matching: 0, groups: 0 };
}

/** How many there are at all: an empty page must say whether nothing matches or nothing is there. */
export async function deadLetterRetained(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ retained: number }>(
    `SELECT count(*) AS retained FROM dead_letter d WHERE ${OF_A_GROUP}`,
  );
  return rows[0]?.retained ?? 0;
}

/** The same, counted up to one more than `most`. */
export async function deadLetterSome(db: Queryable, most: number): Promise<number> {
  const { rows } = await db.query<{ some: number }>(
    `SELECT count(*) AS some FROM (SELECT 1 FROM dead_letter d WHERE ${OF_A_GROUP} LIMIT $1::int + 1) n`,
    [most],
  );
  return rows[0]?.some ?? 0;
}
