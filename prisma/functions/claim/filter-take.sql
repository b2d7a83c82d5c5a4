-- Does what a filter decided on what filter_peek saw, for receives of one unordered group: ends the due messages it
-- does not match (p_drops), hands out those it matches (p_due), and leases the matching messages of the log, each lease
-- moving the cursor over what it passes (p_leases, in order; without offsets it only moves the cursor). What another
-- one took meanwhile is left out, without an error: a due message by its epoch, a stretch of the log by the cursor it
-- starts from. A row of receiver 0 is no message: its offset says how many messages the filter left out.
-- Never null: all but lease_id, bit_no, epoch, tag, mgroup, keys, props, trace_context.
CREATE OR REPLACE FUNCTION filter_take(p_now timestamptz, p_group int, p_drops jsonb, p_due jsonb, p_leases jsonb)
RETURNS TABLE (
  receiver int, queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint,
    attempt smallint, generation int, expires_at timestamptz,
  msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamptz,
    born_host text, trace_context text,
  stored_at timestamptz, body bytea
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_max_retries int;
  v_retries retry[];
  v_retry_to int[];
  v_lease record;
  v_id bigint;
  v_expires timestamptz;
  v_passed bigint[];
  v_filtered bigint;
BEGIN
  PERFORM 1 FROM group_queue gq
    WHERE gq.group_id = p_group AND gq.queue_id IN (SELECT w.queue_id
      FROM jsonb_to_recordset(p_leases) w (queue_id int)) ORDER BY gq.queue_id FOR NO KEY UPDATE;
  v_now := coalesce(p_now, clock_timestamp());
  SELECT g.max_retries INTO v_max_retries FROM claimable_group(p_group, 'concurrent') g;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT coalesce(sum(d), 0) INTO v_filtered
    FROM (SELECT filter_drop(v_now, p_group, array_agg(w.queue_id), array_agg(w.off), array_agg(w.epoch), false)
            FROM jsonb_to_recordset(p_drops) w (queue_id int, off bigint, epoch bigint)) f (d);
  SELECT array_agg(w.receiver), array_agg(c) INTO v_retry_to, v_retries
    FROM filter_retry_claim(v_now, p_group, v_max_retries, p_due) c
    JOIN jsonb_to_recordset(p_due) w (receiver int, queue_id int, off bigint)
      ON w.queue_id = c.queue_id AND w.off = c.off;
  RETURN QUERY SELECT c.* FROM claimed_retries(v_retry_to, v_retries) c;

  FOR v_lease IN
    SELECT w.*, q.queue_no, coalesce(cardinality(w.offs), 0) AS n
      FROM ROWS FROM (jsonb_to_recordset(p_leases) AS (
             receiver int, queue_id int, seg int, from_off bigint, from_seg int, end_off bigint, offs bigint[],
               filtered int, client_id int, invisible_ms bigint,
             auto_renew boolean, attempt_id text)) WITH ORDINALITY w
      JOIN queue q ON q.queue_id = w.queue_id ORDER BY w.ordinality
  LOOP
    CONTINUE WHEN NOT EXISTS (SELECT 1 FROM log_position(p_group, v_lease.queue_id) c
      WHERE c.from_off = v_lease.from_off AND c.from_seg = v_lease.from_seg);
    -- The retention may have passed meanwhile.
    CONTINUE WHEN v_lease.n <> (SELECT count(*) FROM unnest(v_lease.offs) o (off)
                                 CROSS JOIN LATERAL (SELECT 1 FROM message a WHERE a.queue_id = v_lease.queue_id
                                   AND a.off = o.off AND a.seg = v_lease.seg LIMIT 1) m);
    v_filtered := v_filtered + v_lease.filtered;
    v_expires := v_now + v_lease.invisible_ms * interval '1 ms';
    v_id := nextval('epoch_seq');
    INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
      expires_at, client_id, auto_renew, attempt_id)
    SELECT p_group, v_lease.queue_id, v_id, CASE WHEN v_lease.n = 0 THEN 2 ELSE 0 END, v_lease.seg,
      coalesce(v_lease.offs[1], v_lease.from_off), v_lease.end_off, v_lease.n,
           CASE WHEN v_lease.n > 0 AND v_lease.end_off - v_lease.offs[1] > v_lease.n THEN v_lease.offs END,
           (1::bigint << v_lease.n) - 1, v_lease.n > 0, v_now, v_expires, v_lease.client_id, v_lease.auto_renew
             AND v_lease.n > 0, v_lease.attempt_id;
    v_passed := CASE WHEN EXISTS (SELECT 1 FROM group_queue gq WHERE gq.group_id = p_group
        AND gq.queue_id = v_lease.queue_id AND gq.repeat_to IS NOT NULL)
      THEN repeat_pass(v_now, p_group, v_lease.queue_id, v_id, v_lease.offs, false) END;
    RETURN QUERY
    SELECT v_lease.receiver, c.* FROM claimed_in_segment(v_lease.queue_id, v_lease.queue_no, v_id, v_expires,
      v_lease.offs, v_lease.seg) c WHERE v_passed IS NULL OR c.off <> ALL (v_passed);
  END LOOP;
  RETURN QUERY SELECT 0, c.* FROM filtered_row(v_now, v_filtered) c;
END $$;

-- As retry_claim, of named messages only.
CREATE OR REPLACE FUNCTION filter_retry_claim(p_now timestamptz, p_group int, p_max_retries int,
  p_due jsonb) RETURNS SETOF retry
LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT r.queue_id, r.off, w.client_id, w.invisible_ms, w.auto_renew, w.attempt_id
      FROM jsonb_to_recordset(p_due) w (queue_id int, off bigint, epoch bigint, client_id int, invisible_ms bigint,
        auto_renew boolean, attempt_id text)
     CROSS JOIN LATERAL (SELECT s.queue_id, s.off FROM retry s
                          WHERE s.group_id = p_group AND s.queue_id = w.queue_id AND s.off = w.off AND s.epoch = w.epoch
                            AND s.attempt <= p_max_retries LIMIT 1
                            FOR NO KEY UPDATE SKIP LOCKED) r
  ), claimed AS (
    UPDATE retry r SET leased = true, waiting = false, attempt = r.attempt + 1, epoch = nextval('epoch_seq'),
           visible_at = p_now + d.invisible_ms * interval '1 ms', client_id = d.client_id, leased_at = p_now,
             auto_renew = d.auto_renew,
           attempt_id = d.attempt_id, gone = false, unrecorded = false
      FROM due d WHERE r.group_id = p_group AND r.queue_id = d.queue_id AND r.off = d.off
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
