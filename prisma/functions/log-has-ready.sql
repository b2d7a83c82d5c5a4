-- Is there anything behind the cursor of this (group, queue)? Two index probes, no lock.
CREATE OR REPLACE FUNCTION log_has_ready(p_group int, p_queue int) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_pos bigint;
  v_seg int;
BEGIN
  SELECT l.end_off, l.seg INTO v_pos, v_seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT gq.start_off, gq.start_seg INTO v_pos, v_seg FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = p_queue;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  RETURN EXISTS (SELECT 1 FROM message m WHERE m.queue_id = p_queue AND m.seg >= v_seg AND m.off >= v_pos);
END $$;
