-- Acknowledges re-deliveries: the row goes, its Commit event stays. A repeat of the winning ack finds that event and is OK.
CREATE OR REPLACE FUNCTION retry_ack(p_now timestamptz, p_group int[], p_queue int[], p_off bigint[], p_epoch bigint[], p_ordered boolean)
RETURNS TABLE (ord bigint, acked boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(p_group, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  WITH done AS (
    DELETE FROM retry r USING unnest(p_group, p_queue, p_off, p_epoch) w (group_id, queue_id, off, epoch)
     WHERE r.group_id = w.group_id AND r.queue_id = w.queue_id AND r.off = w.off AND r.epoch = w.epoch AND r.leased AND r.visible_at > v_now
    RETURNING r.*
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, policy_version, redrive_id)
  SELECT d.group_id, d.queue_id, d.off, d.generation, d.attempt, 'Commit', 'acked', d.epoch, d.client_id, v_now, d.policy_version, d.redrive_id FROM done d;
  IF p_ordered THEN PERFORM fifo_settle_messages(v_now, p_group, p_queue, p_off); END IF;
  RETURN QUERY
  SELECT w.ord, EXISTS (SELECT 1 FROM delivery_event e
                         WHERE e.group_id = w.group_id AND e.queue_id = w.queue_id AND e.off = w.off AND e.epoch = w.epoch AND e.state = 'Commit')
    FROM unnest(p_group, p_queue, p_off, p_epoch) WITH ORDINALITY w (group_id, queue_id, off, epoch, ord);
END $$;
