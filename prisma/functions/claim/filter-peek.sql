-- What an SQL filter decides about before anything is claimed: due messages of an unordered group that failed before,
-- then the log behind its cursors. The expression is evaluated outside; until filter_take nothing has happened, so a
-- process that dies in between leaves nothing behind. STABLE: all of it is one snapshot. Nothing of a body is read,
-- only its length.
-- Of a topic of type PRIORITY (p_first_queue -1) each queue has its due messages before those of the log, and the last
-- queue comes first.
-- Never null: all but epoch.
CREATE OR REPLACE FUNCTION filter_peek(p_now timestamptz, p_group int, p_topic int, p_due int, p_window int,
  p_first_queue int)
RETURNS TABLE (
  queue_id int, off bigint, seg int, epoch bigint, from_off bigint, from_seg int, bytes int,
  msg_id text, tag text, mgroup text, keys text[], props jsonb, born_at timestamptz, born_host text, trace_context text
) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_max_retries int := (SELECT g.max_retries FROM claimable_group(p_group, 'concurrent') g);
  v_queue record;
  v_by_priority boolean := p_first_queue < 0;
  v_left int := p_window;
  v_got int;
BEGIN
  IF v_max_retries IS NULL THEN RETURN; END IF;
  IF NOT v_by_priority THEN
    RETURN QUERY
    SELECT r.queue_id, r.off, r.seg, r.epoch, NULL::bigint, NULL::int, octet_length(m.body), m.msg_id, m.tag, m.mgroup,
      m.keys, m.props, m.born_at, m.born_host, m.trace_context
      FROM (SELECT * FROM retry d
             WHERE pair(d.group_id, d.topic_id) = pair(p_group, p_topic) AND NOT d.leased AND d.visible_at <= v_now
               AND d.attempt <= v_max_retries AND d.mgroup IS NULL
             ORDER BY d.visible_at LIMIT p_due) r
      CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = r.queue_id AND a.off = r.off AND a.seg = r.seg
        LIMIT 1) m;
  END IF;
  FOR v_queue IN
    SELECT q.queue_id, c.* FROM queue q CROSS JOIN LATERAL log_position(p_group, q.queue_id) c
     WHERE q.topic_id = p_topic ORDER BY q.queue_no < p_first_queue,
       CASE WHEN v_by_priority THEN -q.queue_no ELSE q.queue_no END
  LOOP
    IF v_by_priority THEN
      RETURN QUERY
      SELECT r.queue_id, r.off, r.seg, r.epoch, NULL::bigint, NULL::int, octet_length(m.body), m.msg_id, m.tag,
        m.mgroup, m.keys, m.props, m.born_at, m.born_host, m.trace_context
        FROM (SELECT * FROM retry d
               WHERE pair(d.group_id, d.queue_id) = pair(p_group, v_queue.queue_id) AND d.queue_id >= 1500000000
                 AND NOT d.leased AND d.visible_at <= v_now AND d.attempt <= v_max_retries AND d.mgroup IS NULL
               ORDER BY d.visible_at LIMIT p_due) r
        CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = r.queue_id AND a.off = r.off
          AND a.seg = r.seg LIMIT 1) m;
    END IF;
    EXIT WHEN v_left <= 0;
    CONTINUE WHEN v_queue.seg IS NULL;
    RETURN QUERY
    SELECT v_queue.queue_id, m.off, v_queue.seg, NULL::bigint, v_queue.from_off, v_queue.from_seg, octet_length(m.body),
           m.msg_id, m.tag, m.mgroup, m.keys, m.props, m.born_at, m.born_host, m.trace_context
      FROM message m WHERE m.queue_id = v_queue.queue_id AND m.seg = v_queue.seg AND m.off >= v_queue.from_off
        ORDER BY m.off LIMIT v_left;
    GET DIAGNOSTICS v_got = ROW_COUNT;
    v_left := v_left - v_got;
  END LOOP;
END $$;
