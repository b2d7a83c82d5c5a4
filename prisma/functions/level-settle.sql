-- Closes and opens limits by what their levels were read at, with hysteresis: closed at the hard line, open again below
-- the soft one, else as before. Returns what holds now, also when another node's newer reading settled it: the answer
-- is a statement of its own, for it must see what that one wrote. Writes only what changes. Locked in one order, so
-- that nodes do not lock each other out. A clock that was set back must not make every reading an old one.
-- Never null: all.
CREATE OR REPLACE FUNCTION level_settle(p_now timestamptz, p_read_at timestamptz, p_limit int[],
  p_value double precision[])
RETURNS TABLE (id int, is_closed boolean)
LANGUAGE plpgsql AS $$
BEGIN
  WITH turned AS (
    SELECT l.limit_id FROM throttle_limit l JOIN unnest(p_limit, p_value) r (limit_id, value) ON r.limit_id = l.limit_id
     WHERE l.enabled
       AND CASE WHEN l.closed THEN r.value < l.hard * l.soft_share ELSE r.value >= l.hard END
       AND (p_read_at < l.settled_at AND l.settled_at <= coalesce(p_now, clock_timestamp())) IS NOT TRUE
     ORDER BY l.limit_id FOR NO KEY UPDATE OF l)
  UPDATE throttle_limit l SET closed = NOT l.closed, settled_at = p_read_at FROM turned t WHERE l.limit_id = t.limit_id;
  RETURN QUERY SELECT l.limit_id, l.closed FROM throttle_limit l WHERE l.limit_id = ANY (p_limit) AND l.enabled;
END $$;
