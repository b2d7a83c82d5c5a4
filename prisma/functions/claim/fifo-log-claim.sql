-- First deliveries of an ordered group from one queue for one receiver: one lease over as many message groups as it
-- takes. The caller holds fifo_lock. Messages of a busy message group are passed over by the cursor and only flagged
-- (`skipped`); they are read from the log by (queue, mgroup, off > pos) when the message group is free again. One write
-- per message group and claim, none per message. Returns one row with the lease's messages in the order of its bits, or
-- none. filtered: messages that the cursor moved over because of their tag; without a lease when there are only those.
-- Of what was passed over behind a busy message group, tags are compared again when it is free, and nothing is counted.
CREATE OR REPLACE FUNCTION fifo_log_claim(
  p_now timestamptz, p_group int, p_queue int, p_want int, p_tags text[], p_window int, p_invisible_ms bigint,
    p_client int, p_auto_renew boolean, p_attempt_id text
) RETURNS TABLE (lease_id bigint, offs bigint[], segs int[], expires_at timestamptz, filtered bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_start bigint;
  v_pos bigint;
  v_seg int;
  v_next_seg int;
  v_window int;
  v_end bigint;
  v_left int := p_want;
  v_rows int;
  v_empty tid[];
  v_cut text;
  v_off bigint[];
  v_offs bigint[] := '{}';
  v_segs int[] := '{}';
  v_keys text[] := '{}';
  v_places tid[] := '{}';
  v_of_place tid[];
  v_masks bigint[];
  v_last bigint[];
  v_of_seg int[];
  v_mgroup text[];
  v_busy tid[];
  v_skipped tid[] := '{}';
  v_lease bigint;
  v_filtered bigint := 0;
  v_left_out bigint;
  v_expires timestamptz := p_now + p_invisible_ms * interval '1 ms';
BEGIN
  -- As log_cursor, by hand: it is read at each claim.
  SELECT l.end_off, l.seg INTO v_pos, v_seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT gq.start_off, gq.start_seg INTO v_pos, v_seg FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = p_queue;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  v_start := v_pos;

  -- 1. Message groups that are free again, longest waiting first. One row more than wanted: is the last one cut short?
  IF EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.state = 0) THEN
    SELECT array_agg(w.off ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL), array_agg(w.seg
      ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL),
           array_agg(w.mgroup ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL), array_agg(w.place
             ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL),
           array_agg(w.place) FILTER (WHERE w.off IS NULL), count(*)
      INTO v_off, v_of_seg, v_mgroup, v_of_place, v_empty, v_rows
      FROM (SELECT f.place, f.mgroup, f.ready_seq, m.off, m.seg
              FROM (SELECT g.ctid AS place, g.mgroup, g.pos, g.ready_seq FROM fifo_group g
                     WHERE g.group_id = p_group AND g.queue_id = p_queue AND g.state = 0 ORDER BY g.ready_seq
                       LIMIT p_want) f
              LEFT JOIN LATERAL (
                SELECT a.off, a.seg FROM message a
                 WHERE a.queue_id = p_queue AND a.mgroup = f.mgroup AND a.off > f.pos AND a.off < v_start
                   AND (p_tags IS NULL OR a.tag = ANY (p_tags))
                 ORDER BY a.off LIMIT p_want + 1) m ON true
             LIMIT p_want + 1) w;
  END IF;
  IF v_empty IS NOT NULL THEN
    DELETE FROM fifo_group f WHERE f.ctid = ANY (v_empty);
  END IF;
  IF v_off IS NOT NULL THEN
    v_offs := v_off[1:p_want];
    v_segs := v_of_seg[1:p_want];
    v_keys := v_mgroup[1:p_want];
    v_places := v_of_place[1:p_want];
    v_left := p_want - cardinality(v_offs);
    IF v_rows > p_want THEN
      v_cut := v_keys[cardinality(v_keys)];
      v_left := 0;
    END IF;
  END IF;

  -- 2. New messages from the cursor, which stops right after the last one taken. A small window serves the usual case;
  -- behind a wide blocked stretch it is read in large steps.
  v_window := least(p_window, v_left + 16);
  FOR v_pass IN 1..9 LOOP
    EXIT WHEN v_left <= 0 OR (v_pass > 2 AND cardinality(v_offs) > 0);
    WITH win AS MATERIALIZED (
      SELECT m.off, fifo_key(m.mgroup, m.off) AS mgroup, p_tags IS NULL OR coalesce(m.tag = ANY (p_tags),
        false) AS matches
        FROM message m WHERE m.queue_id = p_queue AND m.seg = v_seg AND m.off >= v_pos ORDER BY m.off LIMIT v_window
    ), looked AS MATERIALIZED (
      -- What this claim has of a message group already, this comes right behind.
      SELECT w.off, w.mgroup, w.matches, f.place IS NOT NULL AND w.mgroup <> ALL (v_keys) AS busy, CASE
        WHEN NOT f.skipped THEN f.place END AS unflagged
        FROM win w
        LEFT JOIN LATERAL (
          SELECT g.ctid AS place, g.skipped FROM fifo_group g
           WHERE w.matches AND g.group_id = p_group AND g.queue_id = p_queue AND g.mgroup = w.mgroup LIMIT 1) f ON true
    ), free AS MATERIALIZED (
      SELECT l.off, l.mgroup FROM looked l WHERE l.matches AND NOT l.busy ORDER BY l.off LIMIT v_left
    ), stop AS MATERIALIZED (
      SELECT CASE WHEN (SELECT count(*) FROM free) = v_left THEN (SELECT max(f.off) FROM free f) ELSE (SELECT max(w.off)
        FROM win w) END AS off
    )
    SELECT (SELECT array_agg(f.off) FROM free f), (SELECT array_agg(f.mgroup) FROM free f),
           (SELECT array_agg(DISTINCT l.unflagged) FROM looked l WHERE l.busy AND l.off <= s.off
             AND l.unflagged IS NOT NULL), s.off + 1,
           (SELECT count(*) FROM looked l WHERE NOT l.matches AND l.off <= s.off)
      INTO v_off, v_mgroup, v_busy, v_end, v_left_out
      FROM stop s;
    IF v_end IS NULL THEN
      SELECT s.seg INTO v_next_seg FROM log_segment(p_queue, v_seg, v_pos) s;
      EXIT WHEN NOT FOUND;
      v_seg := v_next_seg;
      CONTINUE;
    END IF;
    v_pos := v_end;
    v_filtered := v_filtered + v_left_out;
    IF v_off IS NOT NULL THEN
      v_offs := v_offs || v_off;
      v_segs := v_segs || array_fill(v_seg, ARRAY[cardinality(v_off)]);
      v_keys := v_keys || v_mgroup;
      v_places := v_places || array_fill(NULL::tid, ARRAY[cardinality(v_off)]);
      v_left := v_left - cardinality(v_off);
    END IF;
    IF v_busy IS NOT NULL THEN v_skipped := v_skipped || v_busy; END IF;
    v_window := CASE WHEN v_pass = 1 THEN least(p_window, 4 * v_left + 32) ELSE p_window END;
  END LOOP;

  IF cardinality(v_skipped) > 0 THEN
    UPDATE fifo_group f SET skipped = true WHERE f.ctid = ANY (v_skipped);
  END IF;
  IF cardinality(v_offs) = 0 THEN
    IF v_pos > v_start THEN
      INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at,
        expires_at)
      VALUES (p_group, p_queue, nextval('epoch_seq'), 2, v_seg, v_start, v_pos, 0, 0, false, p_now, p_now);
    END IF;
    IF v_filtered > 0 THEN RETURN QUERY SELECT NULL::bigint, NULL::bigint[], NULL::int[], v_expires, v_filtered; END IF;
    RETURN;
  END IF;

  -- In the order of the log, whatever message group each is of: so are its bits.
  v_lease := nextval('epoch_seq');
  WITH taken AS MATERIALIZED (
    SELECT t.*, (row_number() OVER (ORDER BY t.off) - 1)::int AS bit
      FROM unnest(v_offs, v_segs, v_keys, v_places) t (off, seg, mgroup, place)
  ), key AS MATERIALIZED (
    -- One that was free again has its row already.
    SELECT t.mgroup, max(t.place) AS place, bit_or(1::bigint << t.bit) AS mask, max(t.off) AS pos FROM taken t
      GROUP BY t.mgroup
  ), busy AS (
    INSERT INTO fifo_group (group_id, queue_id, mgroup, state, lease_id, mask, pos, since)
    SELECT p_group, p_queue, k.mgroup, 1, v_lease, k.mask, k.pos, p_now FROM key k WHERE k.place IS NULL
  )
  SELECT (SELECT array_agg(t.off ORDER BY t.off) FROM taken t), (SELECT array_agg(t.seg ORDER BY t.off) FROM taken t),
         array_agg(k.mgroup), array_agg(k.place), array_agg(k.mask), array_agg(k.pos)
    INTO v_offs, v_segs, v_keys, v_places, v_masks, v_last
    FROM key k WHERE k.place IS NOT NULL;
  IF v_places IS NOT NULL THEN
    UPDATE fifo_group f SET state = 1, lease_id = v_lease, mask = w.mask, pos = w.pos,
      skipped = coalesce(w.mgroup = v_cut, false), ready_seq = NULL, since = p_now
      FROM unnest(v_keys, v_places, v_masks, v_last) w (mgroup, place, mask, pos) WHERE f.ctid = w.place;
  END IF;
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
    expires_at, client_id, auto_renew, attempt_id)
  VALUES (p_group, p_queue, v_lease, 1, v_seg, v_offs[1], v_pos, cardinality(v_offs), v_offs,
    (1::bigint << cardinality(v_offs)) - 1, true, p_now, v_expires,
          p_client, p_auto_renew, p_attempt_id);
  RETURN QUERY SELECT v_lease, v_offs, v_segs, v_expires, v_filtered;
END $$;
