-- Leases whose time is over, oldest first: what the expiry loop ends next (per group, so that lease_fail can guard the
-- policy). p_low: a moving lower bound keeps the scan off the dead low end of the index; null scans all.
-- Never null: all.
CREATE OR REPLACE FUNCTION lease_expired(p_now timestamptz, p_low timestamptz, p_limit int)
RETURNS TABLE (group_id int, version int, ordered boolean, gone boolean, queue_id int, lease_id bigint, open bigint,
  expires_at timestamptz)
LANGUAGE sql AS $$
  SELECT l.group_id, g.version, l.kind = 1, l.gone, l.queue_id, l.lease_id, l.open, l.expires_at
    FROM lease l JOIN consumer_group g ON g.group_id = l.group_id
   WHERE l.live AND l.expires_at <= coalesce(p_now, clock_timestamp()) AND l.expires_at >= coalesce(p_low, '-infinity')
   ORDER BY l.expires_at LIMIT p_limit;
$$;

-- Never null: all.
CREATE OR REPLACE FUNCTION retry_expired(p_now timestamptz, p_low timestamptz, p_limit int)
RETURNS TABLE (group_id int, version int, ordered boolean, gone boolean, queue_id int, off bigint, epoch bigint,
  expires_at timestamptz)
LANGUAGE sql AS $$
  SELECT r.group_id, g.version, r.mgroup IS NOT NULL, r.gone, r.queue_id, r.off, r.epoch, r.visible_at
    FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
   WHERE r.leased AND NOT r.early AND r.visible_at <= coalesce(p_now, clock_timestamp())
     AND r.visible_at >= coalesce(p_low, '-infinity')
   ORDER BY r.visible_at LIMIT p_limit;
$$;
