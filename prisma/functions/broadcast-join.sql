-- The member of a broadcast group that one client is: found and marked as seen, or made now. A new member starts at the
-- messages stored from now on. Null: the group is not a broadcast group (any more).
-- The name holds signs that no group name may have, so no client can request it; and since when the group broadcasts,
-- so that a group that changed its model and back starts with new members.
CREATE OR REPLACE FUNCTION broadcast_join(p_now timestamptz, p_group int, p_client int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_group consumer_group;
  v_now timestamptz;
  v_name text;
  v_member int;
BEGIN
  SELECT * INTO v_group FROM consumer_group g WHERE g.group_id = p_group FOR KEY SHARE;
  IF NOT FOUND OR v_group.message_model <> 'broadcasting' OR v_group.broadcast_of IS NOT NULL THEN RETURN NULL; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  v_name := format('!%s/%s/%s', p_group, p_client,
    floor(extract(epoch FROM coalesce(v_group.model_since, v_group.created_at)) * 1000));
  LOOP
    SELECT g.group_id INTO v_member FROM consumer_group g WHERE g.name = v_name FOR KEY SHARE;
    IF FOUND THEN
      UPDATE broadcast_member b SET seen_at = greatest(b.seen_at, v_now) WHERE b.group_id = v_member;
      RETURN v_member;
    END IF;
    -- Two processes at once: the later one waits here for the earlier, and finds its row in the next round.
    INSERT INTO consumer_group (name, delivery_order, max_retries, retry_policy, consumption_timeout_ms, version,
      created_at, updated_at, message_model, broadcast_of, paused_at)
    VALUES (v_name, v_group.delivery_order, 0, v_group.retry_policy, v_group.consumption_timeout_ms, v_group.version,
      v_now, v_now, 'broadcasting', p_group, v_group.paused_at)
    ON CONFLICT (name) DO NOTHING RETURNING group_id INTO v_member;
    IF FOUND THEN
      INSERT INTO broadcast_member (group_id, client_id, seen_at) VALUES (v_member, p_client, v_now);
      RETURN v_member;
    END IF;
  END LOOP;
END $$;
