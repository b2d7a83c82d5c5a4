-- Ends re-deliveries of one group as failed: each waits again, or is dead-lettered when it was the last allowed one.
-- Delays per item (they depend on the attempt); null: ready again at once. Returns the items that failed now.
CREATE OR REPLACE FUNCTION retry_fail(
  p_now timestamptz, p_group int, p_queue int[], p_off bigint[], p_epoch bigint[], p_delay_ms bigint[], p_cause text, p_policy_version int,
  p_ordered boolean, p_require_live boolean
) RETURNS TABLE (ord bigint, dead boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_groups int[] := array_fill(p_group, ARRAY[array_length(p_queue, 1)]);
  v_max_retries int := group_guard(p_group, p_policy_version);
  v_queue int[];
  v_off bigint[];
  v_seg int[];
  v_generation int[];
  v_attempt int[];
  v_epoch bigint[];
  v_client int[];
  v_redrive int[];
  v_again bigint[] := '{}';
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(v_groups, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  PERFORM 1 FROM unnest(p_queue, p_off, p_epoch) w (queue_id, off, epoch)
    JOIN retry r ON r.group_id = p_group AND r.queue_id = w.queue_id AND r.off = w.off
   WHERE r.epoch = w.epoch ORDER BY r.queue_id, r.off FOR NO KEY UPDATE OF r;

  WITH again AS (
    UPDATE retry r SET leased = false, waiting = w.delay_ms IS NOT NULL, visible_at = v_now + coalesce(w.delay_ms, 0) * interval '1 ms',
           leased_at = NULL, auto_renew = false, gone = false, policy_version = p_policy_version
      FROM unnest(p_queue, p_off, p_epoch, p_delay_ms) WITH ORDINALITY w (queue_id, off, epoch, delay_ms, ord)
     WHERE r.group_id = p_group AND r.queue_id = w.queue_id AND r.off = w.off AND r.epoch = w.epoch AND r.leased
       AND (r.visible_at > v_now OR NOT p_require_live) AND r.attempt <= v_max_retries
    RETURNING r.*, w.ord
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, due_at, policy_version, redrive_id)
    SELECT a.group_id, a.queue_id, a.off, a.generation, a.attempt, CASE WHEN a.waiting THEN 'WaitingRetry' ELSE 'Ready' END, p_cause, a.epoch, a.client_id,
           v_now, a.visible_at, p_policy_version, a.redrive_id
      FROM again a
  )
  SELECT coalesce(array_agg(a.ord), '{}') INTO v_again FROM again a;

  WITH dead AS (
    DELETE FROM retry r USING unnest(p_queue, p_off, p_epoch) w (queue_id, off, epoch)
     WHERE r.group_id = p_group AND r.queue_id = w.queue_id AND r.off = w.off AND r.epoch = w.epoch AND r.leased
       AND (r.visible_at > v_now OR NOT p_require_live) AND r.attempt > v_max_retries
    RETURNING r.*
  )
  SELECT array_agg(d.queue_id ORDER BY d.queue_id, d.off), array_agg(d.off ORDER BY d.queue_id, d.off), array_agg(d.seg ORDER BY d.queue_id, d.off),
         array_agg(d.generation ORDER BY d.queue_id, d.off), array_agg(d.attempt::int ORDER BY d.queue_id, d.off), array_agg(d.epoch ORDER BY d.queue_id, d.off),
         array_agg(d.client_id ORDER BY d.queue_id, d.off), array_agg(d.redrive_id ORDER BY d.queue_id, d.off)
    INTO v_queue, v_off, v_seg, v_generation, v_attempt, v_epoch, v_client, v_redrive
    FROM dead d;
  IF v_off IS NOT NULL THEN
    PERFORM message_bury(v_now, p_group, v_queue, v_off, v_seg, v_generation, v_attempt, v_epoch, v_client, v_redrive, p_cause, p_policy_version);
  END IF;
  IF p_ordered THEN PERFORM fifo_settle_messages(v_now, v_groups, p_queue, p_off); END IF;

  RETURN QUERY
  SELECT w.ord, NOT w.ord = ANY (v_again)
    FROM unnest(p_queue, p_off) WITH ORDINALITY w (queue_id, off, ord)
   WHERE w.ord = ANY (v_again) OR EXISTS (SELECT 1 FROM unnest(v_queue, v_off) d (queue_id, off) WHERE d.queue_id = w.queue_id AND d.off = w.off);
END $$;
