-- Ends first deliveries as failed: bits of leases of one group (masks of one lease merged by the caller).
-- p_delay_ms null: ready again at once (no policy interval); else WaitingRetry for that long. N = 0 retries: dead
-- letter. p_phase: 'live', a client's verdict counts only inside its lease; 'over', the expiry loop's only after it (it
-- may have been renewed since the loop looked); 'overrun', once the consumption timeout is over (a repeated receive may
-- have got it since). Returns the bits that failed now; a bit not returned was not open any more.
-- Never null: all.
CREATE OR REPLACE FUNCTION lease_fail(
  p_now timestamptz, p_group int, p_queue int[], p_lease bigint[], p_mask bigint[], p_delay_ms bigint, p_cause text,
    p_policy_version int,
  p_ordered boolean, p_phase text
) RETURNS TABLE (lease_id bigint, failed bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_groups int[] := array_fill(p_group, ARRAY[array_length(p_queue, 1)]);
  v_max_retries int := group_guard(p_group, p_policy_version);
  v_due timestamptz;
  v_timeout interval := consumption_timeout(p_group, p_phase);
  v_places tid[];
  v_lease bigint[];
  v_hits bigint[];
  v_leases lease[];
  v_dead record;
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(v_groups, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  v_due := v_now + coalesce(p_delay_ms, 0) * interval '1 ms';
  -- Found and locked each by its whole key, in the order of the caller; then all change in one statement, by place.
  SELECT array_agg(l.place ORDER BY w.ord), array_agg(w.lease_id ORDER BY w.ord), array_agg(l.hit ORDER BY w.ord),
    array_agg(l.before ORDER BY w.ord)
    INTO v_places, v_lease, v_hits, v_leases
    FROM unnest(p_queue, p_lease, p_mask) WITH ORDINALITY w (queue_id, lease_id, mask, ord)
   CROSS JOIN LATERAL (
     SELECT a.ctid AS place, a.open & w.mask AS hit, a AS before FROM lease a
      WHERE a.group_id = p_group AND a.queue_id = w.queue_id AND a.lease_id = w.lease_id AND (a.open & w.mask) <> 0
        AND CASE WHEN v_timeout IS NULL THEN (a.expires_at > v_now) = (p_phase = 'live')
          ELSE coalesce(a.handed_at, a.claimed_at) + v_timeout <= v_now END
      LIMIT 1 FOR NO KEY UPDATE) l;
  IF v_places IS NULL THEN RETURN; END IF;
  UPDATE lease l SET open = l.open & ~w.hit, failed = l.failed | w.hit, live = (l.open & ~w.hit) <> 0
    FROM unnest(v_places, v_hits) w (place, hit) WHERE l.ctid = w.place;
  RETURN QUERY SELECT w.lease_id, w.hit FROM unnest(v_lease, v_hits) w (lease_id, hit);
  -- From here on: what failed of them.
  FOR k IN 1..cardinality(v_hits) LOOP v_leases[k].open := v_hits[k]; END LOOP;

  IF v_max_retries = 0 THEN
    WITH ended AS MATERIALIZED (
      SELECT * FROM lease_bits(v_leases, p_ordered)
    ), recorded AS (
      INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
        policy_version)
      SELECT p_group, i.queue_id, i.off, 0, 1, 'Inflight', 'delivered', i.lease_id, i.client_id, i.claimed_at,
        p_policy_version FROM ended i
    )
    SELECT array_agg(i.queue_id) AS queue_id, array_agg(i.off) AS off, array_agg(i.seg) AS seg,
      array_agg(i.epoch) AS epoch, array_agg(i.client_id) AS client_id,
           array_agg(0) AS generation, array_agg(1) AS attempts, array_agg(NULL::int) AS redrive
      INTO v_dead FROM ended i;
    PERFORM message_bury(v_now, p_group, v_dead.queue_id, v_dead.off, v_dead.seg, v_dead.generation, v_dead.attempts,
      v_dead.epoch, v_dead.client_id, v_dead.redrive,
                         p_cause, p_policy_version);
  ELSE
    WITH ended AS MATERIALIZED (
      SELECT * FROM lease_bits(v_leases, p_ordered)
    ), waits AS (
      INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
        client_id, policy_version)
      SELECT p_group, i.queue_id, i.off, i.seg, i.topic_id, i.mgroup, 1, i.epoch, false, p_delay_ms IS NOT NULL, v_due,
        i.client_id, p_policy_version FROM ended i
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, begun_at, begun_epoch)
    SELECT p_group, i.queue_id, i.off, 0, 1, CASE WHEN p_delay_ms IS NULL THEN 'Ready' ELSE 'WaitingRetry' END,
      p_cause, i.epoch, i.client_id, v_now, v_due, p_policy_version, i.claimed_at, i.lease_id
      FROM ended i;
  END IF;
  IF p_ordered THEN PERFORM fifo_settle_leases(v_now, v_groups, p_queue, p_lease); END IF;
END $$;

-- The messages of open bits of leases, each with a new epoch. An ordered lease may hold messages of older segments than
-- the cursor's: the log is asked, which opens every segment, so the others do without.
CREATE OR REPLACE FUNCTION lease_bits(p_leases lease[], p_ordered boolean)
RETURNS TABLE (queue_id int, off bigint, seg int, topic_id int, mgroup text, lease_id bigint, epoch bigint,
  client_id int, claimed_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  IF NOT p_ordered THEN
    RETURN QUERY
    SELECT l.queue_id, coalesce(l.offs[i + 1], l.base_off + i), l.seg, l.topic_id, NULL::text, l.lease_id,
      nextval('epoch_seq'), l.client_id, l.claimed_at
      FROM (SELECT l.*, (SELECT q.topic_id FROM queue q WHERE q.queue_id = l.queue_id) AS topic_id
        FROM unnest(p_leases) l OFFSET 0) l, generate_series(0, l.n - 1) i WHERE (l.open >> i) & 1 = 1;
    RETURN;
  END IF;
  RETURN QUERY
  SELECT b.queue_id, b.off, coalesce(m.seg, b.seg), b.topic_id, m.mgroup, b.lease_id, nextval('epoch_seq'), b.client_id,
    b.claimed_at
    FROM (SELECT l.*, (SELECT q.topic_id FROM queue q WHERE q.queue_id = l.queue_id) AS topic_id
      FROM unnest(p_leases) l OFFSET 0) l
   CROSS JOIN LATERAL (
     SELECT l.queue_id, coalesce(l.offs[i + 1], l.base_off + i) AS off, l.seg, l.topic_id, l.lease_id, l.client_id,
       l.claimed_at
       FROM generate_series(0, l.n - 1) i WHERE (l.open >> i) & 1 = 1) b
    LEFT JOIN LATERAL (
      SELECT a.seg, fifo_key(a.mgroup, b.off) AS mgroup FROM any_message a WHERE a.queue_id = b.queue_id
        AND a.off = b.off AND a.seg >= 0 LIMIT 1) m ON true;
END $$;
