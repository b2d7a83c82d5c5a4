-- A simple consumer changes the invisible duration of one message of a lease: it leaves the batch and becomes a
-- row of its own with a new epoch (the new receipt handle). Not a failure: the attempt stays 1. Null: not open any
-- more.
CREATE OR REPLACE FUNCTION lease_split(
  p_now timestamptz, p_group int, p_queue int, p_lease bigint, p_bit int, p_invisible_ms bigint, p_policy_version int,
    p_ordered boolean
) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_lease record;
  v_off bigint;
  v_epoch bigint := nextval('epoch_seq');
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(ARRAY[p_group], ARRAY[p_queue]); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  UPDATE lease l SET open = l.open & ~(1::bigint << p_bit), live = (l.open & ~(1::bigint << p_bit)) <> 0
   WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease AND l.expires_at > v_now
     AND (l.open >> p_bit) & 1 = 1
  RETURNING * INTO v_lease;
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_off := coalesce(v_lease.offs[p_bit + 1], v_lease.base_off + p_bit);
  INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
    client_id, leased_at, policy_version, attempt_id)
  SELECT p_group, p_queue, v_off, m.seg, m.topic_id, CASE WHEN p_ordered THEN fifo_key(m.mgroup, v_off) END, 1, v_epoch,
    true, false,
         v_now + p_invisible_ms * interval '1 ms', v_lease.client_id, v_lease.claimed_at, p_policy_version, CASE
           WHEN p_ordered THEN v_lease.attempt_id END
    FROM any_message m WHERE m.queue_id = p_queue AND m.off = v_off AND m.seg >= 0;
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, due_at,
    policy_version)
  VALUES (p_group, p_queue, v_off, 0, 1, 'Inflight', 'delivered', p_lease, v_lease.client_id, v_lease.claimed_at,
    v_lease.expires_at, p_policy_version),
         (p_group, p_queue, v_off, 0, 1, 'Inflight', 'extended', v_epoch, v_lease.client_id, v_now,
           v_now + p_invisible_ms * interval '1 ms', p_policy_version);
  IF p_ordered THEN PERFORM fifo_settle_leases(v_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_lease]); END IF;
  RETURN v_epoch;
END $$;
