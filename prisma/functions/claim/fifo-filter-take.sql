-- Does what a filter decided on what fifo_filter_peek saw, for one receive of an ordered group. p_drops: due messages
-- it does not match; p_due: epochs of those it matches; p_freed: keys, where they and the cursor stood, through which
-- message they were examined (null: all) and the matching ones; p_log: one stretch per queue, from the cursor up to
-- end_off, and the matching ones. A queue whose cursor moved meanwhile, and a key that is not where it was, is left
-- out. A row of queue 0 is no message: its offset says how many messages the filter left out.
-- Never null: all but lease_id, bit_no, epoch, tag, mgroup, keys, props, trace_context.
CREATE OR REPLACE FUNCTION fifo_filter_take(
  p_now timestamptz, p_group int, p_topic int, p_want int, p_invisible_ms bigint, p_client int, p_auto_renew boolean,
    p_attempt_id text,
  p_drops jsonb, p_due bigint[], p_freed jsonb, p_log jsonb, p_first_queue int
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
  v_got int;
  v_retries retry[];
  v_offs bigint[];
  v_leases bigint[];
  v_bits int[];
  v_expires timestamptz;
  v_passed bigint[];
  v_filtered bigint := 0;
  v_filtered_now bigint;
BEGIN
  PERFORM 1 FROM group_queue gq JOIN queue q ON q.queue_id = gq.queue_id
    WHERE gq.group_id = p_group AND q.topic_id = p_topic ORDER BY gq.queue_id FOR NO KEY UPDATE OF gq;
  -- Read under the lock: who pauses the group takes it too, so nothing is handed out after that.
  IF NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered')) THEN RETURN; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  v_expires := v_now + p_invisible_ms * interval '1 ms';
  SELECT coalesce(sum(d), 0) INTO v_filtered
    FROM (SELECT filter_drop(v_now, p_group, array_agg(w.queue_id), array_agg(w.off), array_agg(w.epoch), true)
            FROM jsonb_to_recordset(p_drops) w (queue_id int, off bigint, epoch bigint)) f (d);
  FOR v_queue IN
    SELECT q.queue_id, q.queue_no, w.seg, w.from_off, w.from_seg, w.end_off, w.offs
      FROM queue q
      LEFT JOIN jsonb_to_recordset(p_log) w (queue_id int, seg int, from_off bigint, from_seg int, end_off bigint,
        offs bigint[]) ON w.queue_id = q.queue_id
     WHERE q.topic_id = p_topic ORDER BY q.queue_no < p_first_queue, q.queue_no
  LOOP
    EXIT WHEN v_left <= 0;
    IF cardinality(p_due) > 0 THEN
      SELECT array_agg(c) INTO v_retries
        FROM fifo_filter_retry_claim(v_now, p_group, v_queue.queue_id, p_due, v_left, v_expires, p_client, p_auto_renew,
          p_attempt_id) c;
      RETURN QUERY
      SELECT c.queue_id, c.queue_no, c.off, c.lease_id, c.bit_no, c.epoch, c.attempt, c.generation, c.expires_at,
        c.msg_id, c.kind, c.tag, c.mgroup, c.keys, c.props, c.body_encoding, c.born_at, c.born_host, c.trace_context,
        c.stored_at, c.body
        FROM claimed_retries(ARRAY[1], v_retries) c ORDER BY c.off;
      GET DIAGNOSTICS v_got = ROW_COUNT;
      v_left := v_left - v_got;
    END IF;
    CONTINUE WHEN v_left <= 0;
    -- Two statements: fifo_filter_log_claim sees messages that the snapshot of a join around it may be too old to see.
    SELECT array_agg(c.off ORDER BY c.lease_id, c.bit_no) FILTER (WHERE c.lease_id IS NOT NULL),
      array_agg(c.lease_id ORDER BY c.lease_id, c.bit_no) FILTER (WHERE c.lease_id IS NOT NULL),
      array_agg(c.bit_no ORDER BY c.lease_id, c.bit_no) FILTER (WHERE c.lease_id IS NOT NULL),
      coalesce(sum(c.off) FILTER (WHERE c.lease_id IS NULL), 0)
      INTO v_offs, v_leases, v_bits, v_filtered_now
      FROM fifo_filter_log_claim(v_now, p_group, v_queue.queue_id, v_left, p_freed, v_queue.seg, v_queue.from_off,
        v_queue.from_seg, v_queue.end_off, v_queue.offs,
                                 v_expires, p_client, p_auto_renew, p_attempt_id) c;
    v_filtered := v_filtered + v_filtered_now;
    v_passed := CASE WHEN EXISTS (SELECT 1 FROM group_queue gq WHERE gq.group_id = p_group
        AND gq.queue_id = v_queue.queue_id AND gq.repeat_to IS NOT NULL) THEN (
      SELECT array_agg(g.off) FROM (
        SELECT c.lease_id, array_agg(c.off ORDER BY c.bit_no) AS offs
          FROM unnest(v_offs, v_leases, v_bits) c (off, lease_id, bit_no) GROUP BY c.lease_id) l
       CROSS JOIN LATERAL unnest(repeat_pass(v_now, p_group, v_queue.queue_id, l.lease_id, l.offs, true)) g (off)) END;
    RETURN QUERY
    SELECT v_queue.queue_id, v_queue.queue_no, c.off, c.lease_id, c.bit_no, NULL::bigint, 1::smallint, 0, v_expires,
           m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding, m.born_at, m.born_host, m.trace_context,
             m.stored_at, m.body
      FROM unnest(v_offs, v_leases, v_bits) c (off, lease_id, bit_no)
      CROSS JOIN LATERAL (SELECT * FROM message a WHERE a.queue_id = v_queue.queue_id AND a.off = c.off LIMIT 1) m
     WHERE v_passed IS NULL OR c.off <> ALL (v_passed)
     ORDER BY c.lease_id, c.bit_no;
    GET DIAGNOSTICS v_got = ROW_COUNT;
    v_left := v_left - v_got;
  END LOOP;
  RETURN QUERY SELECT * FROM filtered_row(v_now, v_filtered);
END $$;

-- As fifo_retry_claim, of the messages with these epochs only.
CREATE OR REPLACE FUNCTION fifo_filter_retry_claim(
  p_now timestamptz, p_group int, p_queue int, p_epochs bigint[], p_want int, p_expires timestamptz, p_client int,
    p_auto_renew boolean, p_attempt_id text
) RETURNS SETOF retry
LANGUAGE sql AS $$
  WITH taken AS MATERIALIZED (
    SELECT r.place FROM fifo_filter_due(p_now, p_group, p_queue, p_epochs, p_want) d
     CROSS JOIN LATERAL (
       SELECT a.ctid AS place FROM retry a
        WHERE a.group_id = p_group AND a.queue_id = p_queue AND a.off = d.off LIMIT 1) r
  )
  SELECT c.* FROM (SELECT array_agg(t.place) AS places FROM taken t) w
   CROSS JOIN LATERAL retry_lease(p_now, w.places, p_expires, p_client, p_auto_renew, p_attempt_id) c;
$$;

-- As fifo_log_claim, of messages that a filter chose. Freed keys first, then the stretch of the log: the cursor moves
-- over all of it, or up to the first key there is no room for. The caller holds fifo_lock. A row without a lease is no
-- message: its offset says how many messages the cursor moved over that were not chosen.
CREATE OR REPLACE FUNCTION fifo_filter_log_claim(
  p_now timestamptz, p_group int, p_queue int, p_want int, p_freed jsonb, p_seg int, p_from_off bigint, p_from_seg int,
    p_end_off bigint, p_offs bigint[],
  p_expires timestamptz, p_client int, p_auto_renew boolean, p_attempt_id text
) RETURNS TABLE (lease_id bigint, bit_no int, off bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_pos record;
  v_left int := p_want;
  v_free record;
  v_offs bigint[];
  v_lease bigint;
  v_end bigint := p_end_off;
  v_got int;
BEGIN
  SELECT * INTO v_pos FROM log_position(p_group, p_queue);
  FOR v_free IN
    SELECT w.* FROM jsonb_to_recordset(p_freed) w (queue_id int, key text, key_pos bigint, from_off bigint,
      through bigint, offs bigint[])
      JOIN fifo_group f ON f.group_id = p_group AND f.queue_id = w.queue_id AND f.mgroup = w.key AND f.state = 0
        AND f.pos = w.key_pos
     WHERE w.queue_id = p_queue AND w.from_off = v_pos.from_off ORDER BY f.ready_seq
  LOOP
    EXIT WHEN v_left <= 0;
    IF v_free.offs IS NULL THEN
      IF v_free.through IS NULL THEN
        DELETE FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = v_free.key;
      ELSE
        UPDATE fifo_group f SET pos = v_free.through, ready_seq = nextval('epoch_seq') WHERE f.group_id = p_group
          AND f.queue_id = p_queue AND f.mgroup = v_free.key;
      END IF;
      CONTINUE;
    END IF;
    v_offs := v_free.offs[1:v_left];
    -- The retention may have passed meanwhile.
    CONTINUE WHEN cardinality(v_offs) <> (SELECT count(*) FROM unnest(v_offs) o (off)
                                           CROSS JOIN LATERAL (SELECT 1 FROM message a WHERE a.queue_id = p_queue
                                             AND a.off = o.off LIMIT 1) m);
    v_lease := nextval('epoch_seq');
    INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
      expires_at, client_id, auto_renew, attempt_id)
    VALUES (p_group, p_queue, v_lease, 1, v_pos.from_seg, v_offs[1], v_pos.from_off, cardinality(v_offs), v_offs,
      (1::bigint << cardinality(v_offs)) - 1, true,
            p_now, p_expires, p_client, p_auto_renew, p_attempt_id);
    UPDATE fifo_group f SET state = 1, lease_id = v_lease, pos = v_offs[cardinality(v_offs)], ready_seq = NULL,
      since = p_now,
           skipped = v_free.through IS NOT NULL OR cardinality(v_free.offs) > v_left
     WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = v_free.key;
    v_left := v_left - cardinality(v_offs);
    RETURN QUERY SELECT v_lease, (o.ord - 1)::int, o.off FROM unnest(v_offs) WITH ORDINALITY o (off, ord);
  END LOOP;
  IF v_left <= 0 OR v_end IS NULL OR (v_pos.from_off, v_pos.from_seg) IS DISTINCT FROM (p_from_off, p_from_seg) THEN
    RETURN;
  END IF;

  -- All leases in one statement. The cursor stops before the first key there is no room for; only the last lease can be
  -- cut short.
  RETURN QUERY
  WITH looked AS MATERIALIZED (
    SELECT m.off, fifo_key(m.mgroup, m.off) AS mgroup,
           EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue
             AND f.mgroup = fifo_key(m.mgroup, m.off)) AS busy
      FROM unnest(p_offs) o (off)
      CROSS JOIN LATERAL (SELECT a.off, a.mgroup FROM message a WHERE a.queue_id = p_queue AND a.off = o.off
        AND a.seg = p_seg LIMIT 1) m
  ), free AS MATERIALIZED (
    SELECT l.mgroup, l.off, min(l.off) OVER (PARTITION BY l.mgroup) AS first_off FROM looked l WHERE NOT l.busy
  ), room AS (
    SELECT k.first_off, coalesce(sum(k.n) OVER (ORDER BY k.first_off ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
      0) AS before
      FROM (SELECT f.first_off, count(*) AS n FROM free f GROUP BY f.first_off) k
  ), stop AS MATERIALIZED (
    SELECT coalesce(min(r.first_off) FILTER (WHERE r.before >= v_left), v_end) AS off FROM room r
  ), ranked AS (
    SELECT f.mgroup, f.off, f.first_off, row_number() OVER (ORDER BY f.first_off, f.off) AS rank FROM free f CROSS
      JOIN stop s WHERE f.off < s.off
  ), batch AS (
    SELECT r.mgroup, r.first_off, array_agg(r.off ORDER BY r.off) FILTER (WHERE r.rank <= v_left) AS offs,
      bool_or(r.rank > v_left) AS more
      FROM ranked r GROUP BY r.mgroup, r.first_off ORDER BY r.first_off
  ), numbered AS MATERIALIZED (
    SELECT nextval('epoch_seq') AS lease_id, b.mgroup, b.offs, cardinality(b.offs) AS n, b.more FROM batch b
  ), leased AS (
    INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
      expires_at, client_id, auto_renew, attempt_id)
    SELECT p_group, p_queue, n.lease_id, 1, p_seg, n.offs[1], s.off, n.n, n.offs, (1::bigint << n.n) - 1, true, p_now,
      p_expires, p_client, p_auto_renew, p_attempt_id
      FROM numbered n CROSS JOIN stop s
  ), claimed AS (
    INSERT INTO fifo_group (group_id, queue_id, mgroup, state, lease_id, pos, skipped, since)
    SELECT p_group, p_queue, n.mgroup, 1, n.lease_id, n.offs[n.n], n.more, p_now FROM numbered n
  ), passed AS (
    UPDATE fifo_group f SET skipped = true
      FROM (SELECT DISTINCT l.mgroup FROM looked l CROSS JOIN stop s WHERE l.busy AND l.off < s.off) w
     WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = w.mgroup AND NOT f.skipped
  )
  SELECT n.lease_id, (o.ord - 1)::int, o.off FROM numbered n CROSS JOIN LATERAL unnest(n.offs) WITH ORDINALITY o (off,
    ord);
  GET DIAGNOSTICS v_got = ROW_COUNT;
  IF v_got = 0 THEN
    INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at,
      expires_at)
    VALUES (p_group, p_queue, nextval('epoch_seq'), 2, p_seg, p_from_off, v_end, 0, 0, false, p_now, p_now);
  END IF;
  RETURN QUERY
  SELECT NULL::bigint, NULL::int, f.n FROM log_cursor(p_group, p_queue) c
   CROSS JOIN LATERAL (
     SELECT (SELECT count(*) FROM message m WHERE m.queue_id = p_queue AND m.seg = p_seg AND m.off >= p_from_off
              AND m.off < c.off)
          - (SELECT count(*) FROM unnest(p_offs) o (off) WHERE o.off < c.off) AS n) f WHERE f.n > 0;
END $$;
