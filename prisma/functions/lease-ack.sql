-- Acknowledges bits of leases (masks of one lease merged by the caller, in one order everywhere). Returns what is acked
-- of each lease now, whether by this call or an earlier one: a bit not in it was expired, failed or never open. Each
-- row is found and locked by its whole key, then all change in one statement, by place: a join against the table could
-- be planned the wrong way round while it is small, and a statement per row costs ten times the change. The look never
-- names `live`: the planner would then walk the expiry index, full of dead entries under a held snapshot.
-- Never null: all.
CREATE OR REPLACE FUNCTION lease_ack(p_now timestamptz, p_group int[], p_queue int[], p_lease bigint[], p_mask bigint[],
  p_ordered boolean)
RETURNS TABLE (lease_id bigint, acked bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_places tid[];
  v_done bigint[];
  v_acks bigint[];
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(p_group, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  -- A few: a statement for each costs less than finding and changing them apart.
  IF NOT p_ordered AND cardinality(p_lease) <= 2 THEN
    FOR i IN 1..cardinality(p_lease) LOOP
      lease_id := p_lease[i];
      UPDATE lease l
         SET open = l.open & ~p_mask[i], live = (l.open & ~p_mask[i]) <> 0,
             acks = l.acks || (((extract(epoch FROM v_now - l.claimed_at) * 1000)::bigint << 32) | (l.open & p_mask[i]))
       WHERE l.group_id = p_group[i] AND l.queue_id = p_queue[i] AND l.lease_id = p_lease[i]
         AND l.expires_at > v_now AND (l.open & p_mask[i]) <> 0
      RETURNING l.acks INTO v_acks;
      IF NOT FOUND THEN
        SELECT l.acks INTO v_acks FROM lease l WHERE l.group_id = p_group[i] AND l.queue_id = p_queue[i]
          AND l.lease_id = p_lease[i];
        CONTINUE WHEN NOT FOUND;
      END IF;
      acked := lease_acked(v_acks);
      RETURN NEXT;
    END LOOP;
    RETURN;
  END IF;
  SELECT array_agg(l.place ORDER BY w.ord) INTO v_places
    FROM unnest(p_group, p_queue, p_lease) WITH ORDINALITY w (group_id, queue_id, lease_id, ord)
    LEFT JOIN LATERAL (
      SELECT a.ctid AS place FROM lease a WHERE a.group_id = w.group_id AND a.queue_id = w.queue_id
        AND a.lease_id = w.lease_id LIMIT 1 FOR NO KEY UPDATE) l ON true;
  IF p_ordered THEN
    -- The usual case: all of a batch at once, and nothing left it before.
    WITH whole AS (
      UPDATE lease l SET open = 0, live = false,
        acks = ARRAY[((extract(epoch FROM v_now - l.claimed_at) * 1000)::bigint << 32) | l.open]
        FROM unnest(v_places, p_mask) w (place, mask)
       WHERE l.ctid = w.place AND l.expires_at > v_now AND l.open = w.mask AND l.open = (1::bigint << l.n) - 1
      RETURNING l.lease_id
    )
    SELECT array_agg(w.lease_id) INTO v_done FROM whole w;
    FOR i IN 1..array_length(p_lease, 1) LOOP
      lease_id := p_lease[i];
      acked := CASE WHEN p_lease[i] = ANY (v_done) THEN p_mask[i] ELSE fifo_lease_ack(v_now, p_group[i], p_queue[i],
        p_lease[i], p_mask[i]) END;
      RETURN NEXT;
    END LOOP;
    PERFORM fifo_settle_leases(v_now, p_group, p_queue, p_lease);
    RETURN;
  END IF;
  UPDATE lease l
     SET open = l.open & ~w.mask, live = (l.open & ~w.mask) <> 0,
         acks = l.acks || (((extract(epoch FROM v_now - l.claimed_at) * 1000)::bigint << 32) | (l.open & w.mask))
    FROM unnest(v_places, p_mask) w (place, mask)
   WHERE l.ctid = w.place AND l.expires_at > v_now AND (l.open & w.mask) <> 0;
  RETURN QUERY
  SELECT l.lease_id, lease_acked(l.acks)
    FROM unnest(p_group, p_queue, p_lease) w (group_id, queue_id, lease_id)
   CROSS JOIN LATERAL (
     SELECT a.lease_id, a.acks FROM lease a WHERE a.group_id = w.group_id AND a.queue_id = w.queue_id
       AND a.lease_id = w.lease_id LIMIT 1) l;
END $$;

-- The bits that all these acks took together.
-- Never null: all.
CREATE OR REPLACE FUNCTION lease_acked(p_acks bigint[]) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_acked bigint := 0;
  v_ack bigint;
BEGIN
  FOREACH v_ack IN ARRAY coalesce(p_acks, '{}') LOOP v_acked := v_acked | (v_ack & 4294967295); END LOOP;
  RETURN v_acked;
END $$;
