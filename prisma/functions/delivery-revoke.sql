-- Takes deliveries back from the clients that have them, because an operator decided so: each lease ends, and its
-- handle is refused from then on. A named message waits then, due never: the caller decides about it in the same
-- transaction (retry_change). p_verb says what that will be. The delivery counts.
-- In an ordered group only the head of a key is taken back, and with it everything of the key that clients have behind
-- it: that is ready again, and its delivery does not count, because a client works through a key in its order.
-- A message that waits already, or is finished, is passed over. why: this one stays with its client; null: it waits
-- now, with this epoch.
-- Never null: queue_id, off.
CREATE OR REPLACE FUNCTION delivery_revoke(
  p_now timestamptz, p_job int, p_verb text, p_group int, p_queue int[], p_off bigint[], p_epoch bigint[]
) RETURNS TABLE (why text, queue_id int, off bigint, epoch bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_version int;
  v_ordered boolean;
  v_max_retries int;
  v_item record;
  v_mgroup text;
  v_hold int;
  v_lease_id bigint;
  v_retry retry;
  v_lease lease;
  v_mask bigint;
  v_queues int[] := '{}';
  v_offs bigint[] := '{}';
BEGIN
  SELECT h.version, h.ordered INTO v_version, v_ordered FROM group_hold(p_group, p_queue) h;
  v_max_retries := (SELECT g.max_retries FROM consumer_group g WHERE g.group_id = p_group);
  v_now := coalesce(p_now, clock_timestamp());
  -- Unordered: leases by their id, then messages of their own, as everywhere. In an ordered group the queue is locked,
  -- and the head of a key comes before what is behind it.
  FOR v_item IN
    SELECT u.queue_id, u.off, u.epoch
      FROM (SELECT DISTINCT n.queue_id, n.off, n.epoch FROM unnest(p_queue, p_off, p_epoch) n (queue_id, off, epoch)) u
      LEFT JOIN LATERAL (SELECT true AS alone FROM retry a WHERE a.group_id = p_group AND a.queue_id = u.queue_id
        AND a.off = u.off LIMIT 1) r ON true
     ORDER BY NOT v_ordered AND r.alone, CASE WHEN NOT v_ordered AND r.alone IS NULL THEN u.epoch END, u.queue_id, u.off
  LOOP
    v_lease := NULL;
    v_mask := 0;
    SELECT r.* INTO v_retry FROM retry r WHERE r.group_id = p_group AND r.queue_id = v_item.queue_id
      AND r.off = v_item.off FOR NO KEY UPDATE;
    IF FOUND THEN
      CONTINUE WHEN NOT v_retry.leased;
    ELSE
      SELECT l.* INTO v_lease FROM lease l WHERE l.group_id = p_group AND l.queue_id = v_item.queue_id
        AND l.lease_id = v_item.epoch FOR NO KEY UPDATE;
      v_mask := 1::bigint << coalesce(array_position(v_lease.offs, v_item.off) - 1,
        v_item.off - v_lease.base_off)::int;
      CONTINUE WHEN coalesce(v_lease.open & v_mask, 0) = 0;
    END IF;
    queue_id := v_item.queue_id;
    off := v_item.off;
    epoch := NULL;
    why := CASE
      WHEN v_retry.early THEN 'acknowledged already'
      WHEN v_retry.epoch <> v_item.epoch THEN 'changed meanwhile'
      WHEN p_verb = 'now' AND coalesce(v_retry.attempt, 1) > v_max_retries THEN 'on its last attempt' END;
    IF why IS NULL AND v_ordered THEN
      v_mgroup := (SELECT fifo_key(m.mgroup, m.off) FROM any_message m WHERE m.queue_id = v_item.queue_id
        AND m.off = v_item.off AND m.seg >= 0 LIMIT 1);
      SELECT f.hold_job, f.lease_id, f.mask INTO v_hold, v_lease_id, v_mask FROM fifo_group f
       WHERE f.group_id = p_group AND f.queue_id = v_item.queue_id AND f.mgroup = v_mgroup;
      SELECT l.* INTO v_lease FROM lease l WHERE l.group_id = p_group AND l.queue_id = v_item.queue_id
        AND l.lease_id = v_lease_id FOR NO KEY UPDATE;
      v_mask := coalesce(v_lease.open & v_mask, 0);
      why := CASE
        WHEN p_verb = 'now' AND v_hold IS NOT NULL THEN 'held'
        WHEN EXISTS (SELECT 1 FROM retry r WHERE r.group_id = p_group AND r.queue_id = v_item.queue_id
          AND r.mgroup = v_mgroup AND NOT r.early AND r.off < v_item.off)
          OR EXISTS (SELECT 1 FROM unnest(v_lease.offs) WITH ORDINALITY o (off, ord)
            WHERE (v_mask >> (o.ord - 1)::int) & 1 = 1 AND o.off < v_item.off) THEN 'not the head of its key' END;
    END IF;
    IF why IS NOT NULL THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF v_mask <> 0 THEN PERFORM revoke_leased(v_now, p_job, v_lease, v_mask, v_item.off, v_version, v_ordered); END IF;
    PERFORM revoke_retries(v_now, p_job, v_item.off, ARRAY(
      SELECT r.ctid FROM retry r WHERE r.group_id = p_group AND r.queue_id = v_item.queue_id AND r.leased
         AND NOT r.early AND (r.off = v_item.off OR (v_ordered AND r.mgroup = v_mgroup))));
    IF v_ordered THEN
      UPDATE fifo_group f SET lease_id = NULL, mask = -1 WHERE f.group_id = p_group AND f.queue_id = v_item.queue_id
        AND f.mgroup = v_mgroup AND f.lease_id = v_lease_id;
    END IF;
    epoch := (SELECT r.epoch FROM retry r WHERE r.group_id = p_group AND r.queue_id = v_item.queue_id
      AND r.off = v_item.off);
    v_queues := v_queues || v_item.queue_id;
    v_offs := v_offs || v_item.off;
    RETURN NEXT;
  END LOOP;
  -- A head that goes to the dead letters did not fail: what was acknowledged behind it stays acknowledged, and the
  -- caller settles.
  IF v_ordered AND p_verb <> 'bury' AND cardinality(v_offs) > 0 THEN
    PERFORM fifo_settle_messages(v_now, array_fill(p_group, ARRAY[cardinality(v_offs)]), v_queues, v_offs);
  END IF;
END $$;

-- Takes bits of one lease out of it. p_named waits, due never; the others are ready, and their delivery does not count.
CREATE OR REPLACE FUNCTION revoke_leased(p_now timestamptz, p_job int, p_lease lease, p_mask bigint, p_named bigint,
  p_version int, p_ordered boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE lease l SET open = l.open & ~p_mask, failed = l.failed | p_mask, live = (l.open & ~p_mask) <> 0
   WHERE l.group_id = p_lease.group_id AND l.queue_id = p_lease.queue_id AND l.lease_id = p_lease.lease_id;
  p_lease.open := p_mask;
  WITH ended AS MATERIALIZED (
    SELECT b.*, b.off = p_named AS named FROM lease_bits(ARRAY[p_lease], p_ordered) b
  ), waits AS (
    INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
      client_id, policy_version, lost_replies)
    SELECT p_lease.group_id, e.queue_id, e.off, e.seg, e.topic_id, e.mgroup, e.named::int, e.epoch, false, false,
      CASE WHEN e.named THEN 'infinity' ELSE p_now END, e.client_id, p_version, (NOT e.named)::int
      FROM ended e
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
    policy_version, job_id)
  SELECT p_lease.group_id, e.queue_id, e.off, 0, 1, s.state, s.cause, e.lease_id, e.client_id, s.at, p_version, s.job
    FROM ended e
   CROSS JOIN LATERAL (VALUES (1, 'Inflight', 'delivered', e.claimed_at, NULL::int),
     (2, 'Ready', CASE WHEN e.named THEN 'revoked' ELSE 'returned' END, p_now, p_job)) s (step, state, cause, at, job)
   ORDER BY e.off, s.step;
END $$;

-- The same for later deliveries. The events have the epochs of the handles that are refused from now on.
CREATE OR REPLACE FUNCTION revoke_retries(p_now timestamptz, p_job int, p_named bigint, p_places tid[]) RETURNS void
LANGUAGE sql AS $$
  WITH ended AS MATERIALIZED (
    SELECT r.ctid AS place, r.epoch, r.off = p_named AS named, CASE WHEN r.unrecorded THEN r.leased_at END AS begun_at
      FROM retry r WHERE r.ctid = ANY (p_places)
  ), back AS (
    UPDATE retry r SET leased = false, waiting = false, epoch = nextval('epoch_seq'), leased_at = NULL,
           auto_renew = false, gone = false, attempt = r.attempt - (NOT e.named)::int,
           lost_replies = r.lost_replies + (NOT e.named)::int,
           visible_at = CASE WHEN e.named THEN 'infinity' ELSE p_now END
      FROM ended e WHERE r.ctid = e.place
    RETURNING r.*, e.epoch AS ended, e.named, e.begun_at
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
    policy_version, redrive_id, job_id, begun_at)
  SELECT b.group_id, b.queue_id, b.off, b.generation, b.attempt + (NOT b.named)::int, 'Ready',
    CASE WHEN b.named THEN 'revoked' ELSE 'returned' END, b.ended, b.client_id, p_now, b.policy_version, b.redrive_id,
    p_job, b.begun_at
    FROM back b ORDER BY b.off;
$$;

-- A client answers deliveries that were taken back from it: the first answer of each is kept. p_epoch: what its handle
-- names; p_answer null: it did not answer yet. Returns the epochs of the ones taken back.
-- Never null: all.
CREATE OR REPLACE FUNCTION revoke_note_late(p_now timestamptz, p_group int[], p_queue int[], p_off bigint[],
  p_epoch bigint[], p_answer text) RETURNS SETOF bigint
LANGUAGE sql AS $$
  WITH taken AS MATERIALIZED (
    SELECT e.event_id, e.epoch FROM (SELECT DISTINCT u.* FROM unnest(p_group, p_queue, p_off, p_epoch)
      u (group_id, queue_id, off, epoch)) w
     CROSS JOIN LATERAL (
       SELECT a.event_id, a.epoch FROM delivery_event a
        WHERE a.group_id = w.group_id AND a.queue_id = w.queue_id AND a.off = w.off AND a.epoch = w.epoch
          AND a.cause IN ('revoked', 'returned') LIMIT 1) e
  ), noted AS (
    UPDATE delivery_event e SET late_at = coalesce(p_now, clock_timestamp()), late_answer = p_answer
      FROM taken t WHERE p_answer IS NOT NULL AND e.event_id = t.event_id AND e.late_at IS NULL
  )
  SELECT t.epoch FROM taken t;
$$;
