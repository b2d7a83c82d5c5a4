-- Adds queues to a topic up to p_queues, in the newest segment. Groups that read the topic read the new queues from
-- their first message. The caller holds the topic's row. Returns how many were added.
-- Never null: all.
CREATE OR REPLACE FUNCTION topic_grow(p_now timestamptz, p_topic int, p_queues int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_seg int := (SELECT max(s.seg) FROM segment s);
  v_made int[];
BEGIN
  WITH made AS (
    INSERT INTO queue (queue_id, topic_id, queue_no, seg, base_off) OVERRIDING SYSTEM VALUE
    SELECT queue_id_next(t.message_type), t.topic_id, n, v_seg, 0
      FROM topic t CROSS JOIN generate_series(t.queue_count, p_queues - 1) n
     WHERE t.topic_id = p_topic
    RETURNING queue_id
  )
  SELECT coalesce(array_agg(m.queue_id), '{}') INTO v_made FROM made m;
  INSERT INTO queue_segment (queue_id, seg, first_off) SELECT q, v_seg, 0 FROM unnest(v_made) q;
  INSERT INTO group_queue (group_id, queue_id, start_seg, start_off, since)
  SELECT r.group_id, q, v_seg, 0, v_now
    FROM (SELECT DISTINCT gq.group_id FROM group_queue gq JOIN queue o ON o.queue_id = gq.queue_id
           WHERE o.topic_id = p_topic) r
    CROSS JOIN unnest(v_made) q
  ON CONFLICT DO NOTHING;
  UPDATE topic t SET queue_count = greatest(t.queue_count, p_queues) WHERE t.topic_id = p_topic;
  RETURN cardinality(v_made);
END $$;
