-- Takes a group away: from here on there is none of its name, and nothing of it is handed out, settled, stepped or
-- counted. Its rows go in steps (deletion_step). Messages of the log stay: other groups read them. The caller has
-- locked the group and its queues. p_watches: what alarms watch of groups. Returns the deletion.
-- Never null: all.
CREATE OR REPLACE FUNCTION group_delete(p_now timestamptz, p_group int, p_watches text[], p_by text, p_counted bigint)
RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_name text := (SELECT g.name FROM consumer_group g WHERE g.group_id = p_group);
  v_ids int[] := ARRAY(SELECT g.group_id FROM consumer_group g WHERE g.group_id = p_group OR g.broadcast_of = p_group);
  v_topic int := (SELECT d.topic_id FROM dead_letter_topic d WHERE d.group_id = p_group);
  v_deletion int;
BEGIN
  -- First what claims lock: none is under way after this. Then what clients hold.
  DELETE FROM group_queue t WHERE t.group_id = ANY (v_ids);
  DELETE FROM lease t WHERE t.group_id = ANY (v_ids) AND t.live;
  DELETE FROM retry t WHERE t.group_id = ANY (v_ids) AND t.leased;
  UPDATE redrive r SET state = 'cancelled', finished_at = v_now WHERE r.group_id = p_group AND r.finished_at IS NULL;
  UPDATE redirect t SET state = 'ended', stopped_itself = false, state_at = v_now, state_by = p_by,
    state_why = 'its group was deleted' WHERE t.group_id = p_group AND t.state <> 'ended';
  DELETE FROM letter_job_part t USING letter_job j
   WHERE j.group_id = p_group AND j.finished_at IS NULL AND t.job_id = j.job_id;
  UPDATE letter_job j SET finished_at = v_now WHERE j.group_id = p_group AND j.finished_at IS NULL;
  DELETE FROM node_consumers t WHERE t.group_id = p_group;
  DELETE FROM group_client t WHERE t.group_id = p_group;
  DELETE FROM broadcast_member t WHERE t.group_id = ANY (v_ids);
  -- An alarm about a group that is gone would never end.
  UPDATE alarm_incident i SET resolved_at = v_now, resolved_why = 'rule-changed'
   WHERE i.subject = v_name AND i.watch = ANY (p_watches) AND i.resolved_at IS NULL;
  DELETE FROM alarm_state s USING alarm_rule r
   WHERE r.rule_id = s.rule_id AND r.watch = ANY (p_watches) AND s.subject = v_name;
  DELETE FROM alarm_rule r WHERE r.watch = ANY (p_watches) AND r.subject = v_name;
  DELETE FROM throttle_limit l WHERE l.scope = 'group' AND l.subject = v_name;
  -- Its dead-letter topic is deleted as any other: the messages leave with the segments of the log.
  IF v_topic IS NOT NULL THEN
    DELETE FROM dead_letter_topic t WHERE t.group_id = p_group;
    UPDATE queue q SET closed = true WHERE q.topic_id = v_topic;
    UPDATE topic t SET deleted_at = v_now, name = format('%s (deleted %s)', left(t.name, 100), t.topic_id)
     WHERE t.topic_id = v_topic;
  END IF;
  DELETE FROM consumer_group_version t WHERE t.group_id = p_group;
  DELETE FROM consumer_group t WHERE t.group_id = ANY (v_ids) AND t.broadcast_of IS NOT NULL;
  DELETE FROM consumer_group t WHERE t.group_id = p_group;
  INSERT INTO deletion (kind, name, group_ids, started_by, started_at, counted)
  VALUES ('group', v_name, v_ids, p_by, v_now, p_counted) RETURNING deletion_id INTO v_deletion;
  RETURN v_deletion;
END $$;
