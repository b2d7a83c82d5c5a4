-- Hands out up to p_want due messages of an unordered group. Due is ready: there is no promotion step.
-- A message over the current limit is never delivered (retry_bury moves it).
CREATE OR REPLACE FUNCTION retry_claim(
  p_now timestamptz, p_group int, p_topic int, p_max_retries int, p_want int, p_invisible_ms bigint, p_client int,
    p_auto_renew boolean,
  p_attempt_id text
) RETURNS SETOF retry
LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT r.ctid AS place FROM retry r
     WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic) AND NOT r.leased AND r.visible_at <= p_now
       AND r.attempt <= p_max_retries AND r.mgroup IS NULL
     ORDER BY r.visible_at LIMIT p_want FOR NO KEY UPDATE SKIP LOCKED
  )
  SELECT c.* FROM (SELECT array_agg(d.place) AS places FROM due d) w
   CROSS JOIN LATERAL retry_lease(p_now, w.places, p_now + p_invisible_ms * interval '1 ms', p_client, p_auto_renew,
     p_attempt_id) c;
$$;
