-- A group goes back to clustering: it reads on from here, as its members had what was before. Only queues it read in an
-- earlier time as a clustering group have a cursor to move; the caller holds their locks.
CREATE OR REPLACE FUNCTION group_restart(p_now timestamptz, p_group int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_count int;
BEGIN
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at, expires_at)
  SELECT gq.group_id, gq.queue_id, nextval('epoch_seq'), 2, q.seg, t.off, t.off, 0, 0, false, v_now, v_now
    FROM group_queue gq JOIN queue q ON q.queue_id = gq.queue_id
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg
        ORDER BY m.off DESC LIMIT 1), q.base_off) AS off) t
   WHERE gq.group_id = p_group;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
