-- Serves waiting receives of one unordered group on one topic, all with the same filter, in one round trip.
-- Retries that are due get up to half of each receive first, so neither they nor new messages starve. With tags, a row
-- of receiver 0 is no message: its offset says how many messages of the log the filter left out.
-- p_first_queue -1: a topic of type PRIORITY. Its queues are served from the last, which has the highest priority, and
-- of each queue its due retries before its new messages: no message is handed out before one of a higher priority.
-- Never null: all but lease_id, bit_no, epoch, tag, mgroup, keys, props, trace_context.
CREATE OR REPLACE FUNCTION delivery_claim(
  p_now timestamptz, p_group int, p_topic int, p_want int[], p_invisible_ms bigint[], p_client int[],
    p_auto_renew boolean[], p_attempt_id text[],
  p_tags text[], p_max_bytes bigint, p_first_queue int
) RETURNS TABLE (
  receiver int, queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint,
    attempt smallint, generation int, expires_at timestamptz,
  msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamptz,
    born_host text, trace_context text,
  stored_at timestamptz, body bytea
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_max_retries int := (SELECT g.max_retries FROM claimable_group(p_group, 'concurrent') g);
  v_left int[] := p_want;
  v_receiver int := 1;
  v_receivers int := array_length(p_want, 1);
  v_queue record;
  v_got int;
  v_bytes bigint[] := array_fill(0::bigint, ARRAY[array_length(p_want, 1)]);
  v_windows int;
  v_taken_bytes bigint;
  v_shares int[];
  v_retries retry[];
  v_retry_to int[];
  v_offs bigint[];
  v_lease bigint;
  v_seg int;
  v_expires timestamptz;
  v_first int;
  v_claimed record;
  v_more boolean;
  v_due boolean;
  v_by_priority boolean := p_first_queue < 0;
  v_repeat_to bigint;
  v_passed bigint[];
  v_filtered bigint := 0;
  v_filtered_now bigint;
BEGIN
  IF v_max_retries IS NULL THEN RETURN; END IF;
  v_due := EXISTS (SELECT 1 FROM retry r WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic) AND NOT r.leased
    AND r.visible_at <= v_now);
  IF v_due AND NOT v_by_priority THEN
    v_shares := CASE WHEN EXISTS (SELECT 1 FROM queue q WHERE q.topic_id = p_topic
      AND log_has_ready(p_group, q.queue_id)) THEN ARRAY(SELECT greatest(1, w / 2) FROM unnest(p_want) w)
    ELSE p_want END;
    SELECT array_agg(c.receiver), array_agg(c.claimed) INTO v_retry_to, v_retries
      FROM retry_claim_all(v_now, p_group, p_topic, v_max_retries, v_shares, p_invisible_ms, p_client, p_auto_renew,
        p_attempt_id) c;
    RETURN QUERY
    SELECT c.* FROM claimed_retries(v_retry_to, v_retries) c;
    v_left := ARRAY(SELECT w.want - (SELECT count(*)::int FROM unnest(v_retry_to) t WHERE t = w.ord)
      FROM unnest(p_want) WITH ORDINALITY w (want, ord) ORDER BY w.ord);
    -- Fewer than it asked for: no more is due.
    v_due := cardinality(v_retries) >= (SELECT sum(s) FROM unnest(v_shares) s);
  END IF;

  <<queues>>
  FOR v_queue IN SELECT q.queue_id, q.queue_no FROM queue q WHERE q.topic_id = p_topic
    ORDER BY q.queue_no < p_first_queue, CASE WHEN v_by_priority THEN -q.queue_no ELSE q.queue_no END LOOP
    IF v_due AND v_by_priority THEN
      FOR i IN v_receiver..v_receivers LOOP
        CONTINUE WHEN v_left[i] <= 0;
        SELECT array_agg(c) INTO v_retries
          FROM retry_lease(v_now, retry_due_places(v_now, p_group, v_queue.queue_id, v_max_retries, v_left[i]),
            v_now + p_invisible_ms[i] * interval '1 ms', p_client[i], p_auto_renew[i], p_attempt_id[i]) c;
        EXIT WHEN v_retries IS NULL;
        RETURN QUERY SELECT c.* FROM claimed_retries(ARRAY[i], v_retries) c;
        v_left[i] := v_left[i] - cardinality(v_retries);
      END LOOP;
    END IF;
    WHILE v_receiver <= v_receivers AND v_left[v_receiver] <= 0 LOOP v_receiver := v_receiver + 1; END LOOP;
    EXIT queues WHEN v_receiver > v_receivers;
    -- Look before locking: an idle queue must not cost a row lock per poll.
    CONTINUE WHEN NOT log_has_ready(p_group, v_queue.queue_id);
    SELECT gq.repeat_to INTO v_repeat_to FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = v_queue.queue_id FOR NO KEY UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    -- Read under the lock: who pauses the group takes it too, so nothing is handed out after that.
    EXIT queues WHEN NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'concurrent'));
    -- Every tag: all receivers at once, or until one of them has no room for the next message.
    v_more := p_tags IS NULL;
    WHILE v_more AND v_receiver <= v_receivers LOOP
      v_more := false;
      v_first := v_receiver;
      FOR v_claimed IN
        SELECT c.* FROM log_claim_all(v_now, p_group, v_queue.queue_id, v_left[v_first:], ARRAY(SELECT p_max_bytes - b
          FROM unnest(v_bytes[v_first:]) b),
                                      p_invisible_ms[v_first:], p_client[v_first:], p_auto_renew[v_first:],
                                        p_attempt_id[v_first:]) c
      LOOP
        v_receiver := v_first + v_claimed.receiver - 1;
        v_passed := CASE WHEN v_repeat_to IS NOT NULL
          THEN repeat_pass(v_now, p_group, v_queue.queue_id, v_claimed.lease_id, v_claimed.offs, false) END;
        -- A statement of its own, as for retries: the snapshot of a join around the claim may be too old for its rows.
        v_got := cardinality(v_claimed.offs);
        RETURN QUERY
        SELECT v_receiver, c.* FROM claimed_in_segment(v_queue.queue_id, v_queue.queue_no, v_claimed.lease_id,
          v_claimed.expires_at, v_claimed.offs, v_claimed.seg) c
         WHERE v_passed IS NULL OR c.off <> ALL (v_passed);
        v_left[v_receiver] := v_left[v_receiver] - v_got + coalesce(cardinality(v_passed), 0);
        v_bytes[v_receiver] := v_bytes[v_receiver] + v_claimed.bytes;
        IF v_claimed.no_room OR v_bytes[v_receiver] >= p_max_bytes THEN v_left[v_receiver] := 0; END IF;
        v_more := v_claimed.no_room OR v_passed IS NOT NULL;
      END LOOP;
      WHILE v_receiver <= v_receivers AND v_left[v_receiver] <= 0 LOOP v_receiver := v_receiver + 1; END LOOP;
    END LOOP;
    CONTINUE WHEN p_tags IS NULL;
    v_windows := 0;
    LOOP
      WHILE v_receiver <= v_receivers AND v_left[v_receiver] <= 0 LOOP v_receiver := v_receiver + 1; END LOOP;
      EXIT WHEN v_receiver > v_receivers;
      SELECT c.lease_id, c.offs, c.seg, c.bytes, c.expires_at, c.filtered
        INTO v_lease, v_offs, v_seg, v_taken_bytes, v_expires, v_filtered_now
        FROM log_claim(v_now, p_group, v_queue.queue_id, v_left[v_receiver], p_max_bytes - v_bytes[v_receiver], p_tags,
          p_invisible_ms[v_receiver], p_client[v_receiver],
                       p_auto_renew[v_receiver], p_attempt_id[v_receiver]) c;
      EXIT WHEN NOT FOUND;
      v_filtered := v_filtered + v_filtered_now;
      -- A statement of its own, as for retries: the snapshot of a join around the claim may be too old for its rows.
      v_got := coalesce(array_length(v_offs, 1), 0);
      v_passed := CASE WHEN v_repeat_to IS NOT NULL
        THEN repeat_pass(v_now, p_group, v_queue.queue_id, v_lease, v_offs, false) END;
      RETURN QUERY
      SELECT v_receiver, c.* FROM claimed_in_segment(v_queue.queue_id, v_queue.queue_no, v_lease, v_expires, v_offs,
        v_seg) c WHERE v_passed IS NULL OR c.off <> ALL (v_passed);
      v_bytes[v_receiver] := v_bytes[v_receiver] + v_taken_bytes;
      v_left[v_receiver] := CASE WHEN v_bytes[v_receiver] >= p_max_bytes THEN 0
        ELSE v_left[v_receiver] - v_got + coalesce(cardinality(v_passed), 0) END;
      -- A filter without matches reads on for a bounded while.
      v_windows := v_windows + 1;
      EXIT WHEN v_windows >= 64;
    END LOOP;
  END LOOP;

  -- What is still free after the new messages.
  IF v_due AND v_receiver <= v_receivers THEN
    SELECT array_agg(c.receiver), array_agg(c.claimed) INTO v_retry_to, v_retries
      FROM retry_claim_all(v_now, p_group, p_topic, v_max_retries, ARRAY(SELECT greatest(0, l) FROM unnest(v_left) l),
        p_invisible_ms, p_client, p_auto_renew, p_attempt_id) c;
    RETURN QUERY
    SELECT c.* FROM claimed_retries(v_retry_to, v_retries) c;
  END IF;
  RETURN QUERY SELECT 0, c.* FROM filtered_row(v_now, v_filtered) c;
END $$;
