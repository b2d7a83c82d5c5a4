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

-- Of the log: a lease and its messages, in the order of its bits.
CREATE OR REPLACE FUNCTION claimed_lease(p_queue int, p_queue_no smallint, p_lease bigint, p_expires timestamptz,
  p_offs bigint[], p_segs int[])
RETURNS TABLE (
  queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint, attempt smallint,
  generation int, expires_at timestamptz, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb,
  body_encoding text, born_at timestamptz, born_host text, trace_context text, stored_at timestamptz, body bytea
) LANGUAGE sql STABLE AS $$
  SELECT p_queue, p_queue_no, c.off, p_lease, (c.ord - 1)::int, NULL::bigint, 1::smallint, 0, p_expires, m.msg_id,
    m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding, m.born_at, m.born_host, m.trace_context, m.stored_at,
    m.body
    FROM unnest(p_offs, p_segs) WITH ORDINALITY c (off, seg, ord)
   CROSS JOIN LATERAL (
     SELECT * FROM message a WHERE a.queue_id = p_queue AND a.off = c.off AND a.seg = c.seg LIMIT 1) m;
$$;
