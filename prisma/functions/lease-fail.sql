-- Ends first deliveries as failed: bits of leases of one group (masks of one lease merged by the caller).
-- p_delay_ms null: ready again at once (no policy interval); else WaitingRetry for that long. N = 0 retries: dead letter.
-- p_phase: 'live', a client's verdict counts only inside its lease; 'over', the expiry loop's only after it (it may have been
-- renewed since the loop looked); 'any', the consumption timeout's always.
-- Returns the bits that failed now; a bit not returned was not open any more.
CREATE OR REPLACE FUNCTION lease_fail(
  p_now timestamptz, p_group int, p_queue int[], p_lease bigint[], p_mask bigint[], p_delay_ms bigint, p_cause text, p_policy_version int,
  p_ordered boolean, p_phase text
) RETURNS TABLE (lease_id bigint, failed bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_groups int[] := array_fill(p_group, ARRAY[array_length(p_queue, 1)]);
  v_max_retries int := group_guard(p_group, p_policy_version);
  v_due timestamptz;
  v_lease lease;
  v_hit bigint;
  v_queue int[] := '{}';
  v_off bigint[] := '{}';
  v_seg int[] := '{}';
  v_mgroup text[];
  v_client int[] := '{}';
  v_epoch bigint[] := '{}';
  v_started timestamptz[] := '{}';
  v_lease_of bigint[] := '{}';
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(v_groups, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  v_due := v_now + coalesce(p_delay_ms, 0) * interval '1 ms';
  FOR k IN 1..array_length(p_lease, 1) LOOP
    SELECT * INTO v_lease FROM lease l
     WHERE l.group_id = p_group AND l.queue_id = p_queue[k] AND l.lease_id = p_lease[k] AND (l.open & p_mask[k]) <> 0
       AND (p_phase = 'any' OR (l.expires_at > v_now) = (p_phase = 'live')) FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    v_hit := v_lease.open & p_mask[k];
    UPDATE lease l SET open = l.open & ~v_hit, failed = l.failed | v_hit, live = (l.open & ~v_hit) <> 0
     WHERE l.group_id = p_group AND l.queue_id = v_lease.queue_id AND l.lease_id = v_lease.lease_id;
    FOR i IN 0..v_lease.n - 1 LOOP
      CONTINUE WHEN (v_hit >> i) & 1 = 0;
      v_queue := v_queue || v_lease.queue_id;
      v_off := v_off || coalesce(v_lease.offs[i + 1], v_lease.base_off + i);
      v_seg := v_seg || v_lease.seg;
      v_client := v_client || v_lease.client_id;
      v_epoch := v_epoch || nextval('epoch_seq');
      v_started := v_started || v_lease.claimed_at;
      v_lease_of := v_lease_of || v_lease.lease_id;
    END LOOP;
    lease_id := v_lease.lease_id;
    failed := v_hit;
    RETURN NEXT;
  END LOOP;
  IF array_length(v_off, 1) IS NULL THEN RETURN; END IF;

  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, policy_version)
  SELECT p_group, i.queue_id, i.off, 0, 1, 'Inflight', 'delivered', i.lease_id, i.client_id, i.started_at, p_policy_version
    FROM unnest(v_queue, v_off, v_lease_of, v_client, v_started) i (queue_id, off, lease_id, client_id, started_at);
  -- An ordered lease may hold messages of older segments than the cursor's: ask the log.
  IF p_ordered THEN
    SELECT array_agg(m.seg ORDER BY i.ord), array_agg(fifo_key(m.mgroup, i.off) ORDER BY i.ord) INTO v_seg, v_mgroup
      FROM unnest(v_queue, v_off) WITH ORDINALITY i (queue_id, off, ord)
      CROSS JOIN LATERAL (SELECT a.seg, a.mgroup FROM any_message a WHERE a.queue_id = i.queue_id AND a.off = i.off LIMIT 1) m;
  END IF;
  IF v_max_retries = 0 THEN
    PERFORM message_bury(v_now, p_group, v_queue, v_off, v_seg, array_fill(0, ARRAY[array_length(v_off, 1)]), array_fill(1, ARRAY[array_length(v_off, 1)]),
                         v_epoch, v_client, array_fill(NULL::int, ARRAY[array_length(v_off, 1)]), p_cause, p_policy_version);
  ELSE
    INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at, client_id, policy_version)
    SELECT p_group, i.queue_id, i.off, i.seg, (SELECT q.topic_id FROM queue q WHERE q.queue_id = i.queue_id), i.mgroup, 1, i.epoch, false,
           p_delay_ms IS NOT NULL, v_due, i.client_id, p_policy_version
      FROM unnest(v_queue, v_off, v_seg, v_mgroup, v_epoch, v_client) i (queue_id, off, seg, mgroup, epoch, client_id);
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, due_at, policy_version)
    SELECT p_group, i.queue_id, i.off, 0, 1, CASE WHEN p_delay_ms IS NULL THEN 'Ready' ELSE 'WaitingRetry' END, p_cause, i.epoch, i.client_id, v_now, v_due, p_policy_version
      FROM unnest(v_queue, v_off, v_epoch, v_client) i (queue_id, off, epoch, client_id);
  END IF;
  IF p_ordered THEN PERFORM fifo_settle_leases(v_now, v_groups, p_queue, p_lease); END IF;
END $$;
