-- A client is gone: what it holds becomes visible after p_after_ms, recorded as 'client-gone' when that passes.
-- Never null: all.
CREATE OR REPLACE FUNCTION delivery_release(p_now timestamptz, p_group int, p_client int, p_after_ms bigint) RETURNS int
LANGUAGE sql AS $$
  WITH clock AS MATERIALIZED (SELECT coalesce(p_now, clock_timestamp()) AS at), leases AS (
    UPDATE lease l SET gone = true, expires_at = least(l.expires_at, c.at + p_after_ms * interval '1 ms')
      FROM clock c WHERE l.live AND l.group_id = p_group AND l.client_id = p_client AND NOT l.gone
        AND l.expires_at > c.at
    RETURNING 1
  ), retries AS (
    UPDATE retry r SET gone = true, visible_at = least(r.visible_at, c.at + p_after_ms * interval '1 ms')
      FROM clock c WHERE r.leased AND r.group_id = p_group AND r.client_id = p_client AND NOT r.gone AND NOT r.early
        AND r.visible_at > c.at
    RETURNING 1
  )
  SELECT ((SELECT count(*) FROM leases) + (SELECT count(*) FROM retries))::int;
$$;
