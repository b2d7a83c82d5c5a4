-- Hands out up to p_want due messages of an unordered group. Due is ready: there is no promotion step.
-- A message over the current limit is never delivered (retry_bury moves it).
CREATE OR REPLACE FUNCTION retry_claim(
  p_now timestamptz, p_group int, p_topic int, p_max_retries int, p_want int, p_invisible_ms bigint, p_client int,
    p_auto_renew boolean,
  p_attempt_id text
) RETURNS SETOF retry
LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT r.group_id, r.queue_id, r.off, r.epoch FROM retry r
     WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic) AND NOT r.leased AND r.visible_at <= p_now
       AND r.attempt <= p_max_retries AND r.mgroup IS NULL
     ORDER BY r.visible_at LIMIT p_want FOR NO KEY UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE retry r SET leased = true, waiting = false, attempt = r.attempt + 1, epoch = nextval('epoch_seq'),
           visible_at = p_now + p_invisible_ms * interval '1 ms', client_id = p_client, leased_at = p_now,
             auto_renew = p_auto_renew,
           attempt_id = p_attempt_id, gone = false
      FROM due WHERE r.group_id = due.group_id AND r.queue_id = due.queue_id AND r.off = due.off AND r.epoch = due.epoch
    RETURNING r.*
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT c.group_id, c.queue_id, c.off, c.generation, c.attempt, 'Inflight', 'delivered', c.epoch, c.client_id, p_now,
      c.visible_at, c.policy_version, c.redrive_id
      FROM claimed c
  )
  SELECT c.* FROM claimed c;
$$;
