import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import {
  DEAD_LETTER_TAKEN,
  DEAD_LETTER_WHERE,
  type DeadLetterMatch,
  matchValues,
} from '../dead-letter/dead-letter-match';

export interface RedrivePlanRow {
  readonly matched: number;
  readonly taken: number;
  readonly bodyBytes: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  readonly redrivenBefore: number;
  /** Message groups with more than one message in the set. */
  readonly sharedKeys: number;
}

/** What a re-drive of these would take, without touching anything. */
export async function redrivePlan(db: Queryable, match: DeadLetterMatch): Promise<RedrivePlanRow> {
  const { rows } = await db.query<RedrivePlanRow>(
    sql(
      `WITH hit AS MATERIALIZED (
       SELECT d.dead_at, d.generation, d.mgroup, octet_length(d.body) AS bytes, x.redrive_id AS taken
         FROM dead_letter d ${DEAD_LETTER_TAKEN} WHERE ${DEAD_LETTER_WHERE})
     SELECT count(*) AS matched, count(h.taken) AS taken, coalesce(sum(h.bytes) FILTER (WHERE h.taken IS NULL),
       0)::bigint AS "bodyBytes",
            min(h.dead_at) FILTER (WHERE h.taken IS NULL) AS "firstAt",
              max(h.dead_at) FILTER (WHERE h.taken IS NULL) AS "lastAt",
            count(*) FILTER (WHERE h.generation > 0 AND h.taken IS NULL) AS "redrivenBefore",
            (SELECT count(*) FROM (SELECT 1 FROM hit k WHERE k.mgroup IS NOT NULL AND k.taken IS NULL
              GROUP BY k.mgroup HAVING count(*) > 1) s) AS "sharedKeys"
       FROM hit h`,
      matchValues(match),
    ),
  );
  return (
    rows[0] ?? { matched: 0, taken: 0, bodyBytes: 0, firstAt: null, lastAt: null, redrivenBefore: 0, sharedKeys: 0 }
  );
}

export interface RedriveExcludedRow {
  readonly why: string;
  readonly count: number;
  readonly sampleId: string;
}

export async function redriveExcluded(db: Queryable, match: DeadLetterMatch): Promise<RedriveExcludedRow[]> {
  const { rows } = await db.query<RedriveExcludedRow>(
    sql(
      `SELECT 'already in RD-' || x.redrive_id AS why, count(*) AS count, min(d.msg_id) AS "sampleId"
       FROM dead_letter d ${DEAD_LETTER_TAKEN}
      WHERE ${DEAD_LETTER_WHERE} AND x.redrive_id IS NOT NULL GROUP BY x.redrive_id ORDER BY x.redrive_id`,
      matchValues(match),
    ),
  );
  return rows;
}

/** The bound that freezes a set. */
export async function deadLetterNewest(db: Queryable, groupId: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    'SELECT coalesce(max(dead_letter_id), 0) AS id FROM dead_letter WHERE group_id = $1',
    [groupId],
  );
  return rows[0]?.id ?? 0;
}
