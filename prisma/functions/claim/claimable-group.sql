-- No row, hence nothing to hand out, while the group is paused, and when it got another order meanwhile: its receives
-- come through the claims of that order. Of a broadcast group only its members receive. The planner puts it into the
-- statement that uses it.
CREATE OR REPLACE FUNCTION claimable_group(p_group int, p_order text) RETURNS TABLE (max_retries int)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT g.max_retries FROM consumer_group g
   WHERE g.group_id = p_group AND g.delivery_order = p_order AND g.paused_at IS NULL
     AND (g.message_model = 'broadcasting') = (g.broadcast_of IS NOT NULL);
$$;
