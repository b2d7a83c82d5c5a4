-- Hands out waiting messages of an ordered group whose head is due: everything due from the head on, in offset order.
CREATE OR REPLACE FUNCTION fifo_retry_claim(
  p_now timestamptz, p_group int, p_queue int, p_want int, p_invisible_ms bigint, p_client int, p_auto_renew boolean,
    p_attempt_id text
) RETURNS SETOF retry
LANGUAGE sql AS $$
  WITH blocked AS MATERIALIZED (
    SELECT r.mgroup, r.off,
           -- everything up to and including this one must be due and allowed, and nothing of the message group in
           -- flight
           bool_and(r.visible_at <= p_now AND r.attempt <= g.max_retries) OVER (PARTITION BY r.mgroup
             ORDER BY r.off) AS free,
           bool_or(r.leased) OVER (PARTITION BY r.mgroup) AS held,
           min(r.visible_at) OVER (PARTITION BY r.mgroup) AS since
      FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
     WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.mgroup IS NOT NULL
  ), open AS (
    SELECT b.mgroup, b.off, b.since
      FROM blocked b
     WHERE b.free AND NOT b.held
       AND NOT EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue
         AND f.mgroup = b.mgroup AND f.lease_id IS NOT NULL)
  ), taken AS (
    SELECT o.off FROM open o ORDER BY o.since, o.mgroup, o.off LIMIT p_want
  ), claimed AS (
    UPDATE retry r SET leased = true, waiting = false, attempt = r.attempt + 1, epoch = nextval('epoch_seq'),
           visible_at = p_now + p_invisible_ms * interval '1 ms', client_id = p_client, leased_at = p_now,
             auto_renew = p_auto_renew, attempt_id = p_attempt_id, gone = false
      FROM taken t WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.off = t.off
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
