import { type EvidenceAsked, NO_EVIDENCE, type RunEvidence } from '../../../model/redrive/redrive-rule';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** What the stop rule looks at, since the round began. `seesFetches`: a hand-out can be seen before it is settled. */
export async function clusterRedriveEvidence(
  db: Queryable,
  redriveId: number,
  seesFetches: boolean,
  { roundAt, ofLast, countTo }: EvidenceAsked,
): Promise<RunEvidence> {
  const { rows } = await db.query<Omit<RunEvidence, 'delayP95Ms'>>(
    sql(
      `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM cluster_redrive_item i WHERE i.redrive_id = $redriveId
                AND i.sent_at >= $roundAt AND i.first_at IS NOT NULL LIMIT $countTo) k) AS verdicts,
              l.n AS "lastVerdicts", l.failed AS "lastFailed", o.undecided,
              EXISTS (SELECT 1 FROM cluster_redrive_item i WHERE i.redrive_id = $redriveId
                AND i.state = 'planned') AS releasable,
              CASE WHEN $seesFetches::boolean THEN o.waited_ms END AS "unfetchedMs", o.released
         FROM (SELECT count(*)::int AS n, count(*) FILTER (WHERE k.first_failed)::int AS failed FROM (
                 SELECT i.first_failed FROM cluster_redrive_item i
                  WHERE i.redrive_id = $redriveId AND i.sent_at >= $roundAt AND i.first_at IS NOT NULL
                  ORDER BY i.first_at DESC, i.ord DESC LIMIT $ofLast) k) l,
              (SELECT coalesce(bool_or(i.first_at IS NULL), false) AS undecided, count(*)::int AS released,
                      (extract(epoch FROM clock_timestamp() - greatest(
                        min(i.sent_at) FILTER (WHERE i.state = 'sent'), max(i.delivered_at),
                        (SELECT r.resumed_at FROM cluster_redrive r WHERE r.redrive_id = $redriveId
                          AND EXISTS (SELECT 1 FROM cluster_redrive_item w WHERE w.redrive_id = $redriveId
                            AND w.state = 'sent'))))
                        * 1000 * CASE WHEN bool_or(i.state = 'sent') THEN 1 END)::float8 AS waited_ms
                 FROM cluster_redrive_item i
                WHERE i.redrive_id = $redriveId AND coalesce(i.sent_at, i.sending_at) >= $roundAt
                  AND i.state NOT IN ('planned', 'excluded', 'cancelled')) o`,
      { redriveId, roundAt, ofLast, countTo, seesFetches },
    ),
  );
  // Brokers do not report how long live messages of a group wait.
  return { ...NO_EVIDENCE, ...rows[0], delayP95Ms: null };
}
