-- Stores half messages of one topic with distinct ids. Of an id that is known already nothing is stored again; it keeps
-- its first transaction id.
-- Never null: all.
CREATE OR REPLACE FUNCTION half_store(
  p_now timestamptz, p_check_ms bigint, p_lifetime_ms bigint, p_topic int, p_queue int, p_msg_id text[],
    p_transaction_id text[], p_producer text[],
  p_recover_ms bigint[], p_tag text[], p_keys text[], p_props jsonb[], p_encoding text[], p_born_at timestamptz[],
    p_born_host text[], p_trace text[],
  p_body_bytes int[], p_bodies bytea
) RETURNS TABLE (ord bigint, transaction_id text, duplicate boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
BEGIN
  -- In id order: two brokers storing the same two ids must not wait for each other.
  INSERT INTO half_message (msg_id, topic_id, transaction_id, queue_id, state, producer, stored_at, next_check_at,
    gives_up_at, tag, keys, props,
                            body_encoding, born_at, born_host, trace_context, body_bytes, body)
  SELECT f.msg_id, p_topic, f.transaction_id, p_queue, 'pending', f.producer, v_now, v_now + coalesce(f.recover_ms,
    p_check_ms) * interval '1 ms',
         v_now + p_lifetime_ms * interval '1 ms', f.tag, string_to_array(f.keys, E'\x1f'), f.props, f.encoding,
           f.born_at, f.born_host, f.trace,
         f.body_bytes, substring(p_bodies FROM (f.body_end - f.body_bytes + 1)::int FOR f.body_bytes)
    FROM (SELECT i.*, sum(i.body_bytes) OVER (ORDER BY i.ord) AS body_end
            FROM unnest(p_msg_id, p_transaction_id, p_producer, p_recover_ms, p_tag, p_keys, p_props, p_encoding,
              p_born_at, p_born_host, p_trace,
                        p_body_bytes)
                 WITH ORDINALITY i (msg_id, transaction_id, producer, recover_ms, tag, keys, props, encoding, born_at,
                   born_host, trace, body_bytes,
                                    ord)) f
   ORDER BY f.msg_id
  ON CONFLICT DO NOTHING;

  RETURN QUERY
  SELECT i.ord, h.transaction_id, h.transaction_id <> i.transaction_id
    FROM unnest(p_msg_id, p_transaction_id) WITH ORDINALITY i (msg_id, transaction_id, ord)
    JOIN LATERAL (SELECT s.transaction_id FROM half_message s WHERE s.msg_id = i.msg_id AND s.topic_id = p_topic
      LIMIT 1) h ON true
   ORDER BY i.ord;
END $$;
