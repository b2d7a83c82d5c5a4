import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FAILURES_LOOKED_AT } from './redrive-failures';
import { FIRST_FAILED } from './redrive-first';

/** Most first deliveries that failed were of dead letters with one cause, and the rest has others. */
export interface RedriveRestRow {
  /** Of the dead letters that failed again, from before the run. */
  readonly fingerprint: string;
  readonly errorType: string | null;
  readonly text: string;
  readonly failed: number;
  /** Not released, or taken back, and of another cause. */
  readonly others: number;
  /** Not released, or taken back. */
  readonly rest: number;
}

/** What both engines ask of `failed (fingerprint, failed)`, `lefts (fingerprint, left)` and `causes`. */
export const REST_OF_RUN = `
  SELECT f.fingerprint, c.error_type AS "errorType", coalesce(c.text, '') AS text, f.failed, r.others, r.rest
    FROM (SELECT x.fingerprint, x.failed, sum(x.failed) OVER () AS all_failed FROM failed x
           ORDER BY x.failed DESC LIMIT 1) f
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.left) FILTER (WHERE l.fingerprint IS DISTINCT FROM f.fingerprint), 0)::int AS others,
             coalesce(sum(l.left), 0)::int AS rest FROM lefts l) r
    LEFT JOIN causes c ON c.fingerprint = f.fingerprint
   WHERE f.fingerprint <> '' AND f.failed * 2 > f.all_failed AND r.others > 0 AND r.others < r.rest`;

/** Since the round began. Null: no one cause failed, or the rest has no other one. */
export async function redriveRest(
  db: Queryable,
  redriveId: number,
  roundAt: Date,
  states: readonly string[],
): Promise<RedriveRestRow | null> {
  const { rows } = await db.query<RedriveRestRow>(
    sql(
      `WITH failed AS (
         SELECT i.fingerprint, count(*)::int AS failed
           FROM (SELECT d.group_id, d.queue_id, d.off FROM delivery_event d
                  WHERE d.redrive_id = $redriveId AND d.attempt = 1 AND d.at >= $roundAt AND ${FIRST_FAILED}
                  ORDER BY d.at DESC, d.event_id DESC LIMIT ${FAILURES_LOOKED_AT}) d
           JOIN redrive_item i ON i.group_id = d.group_id AND i.queue_id = d.queue_id AND i.off = d.off
            AND i.redrive_id = $redriveId AND i.state IN ('selected', 'moved', 'recalled')
          GROUP BY i.fingerprint
       ), lefts AS (
         SELECT i.fingerprint, count(*) AS left FROM redrive_item i
          WHERE i.redrive_id = $redriveId AND i.state = ANY ($states::text[]) GROUP BY i.fingerprint
       ), causes AS (
         SELECT k.fingerprint, k.error_type, k.text FROM failure_cause k
          WHERE k.group_id = (SELECT j.group_id FROM redrive j WHERE j.redrive_id = $redriveId)
            AND k.fingerprint IN (SELECT x.fingerprint FROM failed x)
       ) ${REST_OF_RUN}`,
      { redriveId, roundAt, states },
    ),
  );
  return rows[0] ?? null;
}
