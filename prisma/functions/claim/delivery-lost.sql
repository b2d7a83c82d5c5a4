-- Deliveries of one reply that did not reach the client: ready again after p_after_ms, and not counted as an attempt:
-- the next delivery has the same number. Only while nothing of the lease was answered (an answer shows that the reply
-- arrived), and p_most times per message and life: a message that ends every client or process before it can answer
-- must not go round for ever. p_handed_at: when the reply was made; what a repeated receive got since is left alone.
-- Returns how many came back.
CREATE OR REPLACE FUNCTION delivery_lost(
  p_now timestamptz, p_group int, p_lease_queue int[], p_lease bigint[], p_retry_queue int[], p_off bigint[],
    p_epoch bigint[],
  p_handed_at timestamptz, p_after_ms bigint, p_most int
) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_due timestamptz;
  v_version int;
  v_ordered boolean;
  v_leases lease[];
  v_queues int[];
  v_offs bigint[];
  v_count int := 0;
BEGIN
  SELECT h.version, h.ordered INTO v_version, v_ordered FROM group_hold(p_group, p_lease_queue || p_retry_queue) h;
  IF v_version IS NULL THEN RETURN 0; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  v_due := v_now + p_after_ms * interval '1 ms';
  -- Each found and locked by its whole key, in key order, as everywhere.
  SELECT array_agg(l) INTO v_leases
    FROM (SELECT DISTINCT u.queue_id, u.lease_id FROM unnest(p_lease_queue, p_lease) u (queue_id, lease_id)
      ORDER BY u.lease_id) w
   CROSS JOIN LATERAL (
     SELECT a.* FROM lease a
      WHERE a.group_id = p_group AND a.queue_id = w.queue_id AND a.lease_id = w.lease_id
        AND a.open = (1::bigint << a.n) - 1 AND a.expires_at > v_now
        AND a.lost_replies < p_most AND date_trunc('milliseconds', coalesce(a.handed_at, a.claimed_at)) <= p_handed_at
      LIMIT 1 FOR NO KEY UPDATE) l;
  IF v_leases IS NOT NULL THEN
    UPDATE lease l SET open = 0, live = false FROM unnest(v_leases) w
     WHERE l.group_id = w.group_id AND l.queue_id = w.queue_id AND l.lease_id = w.lease_id;
    WITH lost AS MATERIALIZED (
      SELECT b.*, w.lost_replies FROM lease_bits(v_leases, v_ordered) b
        JOIN unnest(v_leases) w ON w.lease_id = b.lease_id
    ), back AS (
      INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
        client_id, policy_version, lost_replies)
      SELECT p_group, i.queue_id, i.off, i.seg, i.topic_id, i.mgroup, 0, i.epoch, false, false, v_due, i.client_id,
        v_version, i.lost_replies + 1 FROM lost i
    ), recorded AS (
      INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
        due_at, policy_version)
      SELECT p_group, i.queue_id, i.off, 0, 1, e.state, e.cause, e.epoch, i.client_id, e.at, e.due_at, v_version
        FROM lost i
       CROSS JOIN LATERAL (VALUES (1, 'Inflight', 'delivered', i.lease_id, i.claimed_at, NULL::timestamptz),
                                  (2, 'Ready', 'reply-lost', i.epoch, v_now, v_due)) e (step, state, cause, epoch, at,
                                    due_at)
       ORDER BY i.queue_id, i.off, e.step
    )
    SELECT count(*) INTO v_count FROM lost;
    IF v_ordered THEN
      PERFORM fifo_settle_leases(v_now, array_fill(p_group, ARRAY[cardinality(p_lease)]), p_lease_queue, p_lease);
    END IF;
  END IF;
  WITH named AS MATERIALIZED (
    SELECT r.* FROM (SELECT * FROM unnest(p_retry_queue, p_off, p_epoch) u (queue_id, off, epoch)
      ORDER BY u.queue_id, u.off) w
     CROSS JOIN LATERAL (
       SELECT a.ctid AS place, CASE WHEN a.unrecorded THEN a.leased_at END AS begun_at, a.epoch AS begun_epoch
         FROM retry a
        WHERE a.group_id = p_group AND a.queue_id = w.queue_id AND a.off = w.off AND a.epoch = w.epoch AND NOT a.early
          AND a.visible_at > v_now
          AND a.lost_replies < p_most AND date_trunc('milliseconds', a.leased_at) <= p_handed_at
        LIMIT 1 FOR NO KEY UPDATE) r
  ), back AS (
    UPDATE retry r SET leased = false, waiting = false, attempt = r.attempt - 1, lost_replies = r.lost_replies + 1,
      epoch = nextval('epoch_seq'),
           visible_at = v_due, leased_at = NULL, auto_renew = false, gone = false
      FROM named n WHERE r.ctid = n.place
    RETURNING r.*, n.begun_at, CASE WHEN n.begun_at IS NOT NULL THEN n.begun_epoch END AS begun_epoch
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id, begun_at, begun_epoch)
    SELECT b.group_id, b.queue_id, b.off, b.generation, b.attempt + 1, 'Ready', 'reply-lost', b.epoch, b.client_id,
      v_now, v_due, v_version, b.redrive_id, b.begun_at, b.begun_epoch FROM back b
  )
  SELECT array_agg(b.queue_id), array_agg(b.off) INTO v_queues, v_offs FROM back b;
  IF v_offs IS NULL THEN RETURN v_count; END IF;
  IF v_ordered THEN
    PERFORM fifo_settle_messages(v_now, array_fill(p_group, ARRAY[cardinality(v_offs)]), v_queues, v_offs);
  END IF;
  RETURN v_count + cardinality(v_offs);
END $$;
