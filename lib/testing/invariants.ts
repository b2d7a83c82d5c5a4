/** As long as the clock of the database is not set back. */
export const TIMES_NEVER_FALL = 'times never fall';

/** Whatever the row of the key says: a lease that it forgot is found, too. */
export const ONE_CLAIM = `SELECT 1 FROM (
   SELECT l.group_id, l.queue_id, fifo_key(m.mgroup, m.off) AS key, l.client_id, l.lease_id::text AS claim
     FROM lease l CROSS JOIN LATERAL unnest(l.offs) WITH ORDINALITY o (off, ord)
     JOIN any_message m ON m.queue_id = l.queue_id AND m.off = o.off AND m.seg >= 0
    WHERE l.live AND l.kind = 1 AND (l.open >> (o.ord - 1)::int) & 1 = 1
   UNION ALL
   SELECT r.group_id, r.queue_id, r.mgroup, r.client_id, 'again ' || r.leased_at FROM retry r
    WHERE r.leased AND NOT r.early AND r.mgroup IS NOT NULL) h
  GROUP BY h.group_id, h.queue_id, h.key
 HAVING count(DISTINCT h.client_id) > 1 OR count(DISTINCT h.claim) FILTER (WHERE h.claim NOT LIKE 'again%') > 1`;

/** What holds in every database at any moment: a name, and a query that must find nothing. */
export const INVARIANTS: readonly (readonly [string, string])[] = [
  [
    'a message is in one place: with one client, waiting, dead or discarded',
    `SELECT 1 FROM (
       SELECT l.group_id, l.queue_id, coalesce(l.offs[b + 1], l.base_off + b) AS off
         FROM lease l CROSS JOIN LATERAL generate_series(0, l.n - 1) b WHERE l.live AND (l.open >> b) & 1 = 1
       UNION ALL SELECT group_id, queue_id, off FROM retry
       UNION ALL SELECT group_id, queue_id, off FROM dead_letter
       UNION ALL SELECT group_id, queue_id, off FROM discarded_letter) p
      GROUP BY group_id, queue_id, off HAVING count(*) > 1`,
  ],
  [
    'of a life no more deliveries than any limit of the group allowed',
    `SELECT 1 FROM delivery_step e
      WHERE e.state = 'Inflight' AND e.attempt > 1 + (
        SELECT max(v.max_retries) FROM consumer_group_version v WHERE v.group_id = e.group_id)`,
  ],
  [
    'one commit per message and generation',
    `SELECT 1 FROM delivery_event WHERE state = 'Commit' GROUP BY group_id, queue_id, off, generation
      HAVING count(*) > 1`,
  ],
  [
    'attempts only rise, except that a lost delivery does not count',
    `SELECT x.* FROM (SELECT e.*,
                             lag(attempt - (cause IN ('reply-lost', 'returned', 'suspended'))::int) OVER w AS before
                        FROM delivery_step e
                      WINDOW w AS (PARTITION BY group_id, queue_id, off, generation ORDER BY event_id, step)) x
      WHERE x.before > x.attempt`,
  ],
  [
    TIMES_NEVER_FALL,
    `SELECT x.* FROM (SELECT e.*, lag(at) OVER (PARTITION BY group_id, queue_id, off, generation
                        ORDER BY event_id, step) AS earlier FROM delivery_step e) x
      WHERE x.earlier > x.at`,
  ],
  [
    'only legal transitions',
    `SELECT 1 FROM (SELECT e.*, lag(state) OVER (PARTITION BY group_id, queue_id, off ORDER BY event_id, step)
                      AS before FROM delivery_step e) x
      WHERE (x.before IS NULL AND x.state <> 'Inflight') OR x.before = 'Commit'
         OR (x.before = 'DLQ' AND x.state NOT IN ('Ready', 'Expired', 'Discarded')) OR x.before = 'Expired'
         OR (x.before IN ('WaitingRetry', 'Ready') AND x.state NOT IN ('Inflight', 'DLQ', 'Held')
           AND x.cause NOT IN ('filtered', 'retried-now'))
         OR (x.before = 'Held' AND x.state NOT IN ('WaitingRetry', 'Ready', 'DLQ'))`,
  ],
  [
    'of a held key everything that waits is held, and of any other key nothing is',
    `SELECT 1 FROM retry r JOIN fifo_group f USING (group_id, queue_id, mgroup)
      WHERE NOT r.leased AND (f.hold_job IS NOT NULL) <> (r.held_due_at IS NOT NULL)`,
  ],
  ['of a key no two claims are with clients at once', ONE_CLAIM],
  [
    'what expired is in no place',
    `SELECT 1 FROM expired_letter x JOIN delivery_event e ON e.group_id = x.group_id AND e.queue_id = x.queue_id
            AND e.state = 'Expired' AND e.at = x.expired_at
       JOIN (SELECT group_id, queue_id, off FROM retry UNION ALL SELECT group_id, queue_id, off FROM dead_letter) p
         ON p.group_id = e.group_id AND p.queue_id = e.queue_id AND p.off = e.off`,
  ],
  [
    'what expired is on record once: as an event, as a note and in the audit log',
    `SELECT 1 FROM (SELECT (SELECT count(*) FROM expired_letter) AS notes,
                           (SELECT count(*) FROM delivery_event WHERE state = 'Expired') AS events,
                           (SELECT coalesce(sum((counts ->> 'expired')::int), 0)
                              FROM audit WHERE action = 'dead-letter.expire') AS counted) n
      WHERE n.notes <> n.events OR n.notes <> n.counted`,
  ],
  [
    'the count of dead letters of a group is how many it has',
    `SELECT 1 FROM (SELECT group_id, count(*) AS n FROM dead_letter GROUP BY group_id) d
       FULL JOIN (SELECT group_id, sum(letters) AS n FROM dead_letter_count GROUP BY group_id) c USING (group_id)
      WHERE coalesce(d.n, 0) <> coalesce(c.n, 0)`,
  ],
  [
    'an epoch is given once',
    `SELECT 1 FROM delivery_step WHERE state = 'Inflight' AND attempt > 1 AND cause = 'delivered'
      GROUP BY epoch HAVING count(*) > 1`,
  ],
];
