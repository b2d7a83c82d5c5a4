-- Ends claimed deliveries that the subscription's filter does not match: consumed for the group, and never delivered to
-- anybody. First deliveries by bits of their leases (masks of one lease merged by the caller), later ones by their epochs.
-- Only what is still the claim's: an open bit, or a row of that epoch. Returns how many ended so.
CREATE OR REPLACE FUNCTION delivery_filter(
  p_now timestamptz, p_group int, p_lease_queue int[], p_lease bigint[], p_mask bigint[], p_retry_queue int[], p_off bigint[], p_epoch bigint[], p_ordered boolean
) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_queues int[] := p_lease_queue || p_retry_queue;
  v_groups int[] := array_fill(p_group, ARRAY[cardinality(p_lease_queue) + cardinality(p_retry_queue)]);
  v_open bigint;
  v_done retry;
  v_count int := 0;
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(v_groups, v_queues); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  FOR i IN 1..cardinality(p_lease) LOOP
    SELECT l.open INTO v_open FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_lease_queue[i] AND l.lease_id = p_lease[i] FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND OR v_open & p_mask[i] = 0;
    UPDATE lease l
       SET open = l.open & ~p_mask[i], live = (l.open & ~p_mask[i]) <> 0, filtered = l.filtered | (l.open & p_mask[i])
     WHERE l.group_id = p_group AND l.queue_id = p_lease_queue[i] AND l.lease_id = p_lease[i] AND (l.open & p_mask[i]) <> 0;
    v_count := v_count + bit_count((v_open & p_mask[i])::bit(64))::int;
  END LOOP;
  FOR i IN 1..cardinality(p_off) LOOP
    DELETE FROM retry r WHERE r.group_id = p_group AND r.queue_id = p_retry_queue[i] AND r.off = p_off[i] AND r.epoch = p_epoch[i]
    RETURNING r.* INTO v_done;
    CONTINUE WHEN NOT FOUND;
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, policy_version, redrive_id)
    VALUES (p_group, v_done.queue_id, v_done.off, v_done.generation, v_done.attempt, 'Commit', 'filtered', v_done.epoch, v_done.client_id, v_now,
            v_done.policy_version, v_done.redrive_id);
    v_count := v_count + 1;
  END LOOP;
  IF p_ordered THEN
    PERFORM fifo_settle_leases(v_now, array_fill(p_group, ARRAY[cardinality(p_lease)]), p_lease_queue, p_lease);
    PERFORM fifo_settle_messages(v_now, array_fill(p_group, ARRAY[cardinality(p_off)]), p_retry_queue, p_off);
  END IF;
  RETURN v_count;
END $$;
