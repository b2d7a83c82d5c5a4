import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/**
 * Dead letters that are not named by these rules although the reports are: those without a report, those whose report
 * came in the moment of the death, and a recalled one, which its last report decides. A report may be under way with a
 * death: those of the last moments wait. @returns how many were read
 */
export async function deadLetterRegroup(
  db: Queryable,
  now: Date | null,
  version: number,
  settleMs: number,
  limit: number,
): Promise<number> {
  const { rows } = await db.query<{ named: number }>(
    sql(
      `WITH stale AS MATERIALIZED (
         SELECT d.dead_letter_id, d.group_id, d.queue_id, d.off, d.generation, d.attempts, d.cause, d.fingerprint
           FROM dead_letter d
          WHERE d.fingerprint_version < $version
            AND (d.fingerprint = '' OR d.dead_at <= coalesce($now, clock_timestamp()) - $settleMs * interval '1 ms')
          ORDER BY d.fingerprint_version, d.dead_letter_id LIMIT $limit FOR NO KEY UPDATE SKIP LOCKED
       ), named AS (
         UPDATE dead_letter d SET fingerprint = coalesce(f.fingerprint, 'unreported:' || s.cause),
                fingerprint_version = $version, app_version = f.app_version
           FROM stale s LEFT JOIN LATERAL deciding_report(s.group_id, s.queue_id, s.off, s.generation, s.attempts) f
                ON f.fingerprint <> ''
          WHERE d.group_id = s.group_id AND d.queue_id = s.queue_id AND d.off = s.off AND d.generation = s.generation
         RETURNING d.dead_letter_id, d.fingerprint <> s.fingerprint AS is_other
       ), due AS (
         INSERT INTO letter_text_due (dead_letter_id) SELECT n.dead_letter_id FROM named n WHERE n.is_other
         ON CONFLICT DO NOTHING
       )
       SELECT count(*) AS named FROM named`,
      { now, version, settleMs, limit },
    ),
  );
  return rows[0]?.named ?? 0;
}
