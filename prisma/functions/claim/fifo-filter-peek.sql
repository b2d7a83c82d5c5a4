-- As filter_peek, of an ordered group, queue by queue in the order in which fifo_claim serves: 'due' heads that failed
-- before; of keys that are 'freed' the messages the cursor passed over, behind `key_pos` (`more`: there are others
-- behind those shown); the 'log' behind the cursor, which stands at from_off. `key` is what the group blocks on.
-- Never null: part, queue_id, from_off, from_seg, more.
CREATE OR REPLACE FUNCTION fifo_filter_peek(p_now timestamptz, p_group int, p_topic int, p_due int, p_window int,
  p_first_queue int)
RETURNS TABLE (
  part text, queue_id int, key text, off bigint, seg int, epoch bigint, from_off bigint, from_seg int, key_pos bigint,
    more boolean,
  msg_id text, tag text, mgroup text, keys text[], props jsonb, born_at timestamptz, born_host text, trace_context text
) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_queue record;
  v_free record;
  v_left int := p_window;
  v_got int;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered')) THEN RETURN; END IF;
  FOR v_queue IN
    SELECT q.queue_id, c.* FROM queue q CROSS JOIN LATERAL log_position(p_group, q.queue_id) c
     WHERE q.topic_id = p_topic ORDER BY q.queue_no < p_first_queue, q.queue_no
  LOOP
    EXIT WHEN v_left <= 0;
    CONTINUE WHEN v_queue.from_off IS NULL;
    RETURN QUERY
    SELECT 'due', r.queue_id, r.mgroup, r.off, r.seg, r.epoch, v_queue.from_off, v_queue.from_seg, NULL::bigint, false,
           m.msg_id, m.tag, m.mgroup, m.keys, m.props, m.born_at, m.born_host, m.trace_context
      FROM fifo_filter_due(v_now, p_group, v_queue.queue_id, NULL, p_due) r
      CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = r.queue_id AND a.off = r.off AND a.seg = r.seg
        LIMIT 1) m;
    GET DIAGNOSTICS v_got = ROW_COUNT;
    v_left := v_left - v_got;

    FOR v_free IN
      SELECT f.mgroup, f.pos FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = v_queue.queue_id
        AND f.state = 0 ORDER BY f.ready_seq LIMIT p_due
    LOOP
      EXIT WHEN v_left <= 0;
      RETURN QUERY
      SELECT 'freed', v_queue.queue_id, v_free.mgroup, m.off, NULL::int, NULL::bigint, v_queue.from_off,
        v_queue.from_seg, v_free.pos, m.n > v_left,
             m.msg_id, m.tag, m.mgroup, m.keys, m.props, m.born_at, m.born_host, m.trace_context
        FROM (SELECT a.*, count(*) OVER () AS n, row_number() OVER (ORDER BY a.off) AS rank
                FROM (SELECT * FROM message s WHERE s.queue_id = v_queue.queue_id AND s.mgroup = v_free.mgroup
                  AND s.off > v_free.pos AND s.off < v_queue.from_off
                       ORDER BY s.off LIMIT v_left + 1) a) m
       WHERE m.rank <= v_left ORDER BY m.off;
      GET DIAGNOSTICS v_got = ROW_COUNT;
      -- Nothing of it is left in the log: said, so that the key can go.
      IF v_got = 0 THEN
        RETURN QUERY SELECT 'freed', v_queue.queue_id, v_free.mgroup, NULL::bigint, NULL::int, NULL::bigint,
          v_queue.from_off, v_queue.from_seg, v_free.pos, false,
                            NULL, NULL, NULL, NULL::text[], NULL::jsonb, NULL::timestamptz, NULL, NULL;
      END IF;
      v_left := v_left - v_got;
    END LOOP;
    EXIT WHEN v_left <= 0;
    CONTINUE WHEN v_queue.seg IS NULL;
    RETURN QUERY
    SELECT 'log', v_queue.queue_id, NULL::text, m.off, v_queue.seg, NULL::bigint, v_queue.from_off, v_queue.from_seg,
      NULL::bigint, false,
           m.msg_id, m.tag, m.mgroup, m.keys, m.props, m.born_at, m.born_host, m.trace_context
      FROM message m WHERE m.queue_id = v_queue.queue_id AND m.seg = v_queue.seg AND m.off >= v_queue.from_off
        ORDER BY m.off LIMIT v_left;
    GET DIAGNOSTICS v_got = ROW_COUNT;
    v_left := v_left - v_got;
  END LOOP;
END $$;

-- Waiting messages of an ordered group that may be delivered: of each key everything due from its head on, in the order
-- of the log, while nothing of the key is held. p_epochs: only as far as these go; null: all.
CREATE OR REPLACE FUNCTION fifo_filter_due(p_now timestamptz, p_group int, p_queue int, p_epochs bigint[], p_limit int)
RETURNS TABLE (queue_id int, mgroup text, off bigint, seg int, epoch bigint)
LANGUAGE sql STABLE AS $$
  WITH waiting AS MATERIALIZED (
    SELECT r.mgroup, r.off, r.seg, r.epoch,
           bool_and(r.visible_at <= p_now AND r.attempt <= g.max_retries
             AND (p_epochs IS NULL OR r.epoch = ANY (p_epochs)))
             OVER (PARTITION BY r.mgroup ORDER BY r.off) AS free,
           bool_or(r.leased) OVER (PARTITION BY r.mgroup) AS held,
           min(r.visible_at) OVER (PARTITION BY r.mgroup) AS since
      FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
     WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.mgroup IS NOT NULL
  )
  SELECT p_queue, w.mgroup, w.off, w.seg, w.epoch FROM waiting w
   WHERE w.free AND NOT w.held
     AND NOT EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue
       AND f.mgroup = w.mgroup AND f.lease_id IS NOT NULL)
   ORDER BY w.since, w.mgroup, w.off LIMIT p_limit;
$$;
