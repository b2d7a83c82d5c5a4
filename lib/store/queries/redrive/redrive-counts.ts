import { FIRST_FAILED } from './redrive-first';

/**
 * The counts of a redrive `j`, each kind from its own index, all of one moment. What a re-drive sent is either under
 * way (`retry` names it), or its life has an end (`delivery_event` names it), or the record of its end is past the
 * retention. The same verdicts as those of redrive-verdict.ts, which reads them message by message.
 */
export const REDRIVE_COUNTS = `
  SELECT e.consumed, l."inFlight", l.retrying, e."diedAgain", i.recalled, e."filteredOut",
         l.waiting + i.unreleased AS "notYetFetched", i.cancelled, i.excluded, i.sent,
         greatest(0, i.moved - e.consumed - e."diedAgain" - e."filteredOut" - l."inFlight" - l.retrying - l.waiting)
           AS unknown,
         i.released, i."releasedAt", f."firstDeliveryFailed"
    FROM (SELECT count(*) FILTER (WHERE k.state = 'selected')::int AS unreleased,
                 count(*) FILTER (WHERE k.state = 'moved')::int AS moved,
                 count(*) FILTER (WHERE k.state = 'recalled')::int AS recalled,
                 count(*) FILTER (WHERE k.state = 'cancelled')::int AS cancelled,
                 count(*) FILTER (WHERE k.state = 'excluded')::int AS excluded,
                 count(*) FILTER (WHERE k.state = 'sent')::int AS sent,
                 count(k.moved_at)::int AS released, max(k.moved_at) AS "releasedAt"
            FROM redrive_item k WHERE k.redrive_id = j.redrive_id) i,
         (SELECT count(*) FILTER (WHERE r.attempt = 0)::int AS waiting,
                 count(*) FILTER (WHERE r.attempt = 1 AND r.leased)::int AS "inFlight",
                 count(*) FILTER (WHERE r.attempt > 1 OR (r.attempt = 1 AND NOT r.leased))::int AS retrying
            FROM retry r WHERE r.redrive_id = j.redrive_id) l,
         (SELECT count(*) FILTER (WHERE v.state = 'Commit' AND v.cause <> 'filtered')::int AS consumed,
                 count(*) FILTER (WHERE v.cause = 'filtered')::int AS "filteredOut",
                 count(*) FILTER (WHERE v.state = 'DLQ' AND v.cause <> 'recalled')::int AS "diedAgain"
            FROM delivery_event v WHERE v.redrive_id = j.redrive_id AND v.state IN ('Commit', 'DLQ')) e,
         (SELECT count(*) FILTER (WHERE ${FIRST_FAILED})::int AS "firstDeliveryFailed"
            FROM delivery_event d WHERE d.redrive_id = j.redrive_id AND d.attempt = 1) f`;
