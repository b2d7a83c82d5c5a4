-- A simple consumer changes the invisible duration of a re-delivery: new end counted from now, new epoch. Null: lease
-- lost. It has the message: a repeat of its receive does not give this one back any more.
CREATE OR REPLACE FUNCTION retry_extend(p_now timestamptz, p_group int, p_queue int, p_off bigint, p_epoch bigint,
  p_invisible_ms bigint) RETURNS bigint
LANGUAGE sql AS $$
  WITH extended AS (
    UPDATE retry r SET epoch = nextval('epoch_seq'), unrecorded = false,
           attempt_id = CASE WHEN r.mgroup IS NOT NULL THEN r.attempt_id END,
           visible_at = coalesce(p_now, clock_timestamp()) + p_invisible_ms * interval '1 ms'
      -- As it was: with the same epoch it is the same delivery.
      FROM retry o
     WHERE o.group_id = p_group AND o.queue_id = p_queue AND o.off = p_off
       AND r.group_id = p_group AND r.queue_id = p_queue AND r.off = p_off AND r.epoch = p_epoch AND NOT r.early
       AND r.visible_at > coalesce(p_now, clock_timestamp())
    RETURNING r.*, o.unrecorded AS begins
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id, begun_at, begun_epoch)
    SELECT e.group_id, e.queue_id, e.off, e.generation, e.attempt, 'Inflight', 'extended', e.epoch, e.client_id,
      coalesce(p_now, clock_timestamp()),
           e.visible_at, e.policy_version, e.redrive_id, CASE WHEN e.begins THEN e.leased_at END,
      CASE WHEN e.begins THEN p_epoch END
      FROM extended e
  )
  SELECT e.epoch FROM extended e;
$$;
