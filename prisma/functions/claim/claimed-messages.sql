-- What a claim hands out: rows of deliveries that were made by a statement before, so that the snapshot of the caller's
-- statement sees them and their messages. SQL functions of one SELECT: the planner puts them into the caller's.

-- Of messages that failed before: each delivery is a row of `retry`.
CREATE OR REPLACE FUNCTION claimed_retries(p_retries retry[])
RETURNS TABLE (
  queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint, attempt smallint,
  generation int, expires_at timestamptz, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb,
  body_encoding text, born_at timestamptz, born_host text, trace_context text, stored_at timestamptz, body bytea
) LANGUAGE sql STABLE AS $$
  SELECT c.queue_id, (SELECT q.queue_no FROM queue q WHERE q.queue_id = c.queue_id), c.off, NULL::bigint, NULL::int,
    c.epoch, c.attempt, c.generation, c.visible_at, m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props,
    m.body_encoding, m.born_at, m.born_host, m.trace_context, m.stored_at, m.body
    FROM unnest(p_retries) c
   CROSS JOIN LATERAL (
     SELECT * FROM any_message a WHERE a.queue_id = c.queue_id AND a.off = c.off AND a.seg = c.seg LIMIT 1) m;
$$;

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
