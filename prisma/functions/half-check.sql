-- Claims due half messages of the named topics, whose producers the caller can ask: counts the check and sets the time
-- of the next one, so that no two processes ask at once. After the last check there is no next one, and the message is
-- given up an interval later. Bodies are read by a statement of their own, after the claim.
-- Never null: all but tag, keys, props, trace_context, previous_check_at.
CREATE OR REPLACE FUNCTION half_check(p_now timestamptz, p_topics text[], p_check_ms bigint, p_max_checks int,
  p_limit int)
RETURNS TABLE (topic text, msg_id text, transaction_id text, checks smallint, tag text, keys text[], props jsonb,
  body_encoding text,
               born_at timestamptz, born_host text, trace_context text, stored_at timestamptz, queue_no smallint,
                 body bytea, previous_check_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_next timestamptz := v_now + p_check_ms * interval '1 ms';
  v_topic record;
  v_due record;
  v_ids text[] := '{}';
  v_topics int[] := '{}';
  v_previous timestamptz[] := '{}';
BEGIN
  FOR v_topic IN SELECT t.topic_id FROM topic t WHERE t.name = ANY (p_topics) AND t.message_type = 'TRANSACTION' LOOP
    FOR v_due IN
      SELECT m.msg_id, m.checks, m.last_check_at FROM half_message m
       WHERE pair(m.topic_id, 0) = pair(v_topic.topic_id, 0) AND m.state = 'pending' AND m.next_check_at <= v_now
         AND m.gives_up_at > v_now
       ORDER BY m.next_check_at LIMIT p_limit - cardinality(v_ids) FOR NO KEY UPDATE SKIP LOCKED
    LOOP
      IF v_due.checks >= p_max_checks THEN
        -- The limit was lowered meanwhile.
        UPDATE half_message m SET next_check_at = NULL, gives_up_at = v_now WHERE m.msg_id = v_due.msg_id
          AND m.topic_id = v_topic.topic_id AND m.state = 'pending';
      ELSE
        UPDATE half_message m
           SET checks = m.checks + 1, last_check_at = v_now, next_check_at = CASE
             WHEN m.checks + 1 < p_max_checks THEN v_next END,
               gives_up_at = CASE WHEN m.checks + 1 < p_max_checks THEN m.gives_up_at
                 ELSE least(m.gives_up_at, v_next) END
         WHERE m.msg_id = v_due.msg_id AND m.topic_id = v_topic.topic_id AND m.state = 'pending';
        v_ids := v_ids || v_due.msg_id;
        v_topics := v_topics || v_topic.topic_id;
        v_previous := v_previous || v_due.last_check_at;
      END IF;
    END LOOP;
    EXIT WHEN cardinality(v_ids) >= p_limit;
  END LOOP;

  RETURN QUERY
  SELECT t.name, m.msg_id, m.transaction_id, m.checks, m.tag, m.keys, m.props, m.body_encoding, m.born_at, m.born_host,
    m.trace_context, m.stored_at,
         q.queue_no, m.body, c.previous
    FROM unnest(v_ids, v_topics, v_previous) WITH ORDINALITY c (msg_id, topic_id, previous, n)
    JOIN LATERAL (SELECT s.* FROM half_message s WHERE s.msg_id = c.msg_id AND s.topic_id = c.topic_id
      LIMIT 1) m ON true
    JOIN LATERAL (SELECT s.name FROM topic s WHERE s.topic_id = c.topic_id LIMIT 1) t ON true
    JOIN LATERAL (SELECT s.queue_no FROM queue s WHERE s.queue_id = m.queue_id LIMIT 1) q ON true
   ORDER BY c.n;
END $$;
