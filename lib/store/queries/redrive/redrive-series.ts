import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FIRST_CONSUMED, FIRST_FAILED } from './redrive-first';

export interface RedriveStepRow {
  /** @neverNull of a FULL JOIN one side at least is there, and each has a time */
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
      `WITH released AS MATERIALIZED (
       SELECT i.moved_at AS at FROM redrive_item i WHERE i.redrive_id = $redriveId AND i.moved_at IS NOT NULL
     ), firsts AS MATERIALIZED (
       SELECT d.at, avg((${FIRST_FAILED})::int) OVER (ORDER BY d.at, d.event_id
                ROWS BETWEEN $ofLast::int - 1 PRECEDING AND CURRENT ROW)::float8 AS share,
              row_number() OVER (ORDER BY d.at, d.event_id) AS place
         FROM delivery_event d WHERE d.redrive_id = $redriveId AND d.attempt = 1
          AND (${FIRST_FAILED} OR ${FIRST_CONSUMED})
     ), span AS (
       SELECT j.frozen_at AS start, make_interval(secs => greatest(1, ceil(extract(epoch FROM
                greatest((SELECT max(r.at) FROM released r), (SELECT max(f.at) FROM firsts f),
                  CASE WHEN j.finished_at IS NULL AND j.state = 'running' THEN $now::timestamptz END, j.frozen_at)
                - j.frozen_at) / (${STEPS} - 1))::int)) AS width
         FROM redrive j WHERE j.redrive_id = $redriveId
     ), moved AS (
       SELECT date_bin(s.width, r.at, s.start) AS at, count(*)::int AS n FROM released r, span s GROUP BY 1
     ), ended AS (
       SELECT DISTINCT ON (date_bin(s.width, f.at, s.start)) date_bin(s.width, f.at, s.start) AS at, f.share
         FROM firsts f, span s ORDER BY date_bin(s.width, f.at, s.start), f.place DESC
     )
     SELECT coalesce(m.at, e.at) AS at, coalesce(m.n, 0) AS released, e.share AS "failedShare",
            (extract(epoch FROM s.width) * 1000)::int AS "stepMs"
       FROM moved m FULL JOIN ended e ON e.at = m.at CROSS JOIN span s ORDER BY 1`,
      { now, redriveId, ofLast },
    ),
  );
  const steps = rows.map(({ at, released, failedShare }) => ({ at, released, failedShare }));
  return { stepMs: rows[0]?.stepMs ?? 1000, steps };
}
