-- Takes back what no client has fetched yet: re-driven messages with attempt 0 become dead letters again, in one
-- transaction, as they were before an edit.
-- Never null: all.
CREATE OR REPLACE FUNCTION redrive_recall(p_now timestamptz, p_redrive int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_job record;
  v_back record;
  v_count int := 0;
BEGIN
  SELECT r.*, g.version, g.delivery_order = 'ordered' AS ordered INTO v_job
    FROM redrive r JOIN consumer_group g ON g.group_id = r.group_id WHERE r.redrive_id = p_redrive
      FOR NO KEY UPDATE OF r FOR KEY SHARE OF g;
  IF NOT FOUND THEN RETURN 0; END IF;
  IF v_job.ordered THEN
    PERFORM 1 FROM group_queue gq WHERE gq.group_id = v_job.group_id ORDER BY gq.queue_id FOR NO KEY UPDATE;
  END IF;
  v_now := coalesce(p_now, clock_timestamp());
  WITH gone AS (
    DELETE FROM retry r USING redrive_item i
     WHERE i.redrive_id = p_redrive AND i.state = 'moved' AND r.group_id = i.group_id AND r.queue_id = i.queue_id
       AND r.off = i.off
       AND r.generation = i.generation + 1 AND r.attempt = 0 AND NOT r.leased
    RETURNING r.*, i.ord
  ), marked AS (
    UPDATE redrive_item i SET state = 'recalled' FROM gone g WHERE i.redrive_id = p_redrive AND i.ord = g.ord
  )
  SELECT array_agg(g.queue_id) AS queue_id, array_agg(g.off) AS off,
    array_agg(coalesce((SELECT e.former_seg FROM edited_message e WHERE e.redrive_id = p_redrive
      AND e.queue_id = g.queue_id AND e.off = g.off AND e.seg = g.seg), g.seg)) AS seg,
    array_agg(g.generation) AS generation, array_agg(g.epoch) AS epoch
    INTO v_back FROM gone g;
  IF v_back.off IS NOT NULL THEN
    v_count := array_length(v_back.off, 1);
    PERFORM message_bury(v_now, v_job.group_id, v_back.queue_id, v_back.off, v_back.seg, v_back.generation,
      array_fill(0, ARRAY[v_count]), v_back.epoch,
                         array_fill(NULL::int, ARRAY[v_count]), array_fill(p_redrive, ARRAY[v_count]), 'recalled',
                           v_job.version);
    IF v_job.ordered THEN
      PERFORM fifo_settle_messages(v_now, array_fill(v_job.group_id, ARRAY[v_count]), v_back.queue_id, v_back.off);
    END IF;
  END IF;
  RETURN v_count;
END $$;
