-- Sends named dead letters of a running re-drive to its topic, each to the given queue of it: the dead letter leaves
-- and the message appears in the log, in one transaction. As in message_send, offsets are handed out under the locks of
-- the queue rows. The id stays; a copy of the same id in that topic does not stand in the way. `remaining` as in
-- redrive_step.
-- Never null: all.
CREATE OR REPLACE FUNCTION redrive_send(p_now timestamptz, p_redrive int, p_ord int[], p_queue int[]) RETURNS TABLE (
  moved int, excluded int, remaining int)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_job record;
  v_moved int := 0;
  v_taken int := 0;
BEGIN
  SELECT r.*, t.message_type, g.version INTO v_job
    FROM redrive r JOIN consumer_group g ON g.group_id = r.group_id JOIN topic t ON t.topic_id = r.target_topic_id
   WHERE r.redrive_id = p_redrive AND r.state = 'running' FOR NO KEY UPDATE OF r;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM 1 FROM queue q WHERE q.queue_id = ANY (p_queue) ORDER BY q.queue_id FOR NO KEY UPDATE;
  v_now := coalesce(p_now, clock_timestamp());

  WITH next AS MATERIALIZED (
    SELECT i.ord, i.queue_id, i.off, i.generation, w.target FROM unnest(p_ord, p_queue) w (ord, target)
      JOIN redrive_item i ON i.redrive_id = p_redrive AND i.ord = w.ord AND i.state = 'selected'
  ), dead AS (
    DELETE FROM dead_letter d USING next n
     WHERE d.group_id = v_job.group_id AND d.queue_id = n.queue_id AND d.off = n.off AND d.generation = n.generation
    RETURNING d.*, n.ord, n.target
  ), tail AS MATERIALIZED (
    SELECT q.queue_id, q.seg, coalesce((SELECT m.off FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg
      ORDER BY m.off DESC LIMIT 1), q.base_off - 1) AS off
      FROM queue q WHERE q.queue_id = ANY (p_queue)
  ), sent AS (
    INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at,
      born_host, trace_context, stored_at, body, copy)
    SELECT t.seg, d.target, t.off + row_number() OVER (PARTITION BY d.target ORDER BY d.ord), v_job.target_topic_id,
           d.msg_id, v_job.message_type, c.tag, CASE WHEN v_job.message_type = 'FIFO' THEN d.mgroup END, c.keys,
           coalesce(c.props, '{}') || jsonb_build_object(
             'DLQ_ORIGIN_TOPIC', coalesce(d.props ->> 'DLQ_ORIGIN_TOPIC', o.name),
             'DLQ_ORIGIN_MESSAGE_ID', coalesce(d.props ->> 'DLQ_ORIGIN_MESSAGE_ID', d.msg_id))
           -- The redirects that it has passed stay with it on every further way: redirect-letters.ts reads them.
           || jsonb_strip_nulls(jsonb_build_object('REDRIVE_REDIRECTED_BY',
             nullif(concat_ws(',', d.props ->> 'REDRIVE_REDIRECTED_BY', v_job.redirect_id::text), ''))),
           c.body_encoding, d.born_at, d.born_host, d.trace_context, v_now, c.body,
           -- Not 0: that is the copy of a producer, of which the same id is a repeat.
           (1 + (p_redrive::bigint * 1000003 + d.ord) % 2147483646)::int
      FROM dead d
      JOIN tail t ON t.queue_id = d.target
      JOIN topic o ON o.topic_id = d.topic_id
      LEFT JOIN edited_message e ON e.redrive_id = p_redrive AND e.queue_id = d.queue_id AND e.off = d.off
     CROSS JOIN LATERAL (
       SELECT e.tag, e.keys, e.props, e.body_encoding, e.body WHERE e.seg IS NOT NULL
       UNION ALL SELECT d.tag, d.keys, d.props, d.body_encoding, d.body WHERE e.seg IS NULL) c
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, policy_version,
      redrive_id)
    SELECT d.group_id, d.queue_id, d.off, d.generation, 0, 'Sent', 'sent-to-topic', nextval('epoch_seq'), v_now,
      v_job.version, p_redrive FROM dead d
  ), marked AS (
    UPDATE redrive_item i SET state = CASE WHEN d.ord IS NULL THEN 'excluded' ELSE 'sent' END,
           moved_at = CASE WHEN d.ord IS NULL THEN NULL ELSE v_now END,
           why = CASE WHEN d.ord IS NULL THEN 'no longer a dead letter' END
      FROM next n LEFT JOIN dead d ON d.ord = n.ord
     WHERE i.redrive_id = p_redrive AND i.ord = n.ord
    RETURNING i.state
  )
  SELECT count(*) FILTER (WHERE k.state = 'sent'), count(*) INTO v_moved, v_taken FROM marked k;

  SELECT count(*) INTO remaining FROM (SELECT 1 FROM redrive_item i WHERE i.redrive_id = p_redrive
    AND i.state = 'selected' LIMIT cardinality(p_ord) + 1) s;
  UPDATE redrive r SET released = r.released + v_moved,
      state = CASE WHEN remaining = 0 THEN 'completed' ELSE r.state END,
      finished_at = CASE WHEN remaining = 0 THEN v_now END
   WHERE r.redrive_id = p_redrive AND r.state = 'running';
  UPDATE redirect t SET sent = t.sent + v_moved WHERE t.redirect_id = v_job.redirect_id AND v_moved > 0;
  moved := v_moved;
  excluded := v_taken - v_moved;
  RETURN NEXT;
END $$;
