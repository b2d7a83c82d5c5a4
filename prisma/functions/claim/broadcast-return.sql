-- What a member was handed and never got, because the reply was lost: ready again at once, and not a failure. It is
-- recorded as attempt 0, a delivery that did not take place. p_lease: whole leases; p_epoch: later deliveries.
-- p_repeated: the client asks again for the same reply, so even a delivery that ended by itself since (no client
-- acknowledged what no client got) comes back; an answer of the client stays.
CREATE OR REPLACE FUNCTION broadcast_return(
  p_now timestamptz, p_group int, p_lease_queue int[], p_lease bigint[], p_retry_queue int[], p_off bigint[],
    p_epoch bigint[], p_repeated boolean
) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_version int;
  v_ordered boolean;
  v_lease lease;
  v_count int := 0;
  v_rows int;
BEGIN
  SELECT h.version, h.ordered INTO v_version, v_ordered FROM group_hold(p_group, p_lease_queue || p_retry_queue) h;
  IF v_version IS NULL THEN RETURN 0; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  FOR i IN 1..cardinality(p_lease) LOOP
    SELECT * INTO v_lease FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_lease_queue[i]
      AND l.lease_id = p_lease[i] FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    WITH lost AS MATERIALIZED (
      SELECT o.bit, o.off, m.seg, m.topic_id, m.mgroup
        FROM (SELECT b AS bit, coalesce(v_lease.offs[b + 1], v_lease.base_off + b) AS off
          FROM generate_series(0, v_lease.n - 1) b) o
        CROSS JOIN LATERAL (SELECT a.seg, a.topic_id, a.mgroup FROM any_message a WHERE a.queue_id = v_lease.queue_id
          AND a.off = o.off AND a.seg >= 0 LIMIT 1) m
       WHERE (v_lease.open >> o.bit) & 1 = 1
          OR p_repeated AND (v_lease.failed >> o.bit) & 1 = 1
             AND (SELECT e.state = 'Dropped' AND e.attempt = 1 AND e.cause IN ('timeout', 'client-gone')
               FROM delivery_event e
                   WHERE e.group_id = p_group AND e.queue_id = v_lease.queue_id AND e.off = o.off
                     ORDER BY e.event_id DESC LIMIT 1)
    ), ended AS (
      UPDATE lease l SET open = 0, live = false, failed = l.failed & ~coalesce((SELECT bit_or(1::bigint << t.bit)
        FROM lost t), 0)
       WHERE l.group_id = p_group AND l.queue_id = v_lease.queue_id AND l.lease_id = v_lease.lease_id
    ), back AS (
      INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
        client_id, policy_version)
      SELECT p_group, v_lease.queue_id, t.off, t.seg, t.topic_id, CASE WHEN v_ordered THEN fifo_key(t.mgroup,
        t.off) END, 0, nextval('epoch_seq'), false, false,
             v_now, v_lease.client_id, v_version
        FROM lost t
      RETURNING retry.off, retry.mgroup, retry.epoch
    ), blocked AS (
      INSERT INTO fifo_group (group_id, queue_id, mgroup, state, pos, since)
      SELECT DISTINCT p_group, v_lease.queue_id, b.mgroup, 1,
             coalesce((SELECT l.end_off FROM lease l WHERE l.group_id = p_group AND l.queue_id = v_lease.queue_id
               ORDER BY l.lease_id DESC LIMIT 1), 0) - 1, v_now
        FROM back b WHERE b.mgroup IS NOT NULL
      ON CONFLICT (group_id, queue_id, mgroup) DO UPDATE SET state = 1, ready_seq = NULL
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version)
    SELECT p_group, v_lease.queue_id, b.off, 0, 0, s.state, s.cause, s.epoch, v_lease.client_id, s.at, s.at, v_version
      FROM back b
      CROSS JOIN LATERAL (VALUES (1, 'Inflight', 'delivered', v_lease.lease_id, v_lease.claimed_at),
        (2, 'Ready', 'client-gone', b.epoch, v_now)) s (step, state, cause, epoch, at)
     ORDER BY b.off, s.step;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    v_count := v_count + v_rows / 2;
  END LOOP;
  FOR i IN 1..cardinality(p_epoch) LOOP
    WITH back AS (
      UPDATE retry r SET leased = false, waiting = false, attempt = 0, epoch = nextval('epoch_seq'), visible_at = v_now,
        leased_at = NULL, auto_renew = false, gone = false
       WHERE r.group_id = p_group AND r.queue_id = p_retry_queue[i] AND r.off = p_off[i] AND r.epoch = p_epoch[i]
      RETURNING r.*
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version)
    SELECT b.group_id, b.queue_id, b.off, b.generation, 0, 'Ready', 'client-gone', b.epoch, b.client_id, v_now, v_now,
      v_version FROM back b;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    v_count := v_count + v_rows;
  END LOOP;
  IF v_ordered AND cardinality(p_lease) > 0 THEN
    PERFORM fifo_settle_leases(v_now, array_fill(p_group, ARRAY[cardinality(p_lease)]), p_lease_queue, p_lease);
  END IF;
  RETURN v_count;
END $$;

-- A member repeats a receive with the same attempt id: see attempt_give_back.
CREATE OR REPLACE FUNCTION broadcast_attempt_return(p_now timestamptz, p_group int, p_client int,
  p_attempt_id text) RETURNS int
LANGUAGE sql AS $$
  SELECT broadcast_return(p_now, p_group, coalesce(array_agg(l.queue_id ORDER BY l.queue_id,
    l.lease_id) FILTER (WHERE l.lease_id IS NOT NULL), '{}'),
                          coalesce(array_agg(l.lease_id ORDER BY l.queue_id,
                            l.lease_id) FILTER (WHERE l.lease_id IS NOT NULL), '{}'), r.queues, r.offs, r.epochs, true)
    FROM (SELECT coalesce(array_agg(h.queue_id), '{}') AS queues, coalesce(array_agg(h.off), '{}') AS offs,
      coalesce(array_agg(h.epoch), '{}') AS epochs
            FROM retry h WHERE h.group_id = p_group AND h.client_id = p_client AND h.attempt_id = p_attempt_id
              AND h.leased) r
    LEFT JOIN lease l ON l.group_id = p_group AND l.client_id = p_client AND l.attempt_id = p_attempt_id
      AND l.open | l.failed <> 0
   GROUP BY r.queues, r.offs, r.epochs;
$$;
