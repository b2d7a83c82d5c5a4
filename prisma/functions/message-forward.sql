-- A client gives a message up: straight to the dead letters. p_lease + p_bit for a first delivery, p_epoch for a later
-- one. Returns 'dead' (moved now), 'already' (it is a dead letter, or was and is being re-driven: asked twice) or
-- 'stale' (not this client's any more).
-- Never null: all.
CREATE OR REPLACE FUNCTION message_forward(
  p_now timestamptz, p_group int, p_queue int, p_lease bigint, p_bit int, p_off bigint, p_epoch bigint, p_attempts int,
    p_policy_version int, p_ordered boolean
) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_lease record;
  v_retry retry;
  v_seg int;
BEGIN
  -- Before the message, as for every death: see dead_letter_topic_make.
  PERFORM 1 FROM consumer_group g WHERE g.group_id = p_group FOR KEY SHARE;
  IF p_ordered THEN PERFORM fifo_lock(ARRAY[p_group], ARRAY[p_queue]); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  SELECT m.seg INTO v_seg FROM any_message m WHERE m.queue_id = p_queue AND m.off = p_off
    AND m.seg >= 0;
  IF p_lease IS NOT NULL THEN
    UPDATE lease l SET open = l.open & ~(1::bigint << p_bit), failed = l.failed | (1::bigint << p_bit),
      live = (l.open & ~(1::bigint << p_bit)) <> 0
     WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease AND l.expires_at > v_now
       AND (l.open >> p_bit) & 1 = 1
    RETURNING * INTO v_lease;
    IF FOUND THEN
      INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
        due_at, policy_version)
      VALUES (p_group, p_queue, p_off, 0, 1, 'Inflight', 'delivered', p_lease, v_lease.client_id, v_lease.claimed_at,
        v_lease.expires_at, p_policy_version);
      PERFORM message_bury(v_now, p_group, ARRAY[p_queue], ARRAY[p_off], ARRAY[v_seg], ARRAY[0],
        ARRAY[greatest(1, p_attempts)], ARRAY[p_lease],
                           ARRAY[v_lease.client_id], ARRAY[NULL::int], 'forwarded', p_policy_version);
      IF p_ordered THEN PERFORM fifo_settle_leases(v_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_lease]); END IF;
      RETURN 'dead';
    END IF;
  ELSE
    DELETE FROM retry r WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.off = p_off AND r.epoch = p_epoch
      AND r.visible_at > v_now AND NOT r.early
    RETURNING * INTO v_retry;
    IF FOUND THEN
      PERFORM delivery_begun(ARRAY[v_retry]);
      PERFORM message_bury(v_now, p_group, ARRAY[p_queue], ARRAY[p_off], ARRAY[v_retry.seg], ARRAY[v_retry.generation],
                           ARRAY[greatest(v_retry.attempt::int, p_attempts)], ARRAY[p_epoch], ARRAY[v_retry.client_id],
                             ARRAY[v_retry.redrive_id], 'forwarded', p_policy_version);
      IF p_ordered THEN PERFORM fifo_settle_messages(v_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_off]); END IF;
      RETURN 'dead';
    END IF;
  END IF;
  -- Taken back by an operator: refused once, as any other answer. The repeat finds the message where it should be.
  IF EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = p_group AND e.queue_id = p_queue AND e.off = p_off
    AND e.epoch = coalesce(p_epoch, p_lease) AND e.cause IN ('revoked', 'returned') AND e.late_at IS NULL) THEN
    RETURN 'stale';
  END IF;
  RETURN CASE WHEN EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = p_group AND d.queue_id = p_queue
    AND d.off = p_off)
                OR EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = p_group AND e.queue_id = p_queue
                  AND e.off = p_off AND e.state IN ('DLQ', 'Dropped')
                              AND e.epoch = coalesce(p_epoch, p_lease)) THEN 'already' ELSE 'stale' END;
END $$;
