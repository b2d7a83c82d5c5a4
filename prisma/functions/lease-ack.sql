-- Acknowledges bits of leases (masks of one lease merged by the caller). Returns what is acked of each lease now,
-- whether by this call or an earlier one: a bit not in it was expired, failed or never open.
-- One statement per lease, by its whole key: a join against the table could be planned the wrong way round while it is
-- small. The WHERE never names `live`: the planner would then walk the expiry index, full of dead entries under a held snapshot.
CREATE OR REPLACE FUNCTION lease_ack(p_now timestamptz, p_group int[], p_queue int[], p_lease bigint[], p_mask bigint[], p_ordered boolean)
RETURNS TABLE (lease_id bigint, acked bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_acks bigint[];
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(p_group, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  FOR i IN 1..array_length(p_lease, 1) LOOP
    lease_id := p_lease[i];
    IF p_ordered THEN
      -- The usual case in one statement: all of a batch at once, and nothing left it before.
      UPDATE lease l SET open = 0, live = false, acks = ARRAY[((extract(epoch FROM v_now - l.claimed_at) * 1000)::bigint << 32) | l.open]
       WHERE l.group_id = p_group[i] AND l.queue_id = p_queue[i] AND l.lease_id = p_lease[i] AND l.expires_at > v_now
         AND l.open = p_mask[i] AND l.open = (1::bigint << l.n) - 1;
      acked := p_mask[i];
      IF NOT FOUND THEN acked := fifo_lease_ack(v_now, p_group[i], p_queue[i], p_lease[i], p_mask[i]); END IF;
      RETURN NEXT;
      CONTINUE;
    END IF;
    UPDATE lease l
       SET open = l.open & ~p_mask[i], live = (l.open & ~p_mask[i]) <> 0,
           acks = l.acks || (((extract(epoch FROM v_now - l.claimed_at) * 1000)::bigint << 32) | (l.open & p_mask[i]))
     WHERE l.group_id = p_group[i] AND l.queue_id = p_queue[i] AND l.lease_id = p_lease[i] AND l.expires_at > v_now AND (l.open & p_mask[i]) <> 0
    RETURNING l.acks INTO v_acks;
    IF NOT FOUND THEN
      SELECT l.acks INTO v_acks FROM lease l WHERE l.group_id = p_group[i] AND l.queue_id = p_queue[i] AND l.lease_id = p_lease[i];
    END IF;
    acked := (SELECT coalesce(bit_or(a & 4294967295), 0) FROM unnest(v_acks) a);
    RETURN NEXT;
  END LOOP;
  IF p_ordered THEN PERFORM fifo_settle_leases(v_now, p_group, p_queue, p_lease); END IF;
END $$;
