-- Where up to p_want due retries of one queue of a PRIORITY topic are, the longest due first, locked. As in
-- retry_claim_all, a message over the current limit is never delivered. Null: none is due.
CREATE OR REPLACE FUNCTION retry_due_places(p_now timestamptz, p_group int, p_queue int, p_max_retries int, p_want int)
RETURNS tid[]
LANGUAGE sql AS $$
  SELECT array_agg(d.place)
    FROM (SELECT r.ctid AS place FROM retry r
           WHERE pair(r.group_id, r.queue_id) = pair(p_group, p_queue) AND r.queue_id >= 1500000000
             AND NOT r.leased AND r.visible_at <= p_now AND r.attempt <= p_max_retries AND r.mgroup IS NULL
           ORDER BY r.visible_at LIMIT p_want FOR NO KEY UPDATE SKIP LOCKED) d;
$$;
