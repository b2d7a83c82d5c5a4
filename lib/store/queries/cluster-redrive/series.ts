import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { RedriveStepRow } from '../redrive/redrive-series';

const STEPS = 60;

/** How a re-drive of a cluster went, in at most 60 steps: what was sent, and how first deliveries ended. */
export async function clusterRedriveSeries(
  db: Queryable,
  redriveId: number,
  ofLast: number,
): Promise<{ readonly stepMs: number; readonly steps: readonly RedriveStepRow[] }> {
  const { rows } = await db.query<RedriveStepRow & { readonly stepMs: number }>(
    sql(
      `WITH span AS MATERIALIZED (
       SELECT j.frozen_at AS start, make_interval(secs => greatest(1, ceil(extract(epoch FROM greatest(
                (SELECT max(greatest(i.sent_at, i.first_at)) FROM cluster_redrive_item i
                  WHERE i.redrive_id = $redriveId),
                CASE WHEN j.finished_at IS NULL AND j.state = 'running' THEN clock_timestamp() END, j.frozen_at)
                - j.frozen_at) / (${STEPS} - 1))::int)) AS width
         FROM cluster_redrive j WHERE j.redrive_id = $redriveId
     )
     SELECT p.at, m.released, CASE WHEN f.last >= p.at THEN f.share END AS "failedShare",
            (extract(epoch FROM s.width) * 1000)::int AS "stepMs"
       FROM span s CROSS JOIN generate_series(0, ${STEPS} - 1) n
      CROSS JOIN LATERAL (SELECT s.start + n * s.width AS at) p
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS released FROM cluster_redrive_item i
         WHERE i.redrive_id = $redriveId AND i.sent_at >= p.at AND i.sent_at < p.at + s.width) m
      CROSS JOIN LATERAL (
        SELECT avg(k.first_failed::int)::float8 AS share, max(k.first_at) AS last FROM (
          SELECT i.first_failed, i.first_at FROM cluster_redrive_item i
           WHERE i.redrive_id = $redriveId AND i.first_at < p.at + s.width
           ORDER BY i.first_at DESC, i.ord DESC LIMIT $ofLast) k) f
      WHERE m.released > 0 OR f.last >= p.at
      ORDER BY p.at`,
      { redriveId, ofLast },
    ),
  );
  const steps = rows.map(({ at, released, failedShare }) => ({ at, released, failedShare }));
  return { stepMs: rows[0]?.stepMs ?? 1000, steps };
}
