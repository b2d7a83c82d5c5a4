-- Ends re-deliveries of one group as failed: each waits again, or is dead-lettered when it was the last allowed one.
-- Delays per item (they depend on the attempt); null: ready again at once. Returns the items that failed now.
-- p_phase as in lease_fail. A waiting row gets a new epoch: the handle of the failed delivery must not match it.
CREATE OR REPLACE FUNCTION retry_fail(
  p_now timestamptz, p_group int, p_queue int[], p_off bigint[], p_epoch bigint[], p_delay_ms bigint[], p_cause text, p_policy_version int,
  p_ordered boolean, p_phase text
) RETURNS TABLE (ord bigint, dead boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_groups int[] := array_fill(p_group, ARRAY[array_length(p_queue, 1)]);
  v_max_retries int := group_guard(p_group, p_policy_version);
  v_row retry;
  v_queue int[] := '{}';
  v_off bigint[] := '{}';
  v_seg int[] := '{}';
  v_generation int[] := '{}';
  v_attempt int[] := '{}';
  v_epoch bigint[] := '{}';
  v_client int[] := '{}';
  v_redrive int[] := '{}';
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(v_groups, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  FOR i IN 1..array_length(p_off, 1) LOOP
    SELECT * INTO v_row FROM retry r
     WHERE r.group_id = p_group AND r.queue_id = p_queue[i] AND r.off = p_off[i] AND r.epoch = p_epoch[i] AND NOT r.early
       AND (p_phase = 'any' OR (r.visible_at > v_now) = (p_phase = 'live')) FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND OR NOT v_row.leased;
    ord := i;
    dead := v_row.attempt > v_max_retries;
    IF dead THEN
      DELETE FROM retry r WHERE r.group_id = p_group AND r.queue_id = p_queue[i] AND r.off = p_off[i];
      v_queue := v_queue || v_row.queue_id;
      v_off := v_off || v_row.off;
      v_seg := v_seg || v_row.seg;
      v_generation := v_generation || v_row.generation;
      v_attempt := v_attempt || v_row.attempt::int;
      v_epoch := v_epoch || v_row.epoch;
      v_client := v_client || v_row.client_id;
      v_redrive := v_redrive || v_row.redrive_id;
    ELSE
      UPDATE retry r SET leased = false, waiting = p_delay_ms[i] IS NOT NULL, visible_at = v_now + coalesce(p_delay_ms[i], 0) * interval '1 ms',
             epoch = nextval('epoch_seq'), leased_at = NULL, auto_renew = false, gone = false, policy_version = p_policy_version
       WHERE r.group_id = p_group AND r.queue_id = p_queue[i] AND r.off = p_off[i]
      RETURNING * INTO v_row;
      INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, due_at, policy_version, redrive_id)
      VALUES (p_group, v_row.queue_id, v_row.off, v_row.generation, v_row.attempt, CASE WHEN v_row.waiting THEN 'WaitingRetry' ELSE 'Ready' END, p_cause,
              p_epoch[i], v_row.client_id, v_now, v_row.visible_at, p_policy_version, v_row.redrive_id);
    END IF;
    RETURN NEXT;
  END LOOP;
  IF array_length(v_off, 1) IS NOT NULL THEN
    PERFORM message_bury(v_now, p_group, v_queue, v_off, v_seg, v_generation, v_attempt, v_epoch, v_client, v_redrive, p_cause, p_policy_version);
  END IF;
  IF p_ordered THEN PERFORM fifo_settle_messages(v_now, v_groups, p_queue, p_off); END IF;
END $$;
