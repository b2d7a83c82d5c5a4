-- Removes members whose client was not seen for p_gone_ms, with all their rows; at most p_limit. A member with a
-- delivery still open waits until that has ended. Returns how many went.
-- Never null: all.
CREATE OR REPLACE FUNCTION broadcast_drop(p_now timestamptz, p_gone_ms bigint, p_limit int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_before timestamptz := coalesce(p_now, clock_timestamp()) - p_gone_ms * interval '1 ms';
  v_members int[];
BEGIN
  -- Both rows locked: a member that was seen meanwhile is checked again with the newer time, and stays.
  SELECT array_agg(o.group_id) INTO v_members
    FROM (SELECT g.group_id FROM broadcast_member b JOIN consumer_group g ON g.group_id = b.group_id
           WHERE b.seen_at < v_before
             AND NOT EXISTS (SELECT 1 FROM lease l WHERE l.group_id = b.group_id AND l.open <> 0)
             AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = b.group_id AND r.leased)
           LIMIT p_limit FOR UPDATE SKIP LOCKED) o;
  IF v_members IS NULL THEN RETURN 0; END IF;
  -- First what claims lock: none is under way after this.
  DELETE FROM group_queue t WHERE t.group_id = ANY (v_members);
  DELETE FROM lease t WHERE t.group_id = ANY (v_members);
  DELETE FROM retry t WHERE t.group_id = ANY (v_members);
  DELETE FROM fifo_group t WHERE t.group_id = ANY (v_members);
  DELETE FROM delivery_event t WHERE t.group_id = ANY (v_members);
  DELETE FROM failure_report t WHERE t.group_id = ANY (v_members);
  DELETE FROM broadcast_member t WHERE t.group_id = ANY (v_members);
  DELETE FROM consumer_group t WHERE t.group_id = ANY (v_members);
  RETURN array_length(v_members, 1);
END $$;
