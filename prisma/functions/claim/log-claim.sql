-- Claims the next messages of one queue for one receiver of an unordered group with a tag filter, as one lease, and
-- moves the cursor. The caller holds the group_queue lock. Messages the tag filter does not match count as consumed.
-- Returns one row: the lease and its offsets. No offsets: the cursor moved over messages that do not match (more may
-- follow). filtered: messages it moved over because of their tag. No row: queue exhausted.
CREATE OR REPLACE FUNCTION log_claim(
  p_now timestamptz, p_group int, p_queue int, p_want int, p_max_bytes bigint, p_tags text[], p_invisible_ms bigint,
  p_client int, p_auto_renew boolean, p_attempt_id text
) RETURNS TABLE (lease_id bigint, offs bigint[], seg int, bytes bigint, expires_at timestamptz, filtered bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_pos bigint;
  v_seg int;
  v_offs bigint[];
  v_n int;
  v_end bigint;
  v_bytes bigint;
  v_filtered bigint;
  v_lease bigint;
  v_expires timestamptz := p_now + p_invisible_ms * interval '1 ms';
BEGIN
  -- As log_cursor, by hand: it is read at each claim.
  SELECT l.end_off, l.seg INTO v_pos, v_seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT gq.start_off, gq.start_seg INTO v_pos, v_seg FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = p_queue;
  END IF;
  SELECT s.seg INTO v_seg FROM log_segment(p_queue, v_seg, v_pos) s;
  IF NOT FOUND THEN RETURN; END IF;

  WITH win AS MATERIALIZED (
    SELECT m.off, m.tag, octet_length(m.body) AS bytes FROM message m
     WHERE m.queue_id = p_queue AND m.seg = v_seg AND m.off >= v_pos ORDER BY m.off LIMIT 2000
  ), hit AS MATERIALIZED (
    SELECT w.off, row_number() OVER (ORDER BY w.off) AS rank, sum(w.bytes) OVER (ORDER BY w.off) AS bytes FROM win w
      WHERE w.tag = ANY (p_tags)
  ), taken AS (
    SELECT h.off, h.bytes FROM hit h WHERE h.rank <= p_want AND (h.rank = 1 OR h.bytes <= p_max_bytes)
  ), stop AS MATERIALIZED (
    -- all matches taken: the whole window is behind us; else stop right after the last one taken
    SELECT CASE WHEN (SELECT count(*) FROM taken) = (SELECT count(*) FROM hit) THEN (SELECT max(w.off) + 1 FROM win w)
      ELSE (SELECT max(t.off) + 1 FROM taken t) END AS off
  )
  SELECT (SELECT array_agg(t.off ORDER BY t.off) FROM taken t), s.off, (SELECT max(t.bytes) FROM taken t),
         (SELECT count(*) FROM win w WHERE w.off < s.off) - (SELECT count(*) FROM taken)
    INTO v_offs, v_end, v_bytes, v_filtered
    FROM stop s;

  v_n := coalesce(array_length(v_offs, 1), 0);
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
    expires_at, client_id, auto_renew, attempt_id)
  SELECT p_group, p_queue, nextval('epoch_seq'), CASE WHEN v_n = 0 THEN 2 ELSE 0 END, v_seg, CASE
    WHEN v_n = 0 THEN v_pos ELSE v_offs[1] END, v_end, v_n,
         CASE WHEN v_n > 0 AND v_end - v_offs[1] = v_n THEN NULL WHEN v_n > 0 THEN v_offs END,
         (1::bigint << v_n) - 1, v_n > 0, p_now, v_expires, p_client, p_auto_renew AND v_n > 0, p_attempt_id
  RETURNING lease.lease_id INTO v_lease;
  RETURN QUERY SELECT v_lease, v_offs, v_seg, coalesce(v_bytes, 0), v_expires, v_filtered;
END $$;
