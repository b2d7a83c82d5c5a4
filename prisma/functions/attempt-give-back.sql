-- A client repeats a receive with the same attempt id: the reply to the first try was lost, with the process that made it.
-- What that try leased is handed out again at once, instead of being renewed for a client that never got it.
-- Unordered groups; an ordered one hands the same delivery out again (fifo_reenter).
CREATE OR REPLACE FUNCTION attempt_give_back(p_now timestamptz, p_group int, p_client int, p_attempt_id text) RETURNS int
LANGUAGE sql AS $$
  WITH clock AS MATERIALIZED (SELECT coalesce(p_now, clock_timestamp()) AS at), given AS (
    UPDATE lease l SET gone = true, expires_at = least(l.expires_at, c.at)
      FROM clock c WHERE l.live AND l.kind = 0 AND l.group_id = p_group AND l.client_id = p_client AND l.attempt_id = p_attempt_id AND l.expires_at > c.at
    RETURNING 1
  )
  SELECT count(*)::int FROM given;
$$;
