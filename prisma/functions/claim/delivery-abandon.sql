-- A reply could not be written: what it held is visible again after p_after_ms. It does not count as an attempt
-- (delivery_lost); what was answered in part, or lost too often, does: its lease ends then and is recorded as
-- 'client-gone'.
CREATE OR REPLACE FUNCTION delivery_abandon(
  p_now timestamptz, p_group int, p_lease_queue int[], p_lease bigint[], p_retry_queue int[], p_off bigint[],
    p_epoch bigint[],
  p_handed_at timestamptz, p_after_ms bigint, p_most int
) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
  v_count int := delivery_lost(p_now, p_group, p_lease_queue, p_lease, p_retry_queue, p_off, p_epoch, p_handed_at,
    p_after_ms, p_most);
BEGIN
  v_now := coalesce(p_now, clock_timestamp());
  UPDATE lease l SET gone = true, expires_at = least(l.expires_at, v_now + p_after_ms * interval '1 ms')
    FROM unnest(p_lease_queue, p_lease) w (queue_id, lease_id)
   WHERE l.group_id = p_group AND l.queue_id = w.queue_id AND l.lease_id = w.lease_id AND l.open <> 0
     AND l.expires_at > v_now
     AND date_trunc('milliseconds', coalesce(l.handed_at, l.claimed_at)) <= p_handed_at;
  UPDATE retry r SET gone = true, visible_at = least(r.visible_at, v_now + p_after_ms * interval '1 ms')
    FROM unnest(p_retry_queue, p_off, p_epoch) w (queue_id, off, epoch)
   WHERE r.group_id = p_group AND r.queue_id = w.queue_id AND r.off = w.off AND r.epoch = w.epoch AND NOT r.early
     AND r.visible_at > v_now
     AND date_trunc('milliseconds', r.leased_at) <= p_handed_at;
  RETURN v_count;
END $$;
