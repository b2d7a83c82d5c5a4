-- Where a key of an ordered group stands: the first message that a client holds and has not acknowledged, and the first
-- that failed and waits. A re-driven message that no client has fetched yet is not counted: nothing was delivered
-- together with it.
CREATE OR REPLACE FUNCTION fifo_open(p_group int, p_queue int, p_mgroup text, OUT held bigint, OUT failed bigint)
LANGUAGE sql STABLE AS $$
  SELECT least((SELECT min(r.off) FROM retry r
                 WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.mgroup = p_mgroup AND r.leased
                   AND NOT r.early),
               (SELECT min(o.off) FROM fifo_group f
                  JOIN lease l ON l.group_id = f.group_id AND l.queue_id = f.queue_id AND l.lease_id = f.lease_id
                 CROSS JOIN LATERAL unnest(l.offs) WITH ORDINALITY o (off, ord)
                 WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = p_mgroup
                   AND ((l.open & f.mask) >> (o.ord - 1)::int) & 1 = 1)),
         (SELECT min(r.off) FROM retry r
           WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.mgroup = p_mgroup AND NOT r.leased
             AND (r.attempt >= 1 OR r.lost_replies > 0));
$$;

-- Acknowledges bits of one ordered lease. Bits with nothing of their key unfinished before them are final; the others
-- become rows of their own that are `early`, with the lease's id as epoch: the handle that acknowledged them stays the
-- one that did. Returns the bits that are acknowledged now, by this call or an earlier one. The caller holds fifo_lock
-- and settles.
CREATE OR REPLACE FUNCTION fifo_lease_ack(p_now timestamptz, p_group int, p_queue int, p_lease bigint,
  p_mask bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_lease lease;
  v_acked bigint;
  v_hit bigint;
  v_rest bigint;
  v_early bigint;
  v_gone bigint;
  v_final bigint;
BEGIN
  SELECT * INTO v_lease FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  v_acked := lease_acked(v_lease.acks);
  v_hit := CASE WHEN v_lease.expires_at > p_now THEN v_lease.open & p_mask ELSE 0 END;
  IF v_hit <> 0 THEN
    v_rest := v_lease.open & ~v_hit;
    -- Of each key, what is above its lowest bit that stays open.
    v_early := CASE WHEN v_rest = 0 THEN 0 ELSE (
      SELECT coalesce(bit_or(v_hit & f.mask & ~((v_rest & f.mask & -(v_rest & f.mask)) - 1)), 0) FROM fifo_group f
        WHERE f.lease_id = p_lease) END;
    -- A bit that is neither open nor acknowledged left the lease: its own row may be unfinished.
    v_gone := ((1::bigint << v_lease.n) - 1) & ~(v_lease.open | v_acked);
    IF v_gone <> 0 THEN
      v_early := v_early | (v_hit & (
        SELECT coalesce(bit_or(1::bigint << (o.ord - 1)::int), 0) FROM fifo_group f
         CROSS JOIN LATERAL (
           SELECT min(r.off) AS off FROM retry r
            WHERE r.group_id = f.group_id AND r.queue_id = f.queue_id AND r.mgroup = f.mgroup AND NOT r.early
              AND (r.attempt >= 1 OR r.lost_replies > 0)) first
         CROSS JOIN LATERAL unnest(v_lease.offs) WITH ORDINALITY o (off, ord)
         WHERE f.lease_id = p_lease AND f.mask & v_gone <> 0 AND (f.mask >> (o.ord - 1)::int) & 1 = 1
           AND o.off > first.off));
    END IF;
    v_final := v_hit & ~v_early;
    UPDATE lease l
       SET open = v_rest, live = v_rest <> 0,
           acks = CASE WHEN v_final = 0 THEN l.acks
             ELSE l.acks || (((extract(epoch FROM p_now - l.claimed_at) * 1000)::bigint << 32) | v_final) END
     WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease;
    IF v_early <> 0 THEN PERFORM fifo_lease_early(p_now, v_lease, v_early); END IF;
  END IF;
  v_acked := v_acked | v_hit;
  IF p_mask & ~v_acked <> 0 THEN
    v_acked := v_acked | (
      SELECT coalesce(bit_or(1::bigint << (o.ord - 1)::int), 0) FROM unnest(v_lease.offs) WITH ORDINALITY o (off, ord)
       WHERE (p_mask >> (o.ord - 1)::int) & 1 = 1
         -- A repeat of an ack ahead of its turn is OK, whatever became of it since.
         AND EXISTS (SELECT 1 FROM delivery_event e
                      WHERE e.group_id = p_group AND e.queue_id = p_queue AND e.off = o.off AND e.epoch = p_lease
                        AND e.cause = 'acked-early'));
  END IF;
  RETURN v_acked;
END $$;

-- Takes acknowledged bits out of an ordered lease into rows of their own.
CREATE OR REPLACE FUNCTION fifo_lease_early(p_now timestamptz, p_lease lease, p_mask bigint) RETURNS void
LANGUAGE sql AS $$
  WITH taken AS (
    INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, early,
      visible_at, client_id, leased_at, policy_version)
    SELECT p_lease.group_id, p_lease.queue_id, o.off, m.seg, m.topic_id, fifo_key(m.mgroup, o.off), 1, p_lease.lease_id,
      true, false, true,
           p_lease.expires_at, p_lease.client_id, p_lease.claimed_at, g.version
      FROM unnest(p_lease.offs) WITH ORDINALITY o (off, ord)
      JOIN consumer_group g ON g.group_id = p_lease.group_id
      CROSS JOIN LATERAL (SELECT a.seg, a.topic_id, a.mgroup FROM any_message a WHERE a.queue_id = p_lease.queue_id
        AND a.off = o.off AND a.seg >= 0 LIMIT 1) m
     WHERE (p_mask >> (o.ord - 1)::int) & 1 = 1
    RETURNING *
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, due_at,
    policy_version)
  SELECT t.group_id, t.queue_id, t.off, 0, 1, 'Inflight', e.cause, t.epoch, t.client_id, e.at, e.due_at,
    t.policy_version
    FROM taken t CROSS JOIN LATERAL (VALUES ('delivered', p_lease.claimed_at, p_lease.expires_at),
      ('acked-early', p_now, NULL)) e (cause, at, due_at)
   ORDER BY t.off, e.cause DESC;
$$;

-- Marks a re-delivery of an ordered group as acknowledged ahead of its turn. False: it is its turn, or the lease is
-- over.
CREATE OR REPLACE FUNCTION fifo_retry_early(p_now timestamptz, p_group int, p_queue int, p_off bigint,
  p_epoch bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_row retry;
BEGIN
  SELECT * INTO v_row FROM retry r
   WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.off = p_off AND r.epoch = p_epoch AND r.visible_at > p_now
     AND NOT r.early FOR NO KEY UPDATE;
  IF NOT FOUND OR (SELECT coalesce(least(o.held, o.failed), p_off) >= p_off
    FROM fifo_open(p_group, p_queue, v_row.mgroup) o) THEN
    RETURN false;
  END IF;
  UPDATE retry r SET early = true, auto_renew = false WHERE r.group_id = p_group AND r.queue_id = p_queue
    AND r.off = p_off;
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
    policy_version, redrive_id)
  VALUES (p_group, p_queue, p_off, v_row.generation, v_row.attempt, 'Inflight', 'acked-early', p_epoch, v_row.client_id,
    p_now, v_row.policy_version, v_row.redrive_id);
  RETURN true;
END $$;
