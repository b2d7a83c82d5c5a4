import { FIRST_FAILED } from './redrive-first';

/**
 * The counts of a redrive `j`, each kind from an index that holds it alone, all of one moment. What a re-drive sent is
 * either under way (`retry` names it), or its life has an end (`delivery_event` names it), or the record of its end is
 * past the retention. The same verdicts as those of redrive-verdict.ts, which reads them message by message. How many
 * were released is counted in the run itself, in the transactions that release under its lock.
 */
export const REDRIVE_COUNTS = `
  SELECT e.consumed, l."inFlight", l.retrying, e."diedAgain", i.recalled, e."filteredOut",
         0 AS "notFailed", l.waiting + i.unreleased AS "notYetFetched", i.cancelled, i.excluded,
         CASE WHEN j.target_topic_id IS NULL THEN 0 ELSE j.released END AS sent,
         CASE WHEN j.target_topic_id IS NULL THEN greatest(0, j.released - i.recalled - e.consumed - e."diedAgain"
           - e."filteredOut" - l."inFlight" - l.retrying - l.waiting) ELSE 0 END AS unknown,
         j.released, i."releasedAt", f."firstDeliveryFailed"
    FROM (SELECT (SELECT count(*) FROM redrive_item k WHERE k.redrive_id = j.redrive_id
                   AND k.state = 'selected')::int AS unreleased,
                 count(*) FILTER (WHERE k.state = 'recalled')::int AS recalled,
                 count(*) FILTER (WHERE k.state = 'cancelled')::int AS cancelled,
                 count(*) FILTER (WHERE k.state = 'excluded')::int AS excluded,
                 (SELECT max(k.moved_at) FROM redrive_item k WHERE k.redrive_id = j.redrive_id) AS "releasedAt"
            FROM redrive_item k
           WHERE k.redrive_id = j.redrive_id AND k.state IN ('excluded', 'cancelled', 'recalled')) i,
         (SELECT coalesce(sum(s.n) FILTER (WHERE s.attempt = 0), 0)::int AS waiting,
                 coalesce(sum(s.n) FILTER (WHERE s.attempt = 1 AND s.leased), 0)::int AS "inFlight",
                 coalesce(sum(s.n) FILTER (WHERE s.attempt > 1 OR (s.attempt = 1 AND NOT s.leased)), 0)::int AS retrying
            FROM (SELECT r.attempt, r.leased, count(*) AS n FROM retry r WHERE r.redrive_id = j.redrive_id
                   GROUP BY r.attempt, r.leased) s) l,
         (SELECT coalesce(sum(s.n) FILTER (WHERE s.state = 'Commit' AND s.cause <> 'filtered'), 0)::int AS consumed,
                 coalesce(sum(s.n) FILTER (WHERE s.cause = 'filtered'), 0)::int AS "filteredOut",
                 coalesce(sum(s.n) FILTER (WHERE s.state = 'DLQ' AND s.cause <> 'recalled'), 0)::int AS "diedAgain"
            FROM (SELECT v.state, v.cause, count(*) AS n FROM delivery_event v
                   WHERE v.redrive_id = j.redrive_id AND v.state IN ('Commit', 'DLQ') GROUP BY v.state, v.cause) s) e,
         (SELECT coalesce(sum(d.n) FILTER (WHERE ${FIRST_FAILED}), 0)::int AS "firstDeliveryFailed"
            FROM (SELECT d.state, d.cause, count(*) AS n FROM delivery_event d
                   WHERE d.redrive_id = j.redrive_id AND d.attempt = 1 AND d.state IN ('WaitingRetry', 'Ready', 'DLQ')
                   GROUP BY d.state, d.cause) d) f`;
