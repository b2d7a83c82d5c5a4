-- Receives of an ordered group that repeat an earlier one (same client, same attempt id): the reply was lost, or its
-- reader. What that one delivered and is still held is delivered again: same delivery, same epoch, its end and the
-- consumption timeout counted from now. Not what has run longer than that timeout: it is about to be ended, and to go
-- to another client. And p_most times, then it is left to its time and counts: see delivery_lost.
-- Never null: all but lease_id, bit_no, epoch, tag, mgroup, keys, props, trace_context.
CREATE OR REPLACE FUNCTION fifo_reenter(
  p_now timestamptz, p_group int, p_topic int, p_client int[], p_attempt_id text[], p_invisible_ms bigint[], p_most int
) RETURNS TABLE (
  receiver int, queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint,
    attempt smallint, generation int, expires_at timestamptz,
  msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamptz,
    born_host text, trace_context text,
  stored_at timestamptz, body bytea
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_locked boolean := false;
  v_until timestamptz;
  v_timeout interval;
  v_leases lease[];
  v_retries retry[];
BEGIN
  FOR i IN 1..array_length(p_client, 1) LOOP
    -- Nearly always nothing: no lock for that.
    CONTINUE WHEN NOT EXISTS (SELECT 1 FROM lease l WHERE l.live AND l.kind = 1 AND l.group_id = p_group
      AND l.client_id = p_client[i] AND l.attempt_id = p_attempt_id[i])
              AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.leased AND r.mgroup IS NOT NULL AND r.group_id = p_group
                AND r.client_id = p_client[i] AND r.attempt_id = p_attempt_id[i]);
    IF NOT v_locked THEN
      PERFORM fifo_lock(array_agg(p_group), array_agg(q.queue_id)) FROM queue q WHERE q.topic_id = p_topic;
      v_locked := true;
      v_now := coalesce(p_now, clock_timestamp());
      v_timeout := (SELECT g.consumption_timeout_ms * interval '1 ms' FROM consumer_group g WHERE g.group_id = p_group);
    END IF;
    v_until := v_now + p_invisible_ms[i] * interval '1 ms';
    WITH held AS (
      UPDATE lease l SET expires_at = v_until, gone = false, handed_at = v_now, lost_replies = l.lost_replies + 1
       WHERE l.live AND l.kind = 1 AND l.group_id = p_group AND l.client_id = p_client[i]
         AND l.attempt_id = p_attempt_id[i] AND l.expires_at > v_now
         AND l.lost_replies < p_most AND (NOT l.auto_renew OR coalesce(l.handed_at, l.claimed_at) + v_timeout > v_now)
         AND l.queue_id IN (SELECT q.queue_id FROM queue q WHERE q.topic_id = p_topic)
      RETURNING l.*
    )
    SELECT array_agg(h ORDER BY h.lease_id) INTO v_leases FROM held h;
    WITH held AS (
      UPDATE retry r SET visible_at = v_until, gone = false, leased_at = v_now, lost_replies = r.lost_replies + 1
       WHERE r.leased AND r.mgroup IS NOT NULL AND NOT r.early AND r.group_id = p_group AND r.client_id = p_client[i]
         AND r.attempt_id = p_attempt_id[i]
         AND r.visible_at > v_now AND r.topic_id = p_topic
         AND r.lost_replies < p_most AND (NOT r.auto_renew OR r.leased_at + v_timeout > v_now)
      RETURNING r.*
    )
    SELECT array_agg(h ORDER BY h.queue_id, h.off) INTO v_retries FROM held h;
    RETURN QUERY
    SELECT i, w.queue_id, (SELECT q.queue_no FROM queue q WHERE q.queue_id = w.queue_id), w.off, w.lease_id, w.bit_no,
      w.epoch, w.attempt, w.generation, v_until,
           m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding, m.born_at, m.born_host, m.trace_context,
             m.stored_at, m.body
      FROM (SELECT r.queue_id, r.off, NULL::bigint AS lease_id, NULL::int AS bit_no, r.epoch, r.attempt, r.generation,
              r.seg
        FROM unnest(v_retries) r
            UNION ALL
            SELECT l.queue_id, o.off, l.lease_id, (o.ord - 1)::int, NULL, 1::smallint, 0, l.seg
              FROM unnest(v_leases) l CROSS JOIN LATERAL unnest(l.offs) WITH ORDINALITY o (off, ord)
             WHERE (l.open >> (o.ord - 1)::int) & 1 = 1) w
      CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = w.queue_id AND a.off = w.off
        AND a.seg <= w.seg LIMIT 1) m
     ORDER BY w.queue_id, w.off;
  END LOOP;
END $$;
