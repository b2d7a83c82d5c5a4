import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface CauseSpreadRow {
  /** Waiting messages checked. */
  readonly waiting: number;
  /** Whose last failure has the cause. */
  readonly waitingOfCause: number;
  readonly deadLetters: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
}

/** How many messages of one group have the cause; each count ends at `most`. */
export async function causeSpread(
  db: Queryable,
  groupId: number,
  fingerprint: string,
  most: number,
): Promise<CauseSpreadRow | null> {
  const { rows } = await db.query<CauseSpreadRow>(
    sql(
      `WITH waiting AS MATERIALIZED (
         SELECT r.queue_id, r.off, r.generation, r.attempt FROM retry r
          WHERE r.group_id = $groupId AND NOT r.leased LIMIT $most
       ), dead AS (
         SELECT 1 FROM dead_letter d WHERE d.group_id = $groupId AND d.fingerprint = $fingerprint LIMIT $most
       )
       SELECT (SELECT count(*) FROM waiting) AS waiting,
         (SELECT count(*) FROM waiting w JOIN failure_report f ON f.group_id = $groupId AND f.queue_id = w.queue_id
           AND f.off = w.off AND f.generation = w.generation AND f.attempt = w.attempt
           AND f.fingerprint = $fingerprint) AS "waitingOfCause",
         (SELECT count(*) FROM dead) AS "deadLetters",
         (SELECT f.reported_at FROM failure_report f WHERE f.group_id = $groupId AND f.fingerprint = $fingerprint
           ORDER BY f.reported_at LIMIT 1) AS "firstAt",
         (SELECT f.reported_at FROM failure_report f WHERE f.group_id = $groupId AND f.fingerprint = $fingerprint
           ORDER BY f.reported_at DESC LIMIT 1) AS "lastAt"`,
      { groupId, fingerprint, most },
    ),
  );
  return rows[0] ?? null;
}
