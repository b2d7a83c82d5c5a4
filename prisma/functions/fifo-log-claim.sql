-- First deliveries of an ordered group from one queue: one lease per message group. The caller holds fifo_lock.
-- Messages of a busy message group are passed over by the cursor and only flagged (`skipped`); they are read from the
-- log by (queue, mgroup, off > pos) when the message group is free again. One write per message group, none per message.
CREATE OR REPLACE FUNCTION fifo_log_claim(
  p_now timestamptz, p_group int, p_queue int, p_want int, p_tags text[], p_window int, p_invisible_ms bigint, p_client int, p_auto_renew boolean, p_attempt_id text
) RETURNS TABLE (lease_id bigint, bit_no int, off bigint, expires_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_pos bigint;
  v_seg int;
  v_next_seg int;
  v_any boolean;
  v_window int;
  v_end bigint;
  v_left int := p_want;
  v_free record;
  v_free_off bigint[];
  v_free_mgroup text[];
  v_busy_off bigint[];
  v_busy_mgroup text[];
  v_offs bigint[];
  v_more boolean;
  v_lease bigint;
  v_got int;
  v_expires timestamptz := p_now + p_invisible_ms * interval '1 ms';
BEGIN
  SELECT l.end_off, l.seg INTO v_pos, v_seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue ORDER BY l.lease_id DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT gq.start_off, gq.start_seg INTO v_pos, v_seg FROM group_queue gq WHERE gq.group_id = p_group AND gq.queue_id = p_queue;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;

  -- 1. Message groups that are free again, longest waiting first.
  FOR v_free IN
    SELECT f.mgroup, f.pos FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.state = 0 ORDER BY f.ready_seq LIMIT p_want
  LOOP
    EXIT WHEN v_left <= 0;
    SELECT array_agg(w.off ORDER BY w.off) INTO v_offs
      FROM (SELECT m.off FROM message m
             WHERE m.queue_id = p_queue AND m.mgroup = v_free.mgroup AND m.off > v_free.pos AND m.off < v_pos AND (p_tags IS NULL OR m.tag = ANY (p_tags))
             ORDER BY m.off LIMIT v_left + 1) w;
    IF v_offs IS NULL THEN
      DELETE FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = v_free.mgroup;
      CONTINUE;
    END IF;
    v_more := array_length(v_offs, 1) > v_left;
    v_offs := v_offs[1:v_left];
    v_lease := nextval('epoch_seq');
    INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at, expires_at, client_id, auto_renew, attempt_id)
    VALUES (p_group, p_queue, v_lease, 1, v_seg, v_offs[1], v_pos, array_length(v_offs, 1), v_offs, (1::bigint << array_length(v_offs, 1)) - 1, true,
            p_now, v_expires, p_client, p_auto_renew, p_attempt_id);
    UPDATE fifo_group f SET state = 1, lease_id = v_lease, pos = v_offs[array_length(v_offs, 1)], skipped = v_more, ready_seq = NULL, since = p_now
     WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = v_free.mgroup;
    v_left := v_left - array_length(v_offs, 1);
    RETURN QUERY SELECT v_lease, (o.ord - 1)::int, o.off, v_expires FROM unnest(v_offs) WITH ORDINALITY o (off, ord);
  END LOOP;
  IF v_left <= 0 THEN RETURN; END IF;

  -- 2. New messages from the cursor. A small window serves the usual case; behind a wide blocked stretch it is read in large steps.
  v_window := least(p_window, 4 * v_left + 32);
  FOR v_pass IN 1..8 LOOP
    LOOP
      SELECT EXISTS (SELECT 1 FROM message m WHERE m.queue_id = p_queue AND m.seg = v_seg AND m.off >= v_pos),
             (SELECT min(qs.seg) FROM queue_segment qs WHERE qs.queue_id = p_queue AND qs.seg > v_seg)
        INTO v_any, v_next_seg;
      EXIT WHEN v_any OR v_next_seg IS NULL;
      v_seg := v_next_seg;
    END LOOP;
    EXIT WHEN NOT v_any;

    -- The window, twice: what is free to hand out, and which busy message groups it passes over.
    WITH win AS MATERIALIZED (
      SELECT m.off, fifo_key(m.mgroup, m.off) AS mgroup, p_tags IS NULL OR coalesce(m.tag = ANY (p_tags), false) AS matches
        FROM message m WHERE m.queue_id = p_queue AND m.seg = v_seg AND m.off >= v_pos ORDER BY m.off LIMIT v_window
    ), looked AS MATERIALIZED (
      SELECT w.off, w.mgroup, w.matches,
             EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = w.mgroup) AS busy
        FROM win w
    )
    SELECT array_agg(w.off) FILTER (WHERE w.matches AND NOT w.busy), array_agg(w.mgroup) FILTER (WHERE w.matches AND NOT w.busy),
           array_agg(w.off) FILTER (WHERE w.matches AND w.busy), array_agg(w.mgroup) FILTER (WHERE w.matches AND w.busy), max(w.off) + 1
      INTO v_free_off, v_free_mgroup, v_busy_off, v_busy_mgroup, v_end
      FROM looked w;

    -- The cursor stops before the first message group there is no room for: whatever it passes is leased, busy or filtered out.
    WITH free AS (
      SELECT w.mgroup, min(w.off) AS first_off, count(*) AS n FROM unnest(v_free_off, v_free_mgroup) w (off, mgroup) GROUP BY w.mgroup
    ), room AS (
      SELECT f.first_off, coalesce(sum(f.n) OVER (ORDER BY f.first_off ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before FROM free f
    )
    SELECT coalesce(min(r.first_off) FILTER (WHERE r.before >= v_left), v_end) INTO v_end FROM room r;

    -- All leases in one statement: a wide claim has one per message group. Only the last of them can be cut short.
    RETURN QUERY
    WITH ranked AS (
      SELECT w.mgroup, w.off, w.first_off, row_number() OVER (ORDER BY w.first_off, w.off) AS rank
        FROM (SELECT u.off, u.mgroup, min(u.off) OVER (PARTITION BY u.mgroup) AS first_off
                FROM unnest(v_free_off, v_free_mgroup) u (off, mgroup) WHERE u.off < v_end) w
    ), batch AS (
      SELECT r.mgroup, r.first_off, array_agg(r.off ORDER BY r.off) FILTER (WHERE r.rank <= v_left) AS offs, bool_or(r.rank > v_left) AS more
        FROM ranked r GROUP BY r.mgroup, r.first_off ORDER BY r.first_off
    ), numbered AS MATERIALIZED (
      SELECT nextval('epoch_seq') AS lease_id, b.mgroup, b.offs, cardinality(b.offs) AS n, b.more FROM batch b
    ), leased AS (
      INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at, expires_at, client_id, auto_renew, attempt_id)
      SELECT p_group, p_queue, n.lease_id, 1, v_seg, n.offs[1], v_end, n.n, n.offs, (1::bigint << n.n) - 1, true, p_now, v_expires, p_client, p_auto_renew, p_attempt_id
        FROM numbered n
    ), busy AS (
      INSERT INTO fifo_group (group_id, queue_id, mgroup, state, lease_id, pos, skipped, since)
      SELECT p_group, p_queue, n.mgroup, 1, n.lease_id, n.offs[n.n], n.more, p_now FROM numbered n
    )
    SELECT n.lease_id, (o.ord - 1)::int, o.off, v_expires FROM numbered n CROSS JOIN LATERAL unnest(n.offs) WITH ORDINALITY o (off, ord);
    GET DIAGNOSTICS v_got = ROW_COUNT;
    v_left := v_left - v_got;

    UPDATE fifo_group f SET skipped = true
      FROM (SELECT DISTINCT w.mgroup FROM unnest(v_busy_off, v_busy_mgroup) w (off, mgroup) WHERE w.off < v_end) w
     WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = w.mgroup AND NOT f.skipped;
    EXIT WHEN v_got > 0;
    INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at, expires_at)
    VALUES (p_group, p_queue, nextval('epoch_seq'), 2, v_seg, v_pos, v_end, 0, 0, false, p_now, p_now);
    v_pos := v_end;
    v_window := p_window;
  END LOOP;
END $$;
