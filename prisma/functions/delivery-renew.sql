-- Moves the end of leases that push consumers hold; the receipt handle stays. Only for clients connected to this node,
-- only while the group's consumption timeout allows. Returns how many rows moved.
-- Never null: all.
CREATE OR REPLACE FUNCTION delivery_renew(p_now timestamptz, p_clients int[], p_within_ms bigint,
  p_invisible_ms bigint) RETURNS int
LANGUAGE sql AS $$
  WITH clock AS MATERIALIZED (SELECT coalesce(p_now, clock_timestamp()) AS at), leases AS (
    UPDATE lease l SET expires_at = least(c.at + p_invisible_ms * interval '1 ms',
      coalesce(l.handed_at, l.claimed_at) + g.consumption_timeout_ms * interval '1 ms' + interval '10 s')
      FROM clock c, consumer_group g
     WHERE g.group_id = l.group_id AND l.live AND l.auto_renew AND NOT l.gone AND l.client_id = ANY (p_clients)
       AND l.expires_at > c.at AND l.expires_at <= c.at + p_within_ms * interval '1 ms'
       AND coalesce(l.handed_at, l.claimed_at) + g.consumption_timeout_ms * interval '1 ms' > c.at
    RETURNING 1
  ), retries AS (
    UPDATE retry r SET visible_at = least(c.at + p_invisible_ms * interval '1 ms',
      r.leased_at + g.consumption_timeout_ms * interval '1 ms' + interval '10 s')
      FROM clock c, consumer_group g
     WHERE g.group_id = r.group_id AND r.leased AND r.auto_renew AND NOT r.gone AND r.client_id = ANY (p_clients)
       AND r.visible_at > c.at AND r.visible_at <= c.at + p_within_ms * interval '1 ms'
       AND r.leased_at + g.consumption_timeout_ms * interval '1 ms' > c.at
    RETURNING 1
  )
  SELECT ((SELECT count(*) FROM leases) + (SELECT count(*) FROM retries))::int;
$$;

-- Deliveries to push consumers that have run longer than the group's consumption timeout: from their last delivery on.
-- Never null: all but lease_id, open, off, epoch.
CREATE OR REPLACE FUNCTION delivery_overrun(p_now timestamptz, p_limit int)
RETURNS TABLE (group_id int, version int, ordered boolean, queue_id int, lease_id bigint, open bigint, off bigint,
  epoch bigint, attempt int)
LANGUAGE sql AS $$
  (SELECT l.group_id, g.version, l.kind = 1, l.queue_id, l.lease_id, l.open, NULL::bigint, NULL::bigint, 1
     FROM lease l JOIN consumer_group g ON g.group_id = l.group_id
    WHERE l.live AND l.auto_renew AND NOT l.gone
      AND coalesce(l.handed_at, l.claimed_at) + g.consumption_timeout_ms * interval '1 ms' <= coalesce(p_now,
      clock_timestamp())
    LIMIT p_limit)
  UNION ALL
  (SELECT r.group_id, g.version, r.mgroup IS NOT NULL, r.queue_id, NULL, NULL, r.off, r.epoch, r.attempt::int
     FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
    WHERE r.leased AND r.auto_renew AND NOT r.gone
      AND r.leased_at + g.consumption_timeout_ms * interval '1 ms' <= coalesce(p_now, clock_timestamp())
    LIMIT p_limit);
$$;
