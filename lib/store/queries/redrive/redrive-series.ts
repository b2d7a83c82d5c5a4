import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FIRST_CONSUMED, FIRST_FAILED } from './redrive-first';

export interface RedriveStepRow {
  /** @neverNull from when the re-drive began */
  readonly at: Date;
  /** Put back in this step. */
  readonly released: number;
  /** Share of the last ones that failed, at the end of the step; null: no first delivery ended so far. */
  readonly failedShare: number | null;
}

const STEPS = 60;

/** How a re-drive went, in at most 60 steps of a second or more: what was released, and how first deliveries ended. */
export async function redriveSeries(
  db: Queryable,
  now: Date,
  redriveId: number,
  ofLast: number,
): Promise<{ readonly stepMs: number; readonly steps: readonly RedriveStepRow[] }> {
  const { rows } = await db.query<RedriveStepRow & { readonly stepMs: number }>(
    sql(
      `WITH span AS MATERIALIZED (
       SELECT j.frozen_at AS start, make_interval(secs => greatest(1, ceil(extract(epoch FROM greatest(
                (SELECT max(i.moved_at) FROM redrive_item i WHERE i.redrive_id = $redriveId),
                (SELECT max(d.at) FROM delivery_event d WHERE d.redrive_id = $redriveId AND d.attempt = 1
                  AND (${FIRST_FAILED} OR ${FIRST_CONSUMED})),
                CASE WHEN j.finished_at IS NULL AND j.state = 'running' THEN $now::timestamptz END, j.frozen_at)
                - j.frozen_at) / (${STEPS} - 1))::int)) AS width
         FROM redrive j WHERE j.redrive_id = $redriveId
     )
     SELECT p.at, m.released, CASE WHEN f.last >= p.at THEN f.share END AS "failedShare",
            (extract(epoch FROM s.width) * 1000)::int AS "stepMs"
       FROM span s CROSS JOIN generate_series(0, ${STEPS} - 1) n
      CROSS JOIN LATERAL (SELECT s.start + n * s.width AS at) p
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS released FROM redrive_item i
         WHERE i.redrive_id = $redriveId AND i.moved_at >= p.at AND i.moved_at < p.at + s.width) m
      CROSS JOIN LATERAL (
        SELECT avg(k.failed::int)::float8 AS share, max(k.at) AS last FROM (
          SELECT ${FIRST_FAILED} AS failed, d.at FROM delivery_event d
           WHERE d.redrive_id = $redriveId AND d.attempt = 1 AND d.at < p.at + s.width
             AND (${FIRST_FAILED} OR ${FIRST_CONSUMED})
           ORDER BY d.at DESC, d.event_id DESC LIMIT $ofLast) k) f
      WHERE m.released > 0 OR f.last >= p.at
      ORDER BY p.at`,
      { now, redriveId, ofLast },
    ),
  );
  const steps = rows.map(({ at, released, failedShare }) => ({ at, released, failedShare }));
  return { stepMs: rows[0]?.stepMs ?? 1000, steps };
}
