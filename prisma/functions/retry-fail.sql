-- Ends re-deliveries of one group as failed: each waits again, or is dead-lettered when it was the last allowed one.
-- Delays per item (they depend on the attempt); null: ready again at once. Returns the items that failed now.
-- p_phase as in lease_fail. A waiting row gets a new epoch: the handle of the failed delivery must not match it.
-- Never null: all.
CREATE OR REPLACE FUNCTION retry_fail(
  p_now timestamptz, p_group int, p_queue int[], p_off bigint[], p_epoch bigint[], p_delay_ms bigint[], p_cause text,
    p_policy_version int,
  p_ordered boolean, p_phase text
) RETURNS TABLE (ord bigint, dead boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_timeout interval := consumption_timeout(p_group, p_phase);
  v_groups int[] := array_fill(p_group, ARRAY[array_length(p_queue, 1)]);
  v_max_retries int := group_guard(p_group, p_policy_version);
  v_waits bigint[];
  v_wait_places tid[];
  v_wait_epoch bigint[];
  v_wait_ms bigint[];
  v_wait_begun timestamptz[];
  v_dies bigint[];
  v_dead_places tid[];
  v_dead record;
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(v_groups, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  -- Found and locked each by its whole key, in key order; then all of a kind change in one statement, by place.
  SELECT array_agg(w.ord) FILTER (WHERE NOT r.dead), array_agg(r.place) FILTER (WHERE NOT r.dead),
    array_agg(w.epoch) FILTER (WHERE NOT r.dead), array_agg(r.begun_at) FILTER (WHERE NOT r.dead),
         array_agg(w.delay_ms) FILTER (WHERE NOT r.dead), array_agg(w.ord) FILTER (WHERE r.dead),
           array_agg(r.place) FILTER (WHERE r.dead)
    INTO v_waits, v_wait_places, v_wait_epoch, v_wait_begun, v_wait_ms, v_dies, v_dead_places
    FROM (SELECT * FROM unnest(p_queue, p_off, p_epoch, p_delay_ms) WITH ORDINALITY u (queue_id, off, epoch, delay_ms,
      ord) ORDER BY u.queue_id, u.off) w
   CROSS JOIN LATERAL (
     SELECT a.ctid AS place, a.attempt > v_max_retries AS dead, a.leased,
       CASE WHEN a.unrecorded THEN a.leased_at END AS begun_at FROM retry a
      WHERE a.group_id = p_group AND a.queue_id = w.queue_id AND a.off = w.off AND a.epoch = w.epoch AND NOT a.early
        AND CASE WHEN v_timeout IS NULL THEN (a.visible_at > v_now) = (p_phase = 'live')
          ELSE a.leased_at + v_timeout <= v_now END
      LIMIT 1 FOR NO KEY UPDATE) r
   WHERE r.leased;
  IF v_waits IS NOT NULL THEN
    WITH again AS (
      UPDATE retry r SET leased = false, waiting = w.delay_ms IS NOT NULL, visible_at = v_now + coalesce(w.delay_ms,
        0) * interval '1 ms',
             epoch = nextval('epoch_seq'), leased_at = NULL, auto_renew = false, gone = false,
               policy_version = p_policy_version
        FROM unnest(v_wait_places, v_wait_epoch, v_wait_ms, v_wait_begun) w (place, epoch, delay_ms, begun_at)
       WHERE r.ctid = w.place
      RETURNING r.*, w.epoch AS ended, w.begun_at
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id, begun_at)
    SELECT p_group, a.queue_id, a.off, a.generation, a.attempt, CASE WHEN a.waiting THEN 'WaitingRetry'
      ELSE 'Ready' END, p_cause, a.ended, a.client_id, v_now,
           a.visible_at, p_policy_version, a.redrive_id, a.begun_at
      FROM again a;
  END IF;
  IF v_dies IS NOT NULL THEN
    PERFORM delivery_begun(ARRAY(SELECT r FROM retry r WHERE r.ctid = ANY (v_dead_places)));
    WITH gone AS (
      DELETE FROM retry r WHERE r.ctid = ANY (v_dead_places) RETURNING r.*
    )
    SELECT array_agg(g.queue_id) AS queue_id, array_agg(g.off) AS off, array_agg(g.seg) AS seg,
      array_agg(g.generation) AS generation,
           array_agg(g.attempt::int) AS attempt, array_agg(g.epoch) AS epoch, array_agg(g.client_id) AS client_id,
             array_agg(g.redrive_id) AS redrive_id
      INTO v_dead FROM gone g;
    PERFORM message_bury(v_now, p_group, v_dead.queue_id, v_dead.off, v_dead.seg, v_dead.generation, v_dead.attempt,
      v_dead.epoch, v_dead.client_id, v_dead.redrive_id,
                         p_cause, p_policy_version);
  END IF;
  RETURN QUERY SELECT w.ord, false FROM unnest(v_waits) w (ord) UNION ALL SELECT d.ord, true
    FROM unnest(v_dies) d (ord);
  IF p_ordered THEN PERFORM fifo_settle_messages(v_now, v_groups, p_queue, p_off); END IF;
END $$;

-- Records when deliveries began whose claim left that to what ends them, before they end in a statement that does not.
CREATE OR REPLACE FUNCTION delivery_begun(p_retries retry[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
    policy_version)
  SELECT r.group_id, r.queue_id, r.off, r.generation, r.attempt, 'Inflight', 'delivered', r.epoch, r.client_id,
    r.leased_at, r.policy_version
    FROM unnest(p_retries) r WHERE r.leased AND r.unrecorded;
$$;
