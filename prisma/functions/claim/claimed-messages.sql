-- What a claim hands out: rows of deliveries that were made by a statement before, so that the snapshot of the caller's
-- statement sees them and their messages. Those of one SELECT are put into the caller's by the planner.

-- Of messages that failed before: each delivery is a row of `retry`. p_receivers: which receive each goes to; one
-- alone:
-- all of them. A statement for each segment opens that partition alone. What the log dropped meanwhile, and what a
-- re-drive edited, is looked for in its other places.
CREATE OR REPLACE FUNCTION claimed_retries(p_receivers int[], p_retries retry[])
RETURNS TABLE (
  receiver int, queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint,
  attempt smallint, generation int, expires_at timestamptz, msg_id text, kind text, tag text, mgroup text, keys text[],
  props jsonb, body_encoding text, born_at timestamptz, born_host text, trace_context text, stored_at timestamptz,
  body bytea
) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  v_seg int;
  v_got int;
  v_found int := 0;
BEGIN
  FOR v_seg IN SELECT DISTINCT c.seg FROM unnest(p_retries) c LOOP
    RETURN QUERY
    SELECT coalesce(c.receiver, p_receivers[1]), c.queue_id,
      (SELECT q.queue_no FROM queue q WHERE q.queue_id = c.queue_id), c.off, NULL::bigint, NULL::int, c.epoch,
      c.attempt, c.generation, c.visible_at, m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding,
      m.born_at, m.born_host, m.trace_context, m.stored_at, m.body
      FROM unnest(p_receivers, p_retries) c (receiver)
     CROSS JOIN LATERAL (
       SELECT * FROM message a WHERE a.queue_id = c.queue_id AND a.off = c.off AND a.seg = v_seg LIMIT 1) m
     WHERE c.seg = v_seg;
    GET DIAGNOSTICS v_got = ROW_COUNT;
    v_found := v_found + v_got;
  END LOOP;
  IF v_found = cardinality(p_retries) THEN RETURN; END IF;
  RETURN QUERY
  SELECT coalesce(c.receiver, p_receivers[1]), c.queue_id,
    (SELECT q.queue_no FROM queue q WHERE q.queue_id = c.queue_id), c.off, NULL::bigint, NULL::int, c.epoch, c.attempt,
    c.generation, c.visible_at, m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding, m.born_at,
    m.born_host, m.trace_context, m.stored_at, m.body
    FROM unnest(p_receivers, p_retries) c (receiver)
   CROSS JOIN LATERAL (
     SELECT * FROM any_message a WHERE a.queue_id = c.queue_id AND a.off = c.off AND a.seg = c.seg LIMIT 1) m
   WHERE NOT EXISTS (SELECT 1 FROM message a WHERE a.queue_id = c.queue_id AND a.off = c.off AND a.seg = c.seg);
END $$;

-- Of the log: those of a lease that are in one segment, as nearly always all of them are. One walk through the index,
-- in the order of the lease's bits, and only that partition is opened.
CREATE OR REPLACE FUNCTION claimed_in_segment(p_queue int, p_queue_no smallint, p_lease bigint, p_expires timestamptz,
  p_offs bigint[], p_seg int)
RETURNS TABLE (
  queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint, attempt smallint,
  generation int, expires_at timestamptz, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb,
  body_encoding text, born_at timestamptz, born_host text, trace_context text, stored_at timestamptz, body bytea
) LANGUAGE sql STABLE AS $$
  SELECT p_queue, p_queue_no, m.off, p_lease, array_position(p_offs, m.off) - 1, NULL::bigint, 1::smallint, 0,
    p_expires, m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding, m.born_at, m.born_host,
    m.trace_context, m.stored_at, m.body
    FROM message m
   WHERE m.queue_id = p_queue AND m.seg = p_seg AND m.off = ANY (p_offs)
   ORDER BY m.off;
$$;

-- Not a message: that a filter left out p_filtered messages, in the place of an offset. No row: none.
CREATE OR REPLACE FUNCTION filtered_row(p_now timestamptz, p_filtered bigint)
RETURNS TABLE (
  queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint, attempt smallint,
  generation int, expires_at timestamptz, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb,
  body_encoding text, born_at timestamptz, born_host text, trace_context text, stored_at timestamptz, body bytea
) LANGUAGE sql STABLE AS $$
  SELECT 0, 0::smallint, p_filtered, NULL::bigint, NULL::int, NULL::bigint, 0::smallint, 0, p_now, '', 'NORMAL',
    NULL::text, NULL::text, NULL::text[], NULL::jsonb, 'IDENTITY', p_now, '', NULL::text, p_now, ''::bytea
   WHERE p_filtered > 0;
$$;
