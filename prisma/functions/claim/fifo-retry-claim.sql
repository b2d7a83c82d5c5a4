-- Hands out waiting messages of an ordered group whose head is due: everything due from the head on, in offset order.
CREATE OR REPLACE FUNCTION fifo_retry_claim(
  p_now timestamptz, p_group int, p_queue int, p_want int, p_invisible_ms bigint, p_client int, p_auto_renew boolean,
    p_attempt_id text
) RETURNS SETOF retry
LANGUAGE sql AS $$
  WITH blocked AS MATERIALIZED (
    SELECT r.ctid AS place, r.mgroup, r.off,
           -- everything up to and including this one must be due and allowed, and nothing of the message group in
           -- flight
           bool_and(r.visible_at <= p_now AND r.attempt <= g.max_retries) OVER (PARTITION BY r.mgroup
             ORDER BY r.off) AS free,
           bool_or(r.leased) OVER (PARTITION BY r.mgroup) AS held,
           min(r.visible_at) OVER (PARTITION BY r.mgroup) AS since
      FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
     WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.mgroup IS NOT NULL
  ), open AS (
    SELECT b.place, b.mgroup, b.off, b.since
      FROM blocked b
     WHERE b.free AND NOT b.held
       AND NOT EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue
         AND f.mgroup = b.mgroup AND f.lease_id IS NOT NULL)
  ), taken AS (
    SELECT o.place FROM open o ORDER BY o.since, o.mgroup, o.off LIMIT p_want
  )
  SELECT c.* FROM (SELECT array_agg(t.place) AS places FROM taken t) w
   CROSS JOIN LATERAL retry_lease(p_now, w.places, p_now + p_invisible_ms * interval '1 ms', p_client, p_auto_renew,
     p_attempt_id) c;
$$;
