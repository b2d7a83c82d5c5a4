import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FIRST_FAILED } from './redrive-first';

export interface RedriveFailureRow {
  /** Null: no reason was reported. */
  readonly causeKey: string | null;
  readonly errorType: string | null;
  readonly text: string | null;
  readonly count: number;
  /** Of these, how many had died of the same before. */
  readonly same: number;
  /** Of these, how many had died of another cause before. What the rest had died of is not known. */
  readonly other: number;
}

/** The newest first deliveries that failed are read, so many at most. */
export const FAILURES_LOOKED_AT = 200;

/** Why first deliveries of a re-drive failed, the most frequent first, against what each had died of before. */
export async function redriveFailures(db: Queryable, redriveId: number): Promise<RedriveFailureRow[]> {
  const { rows } = await db.query<RedriveFailureRow>(
    sql(
      `SELECT f.key AS "causeKey", min(f.error_type) AS "errorType", min(f.text) AS text, count(*)::int AS count,
              count(*) FILTER (WHERE f.key = f.before)::int AS same,
              count(*) FILTER (WHERE f.key <> f.before)::int AS other
         FROM (
           SELECT nullif(e.fingerprint, '') AS key, nullif(b.fingerprint, '') AS before, e.error_type, coalesce(c.text, '') AS text
             FROM (SELECT d.* FROM delivery_event d
                    WHERE d.redrive_id = $redriveId AND d.attempt = 1 AND ${FIRST_FAILED}
                    ORDER BY d.at DESC, d.event_id DESC LIMIT ${FAILURES_LOOKED_AT}) d
             LEFT JOIN LATERAL (
               SELECT x.error_type, x.fingerprint FROM failure_report x
                WHERE x.group_id = d.group_id AND x.queue_id = d.queue_id AND x.off = d.off
                  AND x.generation = d.generation AND x.attempt = 1 LIMIT 1) e ON true
             LEFT JOIN failure_cause c ON c.group_id = d.group_id AND c.fingerprint = e.fingerprint
             LEFT JOIN LATERAL (
               SELECT x.fingerprint FROM failure_report x
                WHERE x.group_id = d.group_id AND x.queue_id = d.queue_id AND x.off = d.off
                  AND x.generation < d.generation ORDER BY x.generation DESC, x.attempt DESC LIMIT 1) b ON true) f
        GROUP BY f.key ORDER BY count(*) DESC`,
      { redriveId },
    ),
  );
  return rows;
}
