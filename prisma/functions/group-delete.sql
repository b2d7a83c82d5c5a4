-- Removes a group with everything that is of it, members of a broadcast group included. Messages of the log stay: other
-- groups read them. The caller has locked the group and its queues. p_watches: what alarms watch of groups.
CREATE OR REPLACE FUNCTION group_delete(p_now timestamptz, p_group int, p_watches text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_name text := (SELECT g.name FROM consumer_group g WHERE g.group_id = p_group);
  v_ids int[] := ARRAY(SELECT g.group_id FROM consumer_group g WHERE g.group_id = p_group OR g.broadcast_of = p_group);
  v_topic int := (SELECT d.topic_id FROM dead_letter_topic d WHERE d.group_id = p_group);
BEGIN
  -- First what claims lock: none is under way after this.
  DELETE FROM group_queue t WHERE t.group_id = ANY (v_ids);
  DELETE FROM lease t WHERE t.group_id = ANY (v_ids);
  DELETE FROM retry t WHERE t.group_id = ANY (v_ids);
  DELETE FROM fifo_group t WHERE t.group_id = ANY (v_ids);
  DELETE FROM letter_text t USING dead_letter d WHERE d.group_id = p_group AND t.dead_letter_id = d.dead_letter_id;
  DELETE FROM letter_text_due t USING dead_letter d WHERE d.group_id = p_group AND t.dead_letter_id = d.dead_letter_id;
  DELETE FROM dead_letter t WHERE t.group_id = p_group;
  DELETE FROM letter_text t USING discarded_letter d WHERE d.group_id = p_group AND t.dead_letter_id = d.dead_letter_id;
  DELETE FROM discarded_letter t WHERE t.group_id = p_group;
  DELETE FROM expired_letter t WHERE t.group_id = p_group;
  DELETE FROM letter_job t WHERE t.group_id = p_group;
  DELETE FROM edited_message t WHERE t.group_id = p_group;
  DELETE FROM alarm_redrive t USING redrive r WHERE r.group_id = p_group AND t.redrive_id = r.redrive_id;
  DELETE FROM redrive_item t USING redrive r WHERE r.group_id = p_group AND t.redrive_id = r.redrive_id;
  DELETE FROM redrive t WHERE t.group_id = p_group;
  DELETE FROM delivery_event t WHERE t.group_id = ANY (v_ids);
  DELETE FROM failure_report t WHERE t.group_id = ANY (v_ids);
  DELETE FROM failure_cause t WHERE t.group_id = p_group;
  DELETE FROM group_sample t WHERE t.group_id = ANY (v_ids);
  DELETE FROM queue_sample t WHERE t.group_id = ANY (v_ids);
  DELETE FROM node_consumers t WHERE t.group_id = p_group;
  DELETE FROM group_client t WHERE t.group_id = p_group;
  DELETE FROM broadcast_member t WHERE t.group_id = ANY (v_ids);
  -- An alarm about a group that is gone would never end.
  UPDATE alarm_incident i SET resolved_at = coalesce(p_now, clock_timestamp()), resolved_why = 'rule-changed'
   WHERE i.subject = v_name AND i.watch = ANY (p_watches) AND i.resolved_at IS NULL;
  DELETE FROM alarm_state s USING alarm_rule r
   WHERE r.rule_id = s.rule_id AND r.watch = ANY (p_watches) AND s.subject = v_name;
  DELETE FROM alarm_rule r WHERE r.watch = ANY (p_watches) AND r.subject = v_name;
  DELETE FROM throttle_limit l WHERE l.scope = 'group' AND l.subject = v_name;
  IF v_topic IS NOT NULL THEN
    DELETE FROM dead_letter_topic t WHERE t.group_id = p_group;
    PERFORM message_key_forget(ARRAY(SELECT q.queue_id FROM queue q WHERE q.topic_id = v_topic));
    DELETE FROM queue_segment s USING queue q WHERE q.topic_id = v_topic AND s.queue_id = q.queue_id;
    DELETE FROM queue t WHERE t.topic_id = v_topic;
    DELETE FROM topic_sample t WHERE t.topic_id = v_topic;
    DELETE FROM topic t WHERE t.topic_id = v_topic;
  END IF;
  DELETE FROM consumer_group_version t WHERE t.group_id = p_group;
  DELETE FROM consumer_group t WHERE t.group_id = ANY (v_ids) AND t.broadcast_of IS NOT NULL;
  DELETE FROM consumer_group t WHERE t.group_id = p_group;
END $$;
