-- Serves waiting receives of one ordered group on one topic, in one round trip. A message group is delivered only when
-- nothing of it is leased or waits for a retry; different message groups do not wait for each other. Order of service
-- per queue: due retries (head first), message groups freed with messages left behind, then the log from the cursor.
-- With tags, a row of receiver 0 is no message: its offset says how many messages of the log the filter left out.
-- Never null: all but lease_id, bit_no, epoch, tag, mgroup, keys, props, trace_context.
CREATE OR REPLACE FUNCTION fifo_claim_all(
  p_now timestamptz, p_group int, p_topic int, p_want int[], p_invisible_ms bigint[], p_client int[],
  p_auto_renew boolean[], p_attempt_id text[], p_tags text[], p_window int, p_first_queue int
) RETURNS TABLE (
  receiver int, queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint,
    attempt smallint, generation int, expires_at timestamptz,
  msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamptz,
    born_host text, trace_context text,
  stored_at timestamptz, body bytea
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_queue record;
  v_receiver int := 1;
  v_left int := p_want[1];
  v_due boolean;
  v_locked boolean := false;
  v_retries retry[];
  v_offs bigint[];
  v_segs int[];
  v_seg int;
  v_lease bigint;
  v_expires timestamptz;
  v_repeat_to bigint;
  v_passed bigint[];
  v_filtered bigint := 0;
  v_filtered_now bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered')) THEN RETURN; END IF;
  v_due := EXISTS (SELECT 1 FROM retry r WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic) AND NOT r.leased
                      AND r.visible_at <= coalesce(p_now, clock_timestamp()));
  FOR v_queue IN SELECT q.queue_id, q.queue_no FROM queue q WHERE q.topic_id = p_topic
    ORDER BY q.queue_no < p_first_queue, q.queue_no LOOP
    EXIT WHEN v_receiver > cardinality(p_want);
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
    -- Read under the lock: who pauses the group takes it too, so nothing is handed out after that.
    EXIT WHEN NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered'));
    v_now := coalesce(p_now, clock_timestamp());
    LOOP
      IF v_due THEN
        SELECT array_agg(c) INTO v_retries FROM fifo_retry_claim(v_now, p_group, v_queue.queue_id, v_left,
          p_invisible_ms[v_receiver], p_client[v_receiver], p_auto_renew[v_receiver], p_attempt_id[v_receiver]) c;
        RETURN QUERY SELECT c.* FROM claimed_retries(ARRAY[v_receiver], v_retries) c ORDER BY c.off;
        v_left := v_left - coalesce(cardinality(v_retries), 0);
      END IF;
      IF v_left > 0 THEN
        SELECT c.lease_id, c.offs, c.segs, c.expires_at, c.filtered
          INTO v_lease, v_offs, v_segs, v_expires, v_filtered_now
          FROM fifo_log_claim(v_now, p_group, v_queue.queue_id, v_left, p_tags, p_window, p_invisible_ms[v_receiver],
            p_client[v_receiver], p_auto_renew[v_receiver], p_attempt_id[v_receiver]) c;
        -- Nothing more here: the next queue, for the same receiver.
        EXIT WHEN NOT FOUND;
        v_filtered := v_filtered + v_filtered_now;
        EXIT WHEN v_lease IS NULL;
        -- A statement of its own: the claim sees messages that the snapshot of a join around it may be too old to see.
        v_passed := CASE WHEN v_repeat_to IS NOT NULL
          THEN repeat_pass(v_now, p_group, v_queue.queue_id, v_lease, v_offs, true) END;
        FOR v_seg IN SELECT DISTINCT s.seg FROM unnest(v_segs) s (seg) ORDER BY s.seg LOOP
          RETURN QUERY
          SELECT v_receiver, c.* FROM claimed_in_segment(v_queue.queue_id, v_queue.queue_no, v_lease, v_expires, v_offs,
            v_seg) c WHERE v_passed IS NULL OR c.off <> ALL (v_passed);
        END LOOP;
        v_left := v_left - cardinality(v_offs);
        EXIT WHEN v_left > 0;
      END IF;
      v_receiver := v_receiver + 1;
      EXIT WHEN v_receiver > cardinality(p_want);
      v_left := p_want[v_receiver];
    END LOOP;
  END LOOP;
  RETURN QUERY SELECT 0, c.* FROM filtered_row(v_now, v_filtered) c;
END $$;

-- The same for one receive: nodes of release 0.2.0 call it.
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
) LANGUAGE sql AS $$
  SELECT c.queue_id, c.queue_no, c.off, c.lease_id, c.bit_no, c.epoch, c.attempt, c.generation, c.expires_at, c.msg_id,
    c.kind, c.tag, c.mgroup, c.keys, c.props, c.body_encoding, c.born_at, c.born_host, c.trace_context, c.stored_at,
    c.body
    FROM fifo_claim_all(p_now, p_group, p_topic, ARRAY[p_want], ARRAY[p_invisible_ms], ARRAY[p_client],
      ARRAY[p_auto_renew], ARRAY[p_attempt_id], p_tags, p_window, p_first_queue) c WHERE c.receiver > 0;
$$;
