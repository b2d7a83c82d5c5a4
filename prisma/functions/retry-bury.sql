-- The maximum was lowered while messages waited: one that is due and over the current limit is dead, not delivered.
-- While its group is paused it waits.
-- Returns how many of which queue.
-- Never null: all.
CREATE OR REPLACE FUNCTION retry_bury(p_now timestamptz, p_limit int) RETURNS TABLE (group_id int, queue_id int,
  buried int)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_group record;
  v_dead record;
  v_group_id int := 0;
BEGIN
  LOOP
    -- From one group in which messages wait to the next: the others cost nothing.
    SELECT r.group_id INTO v_group_id FROM retry r
     WHERE pair(r.group_id, r.attempt) >= pair(v_group_id + 1, 0) AND NOT r.leased
     ORDER BY pair(r.group_id, r.attempt) LIMIT 1;
    EXIT WHEN NOT FOUND;
    SELECT g.group_id, g.version, g.max_retries, g.delivery_order = 'ordered' AS ordered INTO v_group
      FROM consumer_group g WHERE g.group_id = v_group_id AND g.broadcast_of IS NULL AND g.paused_at IS NULL;
    CONTINUE WHEN NOT FOUND;
    CONTINUE WHEN NOT EXISTS (SELECT 1 FROM retry r WHERE pair(r.group_id, r.attempt) > pair(v_group.group_id,
      v_group.max_retries) AND pair(r.group_id, r.attempt) < pair(v_group.group_id + 1, 0) AND NOT r.leased
      AND r.visible_at <= v_now);
    PERFORM 1 FROM consumer_group g WHERE g.group_id = v_group.group_id FOR KEY SHARE;
    IF v_group.ordered THEN
      PERFORM 1 FROM group_queue gq WHERE gq.group_id = v_group.group_id ORDER BY gq.queue_id FOR NO KEY UPDATE;
    END IF;
    FOR v_dead IN
      WITH over AS MATERIALIZED (
        SELECT r.queue_id, r.off FROM retry r
         WHERE pair(r.group_id, r.attempt) > pair(v_group.group_id, v_group.max_retries)
           AND pair(r.group_id, r.attempt) < pair(v_group.group_id + 1, 0)
           AND NOT r.leased AND r.visible_at <= v_now
         ORDER BY r.queue_id, r.off LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM retry r USING over o
         WHERE r.group_id = v_group.group_id AND r.queue_id = o.queue_id AND r.off = o.off
        RETURNING r.*
      )
      SELECT array_agg(g.queue_id) AS queue_id, array_agg(g.off) AS off, array_agg(g.seg) AS seg,
        array_agg(g.generation) AS generation,
             array_agg(g.attempt::int) AS attempt, array_agg(g.epoch) AS epoch, array_agg(g.client_id) AS client_id,
               array_agg(g.redrive_id) AS redrive_id
        FROM gone g
    LOOP
      CONTINUE WHEN v_dead.off IS NULL;
      PERFORM message_bury(v_now, v_group.group_id, v_dead.queue_id, v_dead.off, v_dead.seg, v_dead.generation,
        v_dead.attempt, v_dead.epoch,
                           v_dead.client_id, v_dead.redrive_id, 'limit-lowered', v_group.version);
      IF v_group.ordered THEN
        PERFORM fifo_settle_messages(v_now, array_fill(v_group.group_id, ARRAY[array_length(v_dead.off, 1)]),
          v_dead.queue_id, v_dead.off);
      END IF;
      RETURN QUERY SELECT v_group.group_id, d.queue_id, count(*)::int FROM unnest(v_dead.queue_id) d (queue_id)
        GROUP BY d.queue_id;
    END LOOP;
  END LOOP;
END $$;
