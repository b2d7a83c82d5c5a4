-- A reply could not be written: its leases end after p_after_ms, recorded as 'client-gone' when that passes.
CREATE OR REPLACE FUNCTION delivery_abandon(
  p_now timestamptz, p_group int, p_lease_queue int[], p_lease bigint[], p_retry_queue int[], p_off bigint[], p_epoch bigint[], p_after_ms bigint
) RETURNS int
LANGUAGE sql AS $$
  WITH clock AS MATERIALIZED (SELECT coalesce(p_now, clock_timestamp()) AS at), leases AS (
    UPDATE lease l SET gone = true, expires_at = least(l.expires_at, c.at + p_after_ms * interval '1 ms')
      FROM clock c, unnest(p_lease_queue, p_lease) w (queue_id, lease_id)
     WHERE l.group_id = p_group AND l.queue_id = w.queue_id AND l.lease_id = w.lease_id AND l.open <> 0 AND l.expires_at > c.at
    RETURNING 1
  ), retries AS (
    UPDATE retry r SET gone = true, visible_at = least(r.visible_at, c.at + p_after_ms * interval '1 ms')
      FROM clock c, unnest(p_retry_queue, p_off, p_epoch) w (queue_id, off, epoch)
     WHERE r.group_id = p_group AND r.queue_id = w.queue_id AND r.off = w.off AND r.epoch = w.epoch AND NOT r.early AND r.visible_at > c.at
    RETURNING 1
  )
  SELECT ((SELECT count(*) FROM leases) + (SELECT count(*) FROM retries))::int;
$$;
