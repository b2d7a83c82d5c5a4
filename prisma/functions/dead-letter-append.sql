-- Appends copies of dead letters of a group to the log of its dead-letter topic, if there is one, in the given order.
-- p_once: not those whose id the log holds already (a recalled message did not die again).
-- A message that has been through this dead-letter topic before is not appended again: two groups that each read the
-- other's dead letters would fill the log for ever. Returns how many were appended.
CREATE OR REPLACE FUNCTION dead_letter_append(p_now timestamptz, p_group int, p_letter bigint[],
  p_once boolean) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_topic dead_letter_topic;
  v_seg int;
  v_base bigint;
  v_next bigint;
  v_count int;
BEGIN
  SELECT * INTO v_topic FROM dead_letter_topic t WHERE t.group_id = p_group;
  IF NOT FOUND THEN RETURN 0; END IF;
  -- As in message_send: offsets are handed out under the queue row's lock, and the tail is read from the log itself.
  SELECT q.seg, q.base_off INTO v_seg, v_base FROM queue q WHERE q.queue_id = v_topic.queue_id FOR NO KEY UPDATE;
  v_next := coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = v_topic.queue_id AND m.seg = v_seg
    ORDER BY m.off DESC LIMIT 1), v_base);
  INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at,
    born_host, trace_context, stored_at, body, copy)
  SELECT v_seg, v_topic.queue_id, n.off, v_topic.topic_id, n.msg_id, n.kind, n.tag, n.mgroup, n.keys,
         coalesce(n.props, '{}') || jsonb_build_object(
           'DLQ_ORIGIN_TOPIC', coalesce(n.props ->> 'DLQ_ORIGIN_TOPIC', n.topic), 'DLQ_ORIGIN_MESSAGE_ID',
             coalesce(n.props ->> 'DLQ_ORIGIN_MESSAGE_ID', n.msg_id),
           'DLQ_PASSED', concat_ws(' ', n.props ->> 'DLQ_PASSED', p_group)),
         n.body_encoding, n.born_at, n.born_host, n.trace_context, p_now, n.body, (1 + n.off % 2147483647)::int
    FROM (SELECT v_next - 1 + row_number() OVER (ORDER BY w.ord) AS off, t.name AS topic, d.msg_id, d.kind, d.tag,
      d.mgroup, d.keys, d.props, d.body_encoding,
                 d.born_at, d.born_host, d.trace_context, d.body
            FROM unnest(p_letter) WITH ORDINALITY w (id, ord)
            CROSS JOIN LATERAL (SELECT * FROM dead_letter a WHERE a.dead_letter_id = w.id LIMIT 1) d
            CROSS JOIN LATERAL (SELECT a.name FROM topic a WHERE a.topic_id = d.topic_id LIMIT 1) t
           WHERE NOT (p_group::text = ANY (string_to_array(coalesce(d.props ->> 'DLQ_PASSED', ''), ' ')))
             AND NOT (p_once AND EXISTS (SELECT 1 FROM message c WHERE c.msg_id = d.msg_id
               AND c.topic_id = v_topic.topic_id))) n;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
