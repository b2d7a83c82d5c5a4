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

/** In which minute which reported cause is the one of most: of one group, by the index of causes alone. */
const FOREMOST = `
  minutes AS MATERIALIZED (
    SELECT date_trunc('minute', d.dead_at) AS minute, d.fingerprint, count(*) AS n, min(d.dead_at) AS first_at,
           max(d.dead_at) AS last_at
      FROM dead_letter d WHERE d.group_id = $groupId GROUP BY 1, 2
  ), around AS MATERIALIZED (
    SELECT u.minute, m.fingerprint, sum(m.n) AS n
      FROM (SELECT DISTINCT m.minute FROM minutes m WHERE m.fingerprint LIKE 'unreported:%') u
      JOIN minutes m ON m.minute BETWEEN u.minute - interval '1 min' AND u.minute + interval '1 min'
       AND m.fingerprint <> '' AND m.fingerprint NOT LIKE 'unreported:%'
     GROUP BY 1, 2
  ), foremost AS MATERIALIZED (
    SELECT DISTINCT ON (a.minute) a.minute, a.fingerprint
      FROM (SELECT o.*, sum(o.n) OVER (PARTITION BY o.minute) AS total FROM around o) a
     WHERE a.n >= a.total * ${LEAST_SHARE} ORDER BY a.minute, a.n DESC
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
         FROM foremost l JOIN minutes m ON m.minute = l.minute AND m.fingerprint LIKE 'unreported:%'
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
         JOIN dead_letter d ON d.group_id = $groupId AND d.fingerprint LIKE 'unreported:%'
          AND d.dead_at >= l.minute AND d.dead_at < l.minute + interval '1 min'
        WHERE l.fingerprint = $fingerprint
        ORDER BY d.dead_at DESC, d.dead_letter_id DESC LIMIT $limit`,
      { groupId, fingerprint, limit },
    ),
  );
  return rows;
}
