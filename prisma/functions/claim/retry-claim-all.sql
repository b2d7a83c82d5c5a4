-- Hands out due messages of an unordered group to waiting receives, up to p_want[i] to the ith, the longest due first.
-- Due is ready: there is no promotion step. What ends such a delivery records its beginning too (delivery_begun),
-- but of re-driven messages, which are counted while clients have them, and of deliveries that do not count.
-- A message over the current limit is never delivered (retry_bury moves it).
CREATE OR REPLACE FUNCTION retry_claim_all(
  p_now timestamptz, p_group int, p_topic int, p_max_retries int, p_want int[], p_invisible_ms bigint[],
  p_client int[], p_auto_renew boolean[], p_attempt_id text[]
) RETURNS TABLE (receiver int, claimed retry)
LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT r.ctid AS place, r.visible_at FROM retry r
     WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic) AND NOT r.leased AND r.visible_at <= p_now
       AND r.attempt <= p_max_retries AND r.mgroup IS NULL
     ORDER BY r.visible_at LIMIT (SELECT sum(w) FROM unnest(p_want) w) FOR NO KEY UPDATE SKIP LOCKED
  ), shares AS MATERIALIZED (
    -- Where the share of each receive begins.
    SELECT array_agg(s.first ORDER BY s.ord) AS firsts
      FROM (SELECT w.ord, (sum(w.want) OVER (ORDER BY w.ord) - w.want + 1)::int AS first
              FROM unnest(p_want) WITH ORDINALITY w (want, ord)) s
  ), shared AS MATERIALIZED (
    SELECT d.place, width_bucket((row_number() OVER (ORDER BY d.visible_at))::int, (SELECT s.firsts FROM shares s))
      AS receiver FROM due d
  ), claimed AS (
    UPDATE retry r SET leased = true, waiting = false, attempt = r.attempt + 1, epoch = nextval('epoch_seq'),
      visible_at = p_now + p_invisible_ms[d.receiver] * interval '1 ms', client_id = p_client[d.receiver],
      leased_at = p_now, auto_renew = p_auto_renew[d.receiver], attempt_id = p_attempt_id[d.receiver], gone = false,
      unrecorded = r.attempt > 0 AND r.redrive_id IS NULL
      FROM shared d WHERE r.ctid = d.place
    RETURNING d.receiver, r AS claimed
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT r.group_id, r.queue_id, r.off, r.generation, r.attempt, 'Inflight', 'delivered', r.epoch, r.client_id, p_now,
      r.visible_at, r.policy_version, r.redrive_id
      FROM claimed c CROSS JOIN LATERAL (SELECT (c.claimed).*) r WHERE NOT (c.claimed).unrecorded
  )
  SELECT c.receiver, c.claimed FROM claimed c;
$$;
