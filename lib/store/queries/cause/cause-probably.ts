import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface ProbablyRow {
  readonly groupId: number;
  /** Of the cause that they probably have. */
  readonly fingerprint: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Letters without a reason count to a cause when most of the reported ones that died then have it. */
const LEAST_SHARE = 0.5;

/**
 * The newest minutes in which letters of one group died without a reason, and the cause that most of a sample of the
 * reported ones have that died within a minute of them. Bounded: so many minutes, so many letters of each.
 */
const FOREMOST = `
  minutes AS MATERIALIZED (
    SELECT date_trunc('minute', d.dead_at) AS minute, count(*) AS n, min(d.dead_at) AS first_at,
           max(d.dead_at) AS last_at
      FROM dead_letter d
     WHERE d.group_id = $groupId AND d.fingerprint >= 'unreported:' AND d.fingerprint < 'unreported;'
     GROUP BY 1 ORDER BY 1 DESC LIMIT 120
  ), foremost AS MATERIALIZED (
    SELECT m.minute, t.fingerprint
      FROM minutes m CROSS JOIN LATERAL (
        SELECT a.fingerprint, count(*) AS n, sum(count(*)) OVER () AS total
          FROM (SELECT d.fingerprint FROM dead_letter d WHERE d.group_id = $groupId
                   AND d.dead_at >= m.minute - interval '1 min' AND d.dead_at < m.minute + interval '2 min'
                   AND d.fingerprint <> '' AND d.fingerprint NOT LIKE 'unreported:%'
                 ORDER BY d.dead_at DESC LIMIT 200) a
         GROUP BY a.fingerprint ORDER BY count(*) DESC, a.fingerprint LIMIT 1) t
     WHERE t.n >= t.total * ${LEAST_SHARE}
  )`;

/**
 * Dead letters of a group without a reason of their own, by the cause that most of the reported ones had that died
 * within a minute of them. Never more than "probably".
 */
export async function causeProbably(db: Queryable, groupId: number): Promise<ProbablyRow[]> {
  const { rows } = await db.query<ProbablyRow>(
    sql(
      `WITH ${FOREMOST}
       SELECT $groupId::int AS "groupId", l.fingerprint, sum(m.n)::bigint AS count, min(m.first_at) AS "firstAt",
              max(m.last_at) AS "lastAt"
         FROM foremost l JOIN minutes m ON m.minute = l.minute
        GROUP BY l.fingerprint ORDER BY 3 DESC`,
      { groupId },
    ),
  );
  return rows.filter((row): row is ProbablyRow => row.count !== null && row.firstAt !== null && row.lastAt !== null);
}

/** The newest letters that probably have this cause. */
export async function probableLetters(
  db: Queryable,
  { groupId, fingerprint }: { readonly groupId: number; readonly fingerprint: string },
  limit: number,
): Promise<{ id: number }[]> {
  const { rows } = await db.query<{ id: number }>(
    sql(
      `WITH ${FOREMOST}
       SELECT d.dead_letter_id AS id
         FROM foremost l
         JOIN dead_letter d ON d.group_id = $groupId AND d.fingerprint >= 'unreported:'
          AND d.fingerprint < 'unreported;' AND d.dead_at >= l.minute AND d.dead_at < l.minute + interval '1 min'
        WHERE l.fingerprint = $fingerprint
        ORDER BY d.dead_at DESC, d.dead_letter_id DESC LIMIT $limit`,
      { groupId, fingerprint, limit },
    ),
  );
  return rows;
}
