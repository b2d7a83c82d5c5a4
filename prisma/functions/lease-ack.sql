-- Acknowledges bits of leases (masks of one lease merged by the caller). Returns what is acked of each lease now,
-- whether by this call or an earlier one: a bit not in it was expired, failed or never open.
-- The WHERE never names `live`: the planner would then walk the expiry index, full of dead entries under a held snapshot.
CREATE OR REPLACE FUNCTION lease_ack(p_now timestamptz, p_group int[], p_queue int[], p_lease bigint[], p_mask bigint[], p_ordered boolean)
RETURNS TABLE (lease_id bigint, acked bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(p_group, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  UPDATE lease l
     SET open = l.open & ~w.mask, live = (l.open & ~w.mask) <> 0,
         acks = l.acks || (((extract(epoch FROM v_now - l.claimed_at) * 1000)::bigint << 32) | (l.open & w.mask))
    FROM unnest(p_group, p_queue, p_lease, p_mask) w (group_id, queue_id, lease_id, mask)
   WHERE l.group_id = w.group_id AND l.queue_id = w.queue_id AND l.lease_id = w.lease_id AND l.expires_at > v_now AND (l.open & w.mask) <> 0;
  IF p_ordered THEN PERFORM fifo_settle_leases(v_now, p_group, p_queue, p_lease); END IF;
  RETURN QUERY
  SELECT w.lease_id, coalesce((SELECT bit_or(a & 4294967295) FROM lease l, unnest(l.acks) a
                                WHERE l.group_id = w.group_id AND l.queue_id = w.queue_id AND l.lease_id = w.lease_id), 0)
    FROM unnest(p_group, p_queue, p_lease) w (group_id, queue_id, lease_id);
END $$;
