-- Moves the queues of one topic to the newest segment: under their locks, so that every message of the older segment is
-- committed before the first of the newer one. Offsets go on where they were. Returns how many queues moved.
-- Never null: all.
CREATE OR REPLACE FUNCTION segment_enter(p_topic int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_seg int := (SELECT max(s.seg) FROM segment s);
  v_queue record;
  v_next bigint;
  v_moved int := 0;
BEGIN
  FOR v_queue IN SELECT q.queue_id, q.seg, q.base_off FROM queue q WHERE q.topic_id = p_topic AND q.seg < v_seg
    ORDER BY q.queue_id FOR NO KEY UPDATE LOOP
    SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = v_queue.queue_id AND m.seg = v_queue.seg
      ORDER BY m.off DESC LIMIT 1), v_queue.base_off)
      INTO v_next;
    UPDATE queue q SET seg = v_seg, base_off = v_next WHERE q.queue_id = v_queue.queue_id;
    INSERT INTO queue_segment (queue_id, seg, first_off) VALUES (v_queue.queue_id, v_seg, v_next);
    v_moved := v_moved + 1;
  END LOOP;
  RETURN v_moved;
END $$;
