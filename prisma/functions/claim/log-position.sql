-- Where a group stands in a queue. The SQL functions are of one SELECT: the planner puts them into the statements that
-- use them.

-- The cursor: the end of the newest lease, and before the first one where the subscription began. No row: not
-- subscribed.
CREATE OR REPLACE FUNCTION log_cursor(p_group int, p_queue int) RETURNS TABLE (off bigint, seg int)
LANGUAGE sql STABLE ROWS 1 AS $$
  (SELECT l.end_off, l.seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1)
  UNION ALL
  (SELECT gq.start_off, gq.start_seg FROM group_queue gq
    WHERE gq.group_id = p_group AND gq.queue_id = p_queue
      AND NOT EXISTS (SELECT 1 FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue))
  LIMIT 1;
$$;

-- The segment in which the log of a queue goes on at p_off, which is in p_seg or, with that one read to its end, in a
-- newer one. No row: nothing is there. One snapshot for all: one that sees a newer segment sees every row of the older
-- one.
CREATE OR REPLACE FUNCTION log_segment(p_queue int, p_seg int, p_off bigint) RETURNS TABLE (seg int)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT s.seg
    FROM queue_segment s
   CROSS JOIN LATERAL (
     SELECT 1 FROM message m WHERE m.queue_id = s.queue_id AND m.seg = s.seg AND m.off >= p_off LIMIT 1) m
   WHERE s.queue_id = p_queue AND s.seg >= p_seg
   ORDER BY s.seg LIMIT 1;
$$;

-- Both at once; seg is null when there is nothing behind the cursor. All null: not subscribed.
CREATE OR REPLACE FUNCTION log_position(p_group int, p_queue int, OUT from_off bigint, OUT from_seg int, OUT seg int)
LANGUAGE sql STABLE AS $$
  SELECT c.off, c.seg, (SELECT s.seg FROM log_segment(p_queue, c.seg, c.off) s)
    FROM log_cursor(p_group, p_queue) c;
$$;

-- Is there anything behind the cursor? Index probes, no lock.
CREATE OR REPLACE FUNCTION log_has_ready(p_group int, p_queue int) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_pos bigint;
  v_seg int;
BEGIN
  SELECT c.off, c.seg INTO v_pos, v_seg FROM log_cursor(p_group, p_queue) c;
  IF NOT FOUND THEN RETURN false; END IF;
  RETURN EXISTS (SELECT 1 FROM message m WHERE m.queue_id = p_queue AND m.seg >= v_seg AND m.off >= v_pos);
END $$;
