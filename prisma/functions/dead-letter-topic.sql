-- Makes the dead-letter topic of a group unless it is there; returns its topic id. Under a lock that no death of the
-- group can hold meanwhile (message_bury): a death is either among those this topic is filled with or appended by
-- itself. Whatever ends in a death locks the group first, then its messages: one that waits for this lock holds nothing
-- that another one with a share of the group may wait for.
CREATE OR REPLACE FUNCTION dead_letter_topic_make(p_now timestamptz, p_group int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_name text;
  v_topic int;
  v_queue int;
  v_seg int;
BEGIN
  SELECT g.name INTO v_name FROM consumer_group g WHERE g.group_id = p_group FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT t.topic_id INTO v_topic FROM dead_letter_topic t WHERE t.group_id = p_group;
  IF FOUND THEN RETURN v_topic; END IF;
  INSERT INTO topic (name, message_type, queue_count, created_at)
    VALUES ('%DLQ%' || v_name, 'NORMAL', 1, coalesce(p_now, clock_timestamp()))
  RETURNING topic_id INTO v_topic;
  INSERT INTO queue (topic_id, queue_no, seg, base_off) SELECT v_topic, 0, max(s.seg), 0 FROM segment s
    RETURNING queue_id, seg INTO v_queue, v_seg;
  INSERT INTO queue_segment (queue_id, seg, first_off) VALUES (v_queue, v_seg, 0);
  -- Ids rise, so every later death of this group has a higher one than any there is now.
  INSERT INTO dead_letter_topic (group_id, topic_id, queue_id, copy_through)
  VALUES (p_group, v_topic, v_queue, (SELECT d.dead_letter_id FROM dead_letter d ORDER BY d.dead_letter_id DESC
    LIMIT 1));
  RETURN v_topic;
END $$;

-- Copies the next of the dead letters that are older than the topic, at most p_limit and p_max_bytes of bodies.
-- Returns whether there may be more. One process at a time; another one finds nothing to do.
-- Never null: all.
CREATE OR REPLACE FUNCTION dead_letter_topic_fill(p_now timestamptz, p_group int, p_limit int,
  p_max_bytes bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_topic dead_letter_topic;
  v_ids bigint[];
  v_at timestamptz;
BEGIN
  SELECT * INTO v_topic FROM dead_letter_topic t WHERE t.group_id = p_group AND t.copy_through IS NOT NULL
    FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT array_agg(w.dead_letter_id ORDER BY w.dead_at, w.dead_letter_id), max(w.dead_at) INTO v_ids, v_at
    FROM (SELECT n.dead_letter_id, n.dead_at, row_number() OVER o AS rank, sum(n.bytes) OVER o AS bytes
            FROM (SELECT d.dead_letter_id, d.dead_at, octet_length(d.body) AS bytes FROM dead_letter d
                   WHERE d.group_id = p_group AND (d.dead_at, d.dead_letter_id) > (v_topic.copied_at, v_topic.copied_id)
                     AND d.dead_letter_id <= v_topic.copy_through
                   ORDER BY d.dead_at, d.dead_letter_id LIMIT p_limit) n
          WINDOW o AS (ORDER BY n.dead_at, n.dead_letter_id)) w
   WHERE w.rank = 1 OR w.bytes <= p_max_bytes;
  IF v_ids IS NULL THEN
    UPDATE dead_letter_topic t SET copy_through = NULL WHERE t.group_id = p_group;
    RETURN false;
  END IF;
  PERFORM dead_letter_append(coalesce(p_now, clock_timestamp()), p_group, v_ids, false);
  UPDATE dead_letter_topic t SET copied_at = v_at, copied_id = v_ids[array_length(v_ids, 1)] WHERE t.group_id = p_group;
  RETURN true;
END $$;
