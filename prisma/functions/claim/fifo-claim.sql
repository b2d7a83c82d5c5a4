-- Serves one receive of an ordered group. A message group is delivered only when nothing of it is leased or waits
-- for a retry; different message groups do not wait for each other. Order of service per queue:
-- due retries (head first), message groups freed with messages left behind, then the log from the cursor.
-- Never null: all but lease_id, bit_no, epoch, tag, mgroup, keys, props, trace_context.
CREATE OR REPLACE FUNCTION fifo_claim(
  p_now timestamptz, p_group int, p_topic int, p_want int, p_invisible_ms bigint, p_client int, p_auto_renew boolean,
    p_attempt_id text,
  p_tags text[], p_window int, p_first_queue int
) RETURNS TABLE (
  queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint, attempt smallint,
    generation int, expires_at timestamptz,
  msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamptz,
    born_host text, trace_context text,
  stored_at timestamptz, body bytea
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_queue record;
  v_left int := p_want;
  v_due boolean;
  v_locked boolean := false;
  v_retries retry[];
  v_offs bigint[];
  v_segs int[];
  v_lease bigint;
  v_expires timestamptz;
  v_repeat_to bigint;
  v_passed bigint[];
BEGIN
  IF NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered')) THEN RETURN; END IF;
  v_due := EXISTS (SELECT 1 FROM retry r WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic) AND NOT r.leased
                      AND r.visible_at <= coalesce(p_now, clock_timestamp()));
  FOR v_queue IN SELECT q.queue_id, q.queue_no FROM queue q WHERE q.topic_id = p_topic
    ORDER BY q.queue_no < p_first_queue, q.queue_no LOOP
    EXIT WHEN v_left <= 0;
    -- Look before locking: an idle queue must not cost a row lock per poll.
    CONTINUE WHEN NOT (v_due OR EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group
      AND f.queue_id = v_queue.queue_id AND f.state = 0)
                       OR log_has_ready(p_group, v_queue.queue_id));
    -- Acks and failures wait for these locks in key order. A claim takes them in the order of service: it waits for its
    -- first one only, and the process that holds another one serves that queue.
    IF v_locked THEN
      SELECT gq.repeat_to INTO v_repeat_to FROM group_queue gq WHERE gq.group_id = p_group
        AND gq.queue_id = v_queue.queue_id FOR NO KEY UPDATE SKIP LOCKED;
    ELSE
      SELECT gq.repeat_to INTO v_repeat_to FROM group_queue gq WHERE gq.group_id = p_group
        AND gq.queue_id = v_queue.queue_id FOR NO KEY UPDATE;
    END IF;
    CONTINUE WHEN NOT FOUND;
    v_locked := true;
    v_now := coalesce(p_now, clock_timestamp());
    IF v_due THEN
      SELECT array_agg(c) INTO v_retries FROM fifo_retry_claim(v_now, p_group, v_queue.queue_id, v_left, p_invisible_ms,
        p_client, p_auto_renew, p_attempt_id) c;
      RETURN QUERY SELECT c.* FROM claimed_retries(v_retries) c ORDER BY c.off;
      v_left := v_left - coalesce(cardinality(v_retries), 0);
      CONTINUE WHEN v_left <= 0;
    END IF;
    SELECT c.lease_id, c.offs, c.segs, c.expires_at INTO v_lease, v_offs, v_segs, v_expires
      FROM fifo_log_claim(v_now, p_group, v_queue.queue_id, v_left, p_tags, p_window, p_invisible_ms, p_client,
        p_auto_renew, p_attempt_id) c;
    CONTINUE WHEN NOT FOUND;
    -- A statement of its own: the claim sees messages that the snapshot of a join around it may be too old to see.
    v_passed := CASE WHEN v_repeat_to IS NOT NULL
      THEN repeat_pass(v_now, p_group, v_queue.queue_id, v_lease, v_offs, true) END;
    RETURN QUERY
    SELECT c.* FROM claimed_lease(v_queue.queue_id, v_queue.queue_no, v_lease, v_expires, v_offs, v_segs) c
     WHERE v_passed IS NULL OR c.off <> ALL (v_passed);
    v_left := v_left - cardinality(v_offs);
  END LOOP;
END $$;
