-- Moves messages that are due into the log, first due first, at most p_limit of them and about p_bytes: appended and
-- taken off the schedule in one transaction. Safe in any number of processes: each takes other rows. Returns what it
-- moved.
-- Never null: all.
CREATE OR REPLACE FUNCTION scheduled_release(p_now timestamptz, p_limit int, p_bytes bigint)
RETURNS TABLE (topic_id int, topic text, msg_id text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_topic int[];
  v_msg_id text[];
  v_batch record;
BEGIN
  -- One that another transaction holds is being recalled, answered or released there; the next pass looks again.
  WITH due AS (
    SELECT s.topic_id, s.msg_id, s.due_at, octet_length(s.body) AS bytes FROM scheduled_message s
     WHERE s.due_at <= v_now AND s.recalled_at IS NULL ORDER BY s.due_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), counted AS (
    SELECT d.*, sum(d.bytes) OVER w - d.bytes AS before, row_number() OVER w AS ord
      FROM due d WINDOW w AS (ORDER BY d.due_at, d.topic_id, d.msg_id)
  )
  SELECT array_agg(c.topic_id ORDER BY c.ord), array_agg(c.msg_id ORDER BY c.ord) INTO v_topic, v_msg_id FROM counted c
    WHERE c.before < p_bytes;
  IF v_msg_id IS NULL THEN RETURN; END IF;

  SELECT array_agg(s.ctid) AS ctid, array_agg(s.queue_id ORDER BY i.ord) AS queue_id, array_agg('DELAY'::text) AS kind,
    array_agg(s.tag ORDER BY i.ord) AS tag,
         array_agg(s.mgroup ORDER BY i.ord) AS mgroup, array_agg(array_to_string(s.keys, E'\x1f')
           ORDER BY i.ord) AS keys,
         array_agg(s.props ORDER BY i.ord) AS props, array_agg(s.body_encoding ORDER BY i.ord) AS encoding,
           array_agg(s.born_at ORDER BY i.ord) AS born_at,
         array_agg(s.born_host ORDER BY i.ord) AS born_host, array_agg(s.trace_context ORDER BY i.ord) AS trace,
         array_agg(octet_length(s.body) ORDER BY i.ord) AS body_bytes, string_agg(s.body, ''::bytea
           ORDER BY i.ord) AS bodies
    INTO v_batch
    FROM unnest(v_topic, v_msg_id) WITH ORDINALITY i (topic_id, msg_id, ord)
    CROSS JOIN LATERAL (SELECT x.ctid, x.* FROM scheduled_message x WHERE x.topic_id = i.topic_id
      AND x.msg_id = i.msg_id LIMIT 1) s;
  -- An id that is in the log already is not stored again, and its row goes all the same.
  PERFORM message_send(p_now, v_batch.queue_id, v_msg_id, v_batch.kind, v_batch.tag, v_batch.mgroup, v_batch.keys,
    v_batch.props, v_batch.encoding, v_batch.born_at,
                       v_batch.born_host, v_batch.trace, v_batch.body_bytes, v_batch.bodies);
  -- By place: the rows are locked, so they stay where they are, and no plan can go wrong.
  DELETE FROM scheduled_message s WHERE s.ctid = ANY (v_batch.ctid);
  RETURN QUERY SELECT t.topic_id, t.name, i.msg_id FROM unnest(v_topic, v_msg_id) i (topic_id, msg_id)
    JOIN topic t ON t.topic_id = i.topic_id;
END $$;
