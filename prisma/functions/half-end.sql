-- Ends half messages of one topic, as many as asked in one transaction. A commit appends to the log through
-- message_send: the same numbering, the same locks. Of one message the first valid request wins; every request learns
-- how the message stands afterwards (`state` null: no such half message, or not with this transaction id). `changed`:
-- by this request. A null transaction id is an operator's: the message id is enough. What the broker gave up can still
-- be ended while its body is kept: by an operator, or by a rollback of its producer. A producer's commit is too late.
-- Never null: all but state, resolved_at, stored_at.
CREATE OR REPLACE FUNCTION half_end(
  p_now timestamptz, p_topic int, p_msg_id text[], p_transaction_id text[], p_commit boolean[], p_by text[],
    p_resolver text[]
) RETURNS TABLE (ord bigint, changed boolean, state text, resolved_by text, resolved_at timestamptz,
  stored_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_id text;
  v_won bigint[];
  v_commits bigint[];
  v_places jsonb := '{}';
  v_ord bigint;
  h record;
BEGIN
  -- In id order, one by one: two brokers ending the same two messages must not wait for each other.
  FOR v_id IN SELECT DISTINCT i COLLATE "C" FROM unnest(p_msg_id) i ORDER BY 1 LOOP
    PERFORM 1 FROM half_message m WHERE m.msg_id = v_id AND m.topic_id = p_topic FOR NO KEY UPDATE;
  END LOOP;
  v_now := coalesce(p_now, clock_timestamp());

  SELECT array_agg(w.ord ORDER BY w.ord), array_agg(w.ord ORDER BY w.ord) FILTER (WHERE p_commit[w.ord])
    INTO v_won, v_commits
    FROM (SELECT DISTINCT ON (a.msg_id) a.ord
            FROM unnest(p_msg_id, p_transaction_id, p_commit) WITH ORDINALITY a (msg_id, transaction_id, is_commit, ord)
            JOIN LATERAL (SELECT m.state, m.transaction_id, m.body IS NOT NULL AS has_body FROM half_message m
              WHERE m.msg_id = a.msg_id
              AND m.topic_id = p_topic LIMIT 1) m ON true
           WHERE (m.state = 'pending' AND (a.transaction_id IS NULL OR a.transaction_id = m.transaction_id))
              OR (m.state = 'given-up' AND m.has_body
                AND (a.transaction_id IS NULL OR (a.transaction_id = m.transaction_id AND NOT a.is_commit)))
           ORDER BY a.msg_id, a.ord) w;

  IF v_commits IS NOT NULL THEN
    SELECT array_agg(m.queue_id ORDER BY c.n) AS queue, array_agg(m.msg_id ORDER BY c.n) AS msg_id,
      array_agg('TRANSACTION'::text) AS kind,
           array_agg(m.tag ORDER BY c.n) AS tag, array_agg(NULL::text) AS mgroup,
             array_agg(array_to_string(m.keys, E'\x1f') ORDER BY c.n) AS keys,
           array_agg(m.props ORDER BY c.n) AS props, array_agg(m.body_encoding ORDER BY c.n) AS encoding,
             array_agg(m.born_at ORDER BY c.n) AS born_at,
           array_agg(m.born_host ORDER BY c.n) AS born_host, array_agg(m.trace_context ORDER BY c.n) AS trace,
           array_agg(m.body_bytes ORDER BY c.n) AS body_bytes, string_agg(m.body, ''::bytea ORDER BY c.n) AS bodies
      INTO h
      FROM unnest(v_commits) WITH ORDINALITY c (ord, n)
      JOIN LATERAL (SELECT s.* FROM half_message s WHERE s.msg_id = p_msg_id[c.ord] AND s.topic_id = p_topic
        LIMIT 1) m ON true;
    SELECT jsonb_object_agg(v_commits[s.ord], jsonb_build_object('queue', s.queue_id, 'off', s.off)) INTO v_places
      FROM message_send(p_now, h.queue, h.msg_id, h.kind, h.tag, h.mgroup, h.keys, h.props, h.encoding, h.born_at,
        h.born_host, h.trace, h.body_bytes,
                        h.bodies) s;
  END IF;

  FOREACH v_ord IN ARRAY coalesce(v_won, '{}') LOOP
    UPDATE half_message m
       SET state = CASE WHEN p_commit[v_ord] THEN 'committed' ELSE 'rolled-back' END, resolved_at = v_now,
         resolved_by = p_by[v_ord],
           resolver = p_resolver[v_ord], next_check_at = NULL, body = NULL,
           queue_id = coalesce((v_places -> v_ord::text ->> 'queue')::int, m.queue_id),
             off = (v_places -> v_ord::text ->> 'off')::bigint
     WHERE m.msg_id = p_msg_id[v_ord] AND m.topic_id = p_topic AND m.state IN ('pending', 'given-up');
  END LOOP;

  RETURN QUERY
  SELECT a.ord, a.ord = ANY (coalesce(v_won, '{}')), m.state, m.resolved_by, m.resolved_at, m.stored_at
    FROM unnest(p_msg_id, p_transaction_id) WITH ORDINALITY a (msg_id, transaction_id, ord)
    LEFT JOIN LATERAL (
      SELECT s.state, s.resolved_by, s.resolved_at, s.stored_at FROM half_message s
       WHERE s.msg_id = a.msg_id AND s.topic_id = p_topic AND (a.transaction_id IS NULL
         OR a.transaction_id = s.transaction_id) LIMIT 1) m ON true
   ORDER BY a.ord;
END $$;
