-- A client suspends the lite topic of one message: the delivery ends without counting as an attempt, and the next one,
-- with the same number, is due after p_wait_ms. p_lease and p_bit: of a first delivery; p_epoch: of another one. False:
-- the client does not have it any more. A row whose delivery was not counted has a lost reply at least, by which
-- fifo_open knows it from a message that no client fetched yet.
-- Never null: all.
CREATE OR REPLACE FUNCTION delivery_suspend(
  p_now timestamptz, p_group int, p_queue int, p_off bigint, p_lease bigint, p_bit int, p_epoch bigint,
  p_wait_ms bigint
) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_due timestamptz;
  v_version int;
  v_ordered boolean;
  v_lease lease;
BEGIN
  SELECT h.version, h.ordered INTO v_version, v_ordered FROM group_hold(p_group, ARRAY[p_queue]) h;
  v_now := coalesce(p_now, clock_timestamp());
  v_due := v_now + p_wait_ms * interval '1 ms';
  IF p_lease IS NOT NULL THEN
    SELECT * INTO v_lease FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease
       AND l.expires_at > v_now AND (l.open >> p_bit) & 1 = 1 FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN false; END IF;
    v_lease.open := v_lease.open & ~(1::bigint << p_bit);
    UPDATE lease l SET open = v_lease.open, live = v_lease.open <> 0
     WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease;
    v_lease.open := 1::bigint << p_bit;
    WITH ended AS MATERIALIZED (
      SELECT * FROM lease_bits(ARRAY[v_lease], v_ordered)
    ), waits AS (
      INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
        client_id, policy_version, lost_replies)
      SELECT p_group, i.queue_id, i.off, i.seg, i.topic_id, i.mgroup, 0, i.epoch, false, true, v_due, i.client_id,
        v_version, 1 FROM ended i
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version)
    SELECT p_group, i.queue_id, i.off, 0, 1, e.state, e.cause, e.epoch, i.client_id, e.at, e.due_at, v_version
      FROM ended i
     CROSS JOIN LATERAL (
       VALUES (1, 'Inflight', 'delivered', i.lease_id, i.claimed_at, NULL::timestamptz),
              (2, 'WaitingRetry', 'suspended', i.epoch, v_now, v_due)) e (step, state, cause, epoch, at, due_at)
     ORDER BY e.step;
    IF v_ordered THEN PERFORM fifo_settle_leases(v_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_lease]); END IF;
    RETURN true;
  END IF;
  WITH again AS (
    UPDATE retry r SET leased = false, waiting = true, attempt = r.attempt - 1,
           lost_replies = greatest(r.lost_replies, 1), epoch = nextval('epoch_seq'), visible_at = v_due,
           leased_at = NULL, auto_renew = false, gone = false, policy_version = v_version
      -- As it was: with the same epoch it is the same delivery.
      FROM retry o
     WHERE o.group_id = p_group AND o.queue_id = p_queue AND o.off = p_off
       AND r.group_id = p_group AND r.queue_id = p_queue AND r.off = p_off AND r.epoch = p_epoch AND r.leased
       AND NOT r.early AND r.visible_at > v_now
    RETURNING r.*, CASE WHEN o.unrecorded THEN o.leased_at END AS begun_at
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, due_at,
    policy_version, redrive_id, begun_at)
  SELECT a.group_id, a.queue_id, a.off, a.generation, a.attempt + 1, 'WaitingRetry', 'suspended', p_epoch, a.client_id,
    v_now, v_due, v_version, a.redrive_id, a.begun_at
    FROM again a;
  IF NOT FOUND THEN RETURN false; END IF;
  IF v_ordered THEN PERFORM fifo_settle_messages(v_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_off]); END IF;
  RETURN true;
END $$;
