-- Ends messages that failed before and that the filter does not match any more: consumed for the group, never
-- delivered. The epoch says that nothing happened to them since the filter looked. Returns how many ended so.
CREATE OR REPLACE FUNCTION filter_drop(p_now timestamptz, p_group int, p_queue int[], p_off bigint[], p_epoch bigint[],
  p_ordered boolean) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_queue int[];
  v_off bigint[];
BEGIN
  IF coalesce(cardinality(p_off), 0) = 0 THEN RETURN 0; END IF;
  WITH named AS MATERIALIZED (
    SELECT r.queue_id, r.off FROM unnest(p_queue, p_off, p_epoch) w (queue_id, off, epoch)
     CROSS JOIN LATERAL (SELECT s.queue_id, s.off FROM retry s
                          WHERE s.group_id = p_group AND s.queue_id = w.queue_id AND s.off = w.off AND s.epoch = w.epoch
                            LIMIT 1
                            FOR NO KEY UPDATE SKIP LOCKED) r
  ), gone AS (
    DELETE FROM retry r USING named n WHERE r.group_id = p_group AND r.queue_id = n.queue_id AND r.off = n.off
      RETURNING r.*
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      policy_version, redrive_id)
    SELECT p_group, g.queue_id, g.off, g.generation, g.attempt, 'Commit', 'filtered', g.epoch, g.client_id,
      coalesce(p_now, clock_timestamp()), g.policy_version, g.redrive_id
      FROM gone g ORDER BY g.queue_id, g.off
    RETURNING delivery_event.queue_id, delivery_event.off
  )
  SELECT array_agg(r.queue_id), array_agg(r.off) INTO v_queue, v_off FROM recorded r;
  IF v_off IS NULL THEN RETURN 0; END IF;
  IF p_ordered THEN
    PERFORM fifo_settle_messages(coalesce(p_now, clock_timestamp()), array_fill(p_group, ARRAY[cardinality(v_off)]),
      v_queue, v_off);
  END IF;
  RETURN cardinality(v_off);
END $$;
