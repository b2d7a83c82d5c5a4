-- The end of a failed delivery in a broadcast group: on record, and nothing else. No retry, no dead letter.
CREATE OR REPLACE FUNCTION message_drop(
  p_now timestamptz, p_group int, p_queue int[], p_off bigint[], p_generation int[], p_attempts int[], p_epoch bigint[],
    p_client int[],
  p_cause text, p_policy_version int
) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_count int;
BEGIN
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
    policy_version)
  SELECT p_group, i.queue_id, i.off, i.generation, i.attempts, 'Dropped', p_cause, i.epoch, i.client_id, p_now,
    p_policy_version
    FROM unnest(p_queue, p_off, p_generation, p_attempts, p_epoch, p_client) i (queue_id, off, generation, attempts,
      epoch, client_id);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
