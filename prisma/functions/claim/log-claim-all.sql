-- Claims the next messages of one queue for waiting receivers of an unordered group that take every tag: one lease for
-- each of them, all in one statement, and the last one's end is the cursor. The caller holds the group_queue lock.
-- p_left, p_room: messages and bytes that each receiver still takes; one message is taken however large it is. Returns
-- one row per lease; no_room: that receiver had none for the next message, and who comes after it was not served. No
-- row: queue exhausted.
CREATE OR REPLACE FUNCTION log_claim_all(
  p_now timestamptz, p_group int, p_queue int, p_left int[], p_room bigint[], p_invisible_ms bigint[], p_client int[],
    p_auto_renew boolean[], p_attempt_id text[]
) RETURNS TABLE (receiver int, lease_id bigint, offs bigint[], seg int, bytes bigint, expires_at timestamptz,
  no_room boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_pos bigint;
  v_seg int;
  v_wanted int := 0;
  v_least_room bigint := (SELECT min(r) FROM unnest(p_room) r);
  v_from int[] := '{}';
BEGIN
  -- As log_cursor, by hand: it is read at each claim.
  SELECT l.end_off, l.seg INTO v_pos, v_seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT gq.start_off, gq.start_seg INTO v_pos, v_seg FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = p_queue;
  END IF;
  FOR i IN 1..cardinality(p_left) LOOP
    v_from := v_from || (v_wanted + 1);
    v_wanted := v_wanted + p_left[i];
  END LOOP;
  LOOP
    RETURN QUERY
    WITH win AS MATERIALIZED (
      SELECT w.off, w.bytes, width_bucket(w.rank::int, v_from) AS receiver
        FROM (SELECT m.off, octet_length(m.body) AS bytes, row_number() OVER (ORDER BY m.off) AS rank
                FROM (SELECT a.off, a.body FROM message a WHERE a.queue_id = p_queue AND a.seg = v_seg
                  AND a.off >= v_pos ORDER BY a.off LIMIT v_wanted) m) w
    ), stop AS MATERIALIZED (
      -- Nearly always there is room for all of them: then no sums are made message by message.
      SELECT p.off, p.receiver
        FROM (SELECT w.off, w.receiver, row_number() OVER own AS rank, sum(w.bytes) OVER own AS upto
                FROM win w WHERE (SELECT sum(a.bytes) FROM win a) > v_least_room
              WINDOW own AS (PARTITION BY w.receiver ORDER BY w.off)) p
       WHERE p.rank > 1 AND p.upto > p_room[p.receiver] ORDER BY p.off LIMIT 1
    ), numbered AS MATERIALIZED (
      SELECT nextval('epoch_seq') AS lease_id, b.*, p_now + p_invisible_ms[b.receiver] * interval '1 ms' AS expires_at
        FROM (SELECT w.receiver, array_agg(w.off ORDER BY w.off) AS offs, count(*)::int AS n, min(w.off) AS base_off,
          max(w.off) + 1 AS end_off, sum(w.bytes) AS bytes
                FROM win w WHERE w.off < coalesce((SELECT s.off FROM stop s), 9223372036854775807)
               GROUP BY w.receiver ORDER BY w.receiver) b
    ), leased AS (
      INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
        expires_at, client_id, auto_renew, attempt_id)
      SELECT p_group, p_queue, n.lease_id, 0, v_seg, n.base_off, n.end_off, n.n, CASE
        WHEN n.end_off - n.base_off <> n.n THEN n.offs END,
             (1::bigint << n.n) - 1, true, p_now, n.expires_at, p_client[n.receiver], p_auto_renew[n.receiver],
               p_attempt_id[n.receiver]
        FROM numbered n
    )
    SELECT n.receiver, n.lease_id, n.offs, v_seg, n.bytes::bigint, n.expires_at,
           coalesce(n.receiver = (SELECT s.receiver FROM stop s), false)
      FROM numbered n ORDER BY n.receiver;
    EXIT WHEN FOUND;
    SELECT s.seg INTO v_seg FROM log_segment(p_queue, v_seg, v_pos) s;
    EXIT WHEN NOT FOUND;
  END LOOP;
END $$;
