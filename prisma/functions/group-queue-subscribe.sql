-- Makes the claim-lock rows of a group for every queue of a topic. A new subscription starts at the first
-- message stored since the group was created or got its message model (offsets rise with store time, so a binary search
-- finds it); on a dead-letter topic at its oldest: who subscribes to dead letters wants the ones that are there.
-- Never null: all.
CREATE OR REPLACE FUNCTION group_queue_subscribe(p_now timestamptz, p_group int, p_topic int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_since timestamptz := (SELECT CASE WHEN EXISTS (SELECT 1 FROM dead_letter_topic d
    WHERE d.topic_id = p_topic) THEN '-infinity'
                                      ELSE coalesce(g.model_since, g.created_at) END
                            FROM consumer_group g WHERE g.group_id = p_group);
  v_queue record;
  v_low bigint;
  v_high bigint;
  v_mid bigint;
  v_at timestamptz;
  v_made int := 0;
BEGIN
  -- Deleted meanwhile: a claim finds nothing to claim.
  PERFORM 1 FROM consumer_group g WHERE g.group_id = p_group FOR KEY SHARE;
  IF NOT FOUND THEN RETURN 0; END IF;
  FOR v_queue IN
    SELECT q.queue_id, q.seg, q.base_off FROM queue q
     WHERE q.topic_id = p_topic AND NOT EXISTS (SELECT 1 FROM group_queue gq WHERE gq.group_id = p_group
       AND gq.queue_id = q.queue_id)
     ORDER BY q.queue_id
  LOOP
    SELECT coalesce(min(qs.first_off), 0) INTO v_low FROM queue_segment qs WHERE qs.queue_id = v_queue.queue_id;
    SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = v_queue.queue_id AND m.seg = v_queue.seg
      ORDER BY m.off DESC LIMIT 1), v_queue.base_off)
      INTO v_high;
    WHILE v_low < v_high LOOP
      v_mid := (v_low + v_high) / 2;
      SELECT m.stored_at INTO v_at FROM message m WHERE m.queue_id = v_queue.queue_id AND m.off >= v_mid ORDER BY m.off
        LIMIT 1;
      IF v_at IS NULL OR v_at >= v_since THEN v_high := v_mid; ELSE v_low := v_mid + 1; END IF;
    END LOOP;
    INSERT INTO group_queue (group_id, queue_id, start_seg, start_off, since)
    SELECT p_group, v_queue.queue_id,
           coalesce((SELECT max(qs.seg) FROM queue_segment qs WHERE qs.queue_id = v_queue.queue_id
             AND qs.first_off <= v_low), v_queue.seg), v_low, v_now
    ON CONFLICT DO NOTHING;
    v_made := v_made + 1;
  END LOOP;
  RETURN v_made;
END $$;
