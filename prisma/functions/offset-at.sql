-- The offset of the first message of a queue that was stored at p_at or later; one past the last when there is none.
-- Offsets rise with the time of storing, so a binary search finds it.
-- Never null: all.
CREATE OR REPLACE FUNCTION offset_at(p_queue int, p_at timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_low bigint;
  v_high bigint;
  v_mid bigint;
  v_at timestamptz;
BEGIN
  SELECT m.off INTO v_low FROM message m WHERE m.queue_id = p_queue ORDER BY m.off LIMIT 1;
  SELECT m.off + 1 INTO v_high FROM message m WHERE m.queue_id = p_queue ORDER BY m.off DESC LIMIT 1;
  IF v_low IS NULL THEN RETURN coalesce((SELECT q.base_off FROM queue q WHERE q.queue_id = p_queue), 0); END IF;
  IF p_at = '-infinity' THEN RETURN v_low; END IF;
  IF p_at = 'infinity' THEN RETURN v_high; END IF;
  WHILE v_low < v_high LOOP
    v_mid := (v_low + v_high) / 2;
    SELECT m.stored_at INTO v_at FROM message m WHERE m.queue_id = p_queue AND m.off >= v_mid ORDER BY m.off LIMIT 1;
    IF v_at IS NULL OR v_at >= p_at THEN v_high := v_mid; ELSE v_low := v_mid + 1; END IF;
  END LOOP;
  RETURN v_low;
END $$;
