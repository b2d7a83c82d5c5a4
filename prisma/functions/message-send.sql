-- Stores a batch. Offsets are handed out under the queue row's lock, so commit order is offset order.
-- Ids already stored in the current or previous segment are not stored again: `duplicate` tells, with the first one's place.
-- A null `off` means another transaction stored the id meanwhile: the caller asks message_place().
CREATE OR REPLACE FUNCTION message_send(
  p_now timestamptz, p_queue int[], p_msg_id text[], p_kind text[], p_tag text[], p_mgroup text[], p_keys text[], p_props jsonb[],
  p_encoding text[], p_born_at timestamptz[], p_born_host text[], p_trace text[], p_body_bytes int[], p_bodies bytea
) RETURNS TABLE (ord bigint, queue_id int, off bigint, duplicate boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
BEGIN
  PERFORM 1 FROM queue q WHERE q.queue_id = ANY (p_queue) ORDER BY q.queue_id FOR NO KEY UPDATE;
  v_now := coalesce(p_now, clock_timestamp());
  RETURN QUERY
  WITH input AS MATERIALIZED (
    SELECT i.*, sum(i.body_bytes) OVER (ORDER BY i.ord) - i.body_bytes AS body_at
      FROM unnest(p_queue, p_msg_id, p_kind, p_tag, p_mgroup, p_keys, p_props, p_encoding, p_born_at, p_born_host, p_trace, p_body_bytes)
           WITH ORDINALITY i (queue_id, msg_id, kind, tag, mgroup, keys, props, encoding, born_at, born_host, trace, body_bytes, ord)
  ), tail AS MATERIALIZED (
    SELECT q.queue_id, q.topic_id, q.seg,
           coalesce((SELECT m.off FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg ORDER BY m.off DESC LIMIT 1), q.base_off - 1) AS off
      FROM queue q WHERE q.queue_id = ANY (p_queue)
  ), known AS MATERIALIZED (
    SELECT i.ord, d.queue_id, d.off
      FROM input i JOIN tail t ON t.queue_id = i.queue_id
      CROSS JOIN LATERAL (
        SELECT m.queue_id, m.off FROM message m
         WHERE m.msg_id = i.msg_id AND m.topic_id = t.topic_id AND m.seg IN (t.seg, t.seg - 1) LIMIT 1) d
  ), fresh AS MATERIALIZED (
    SELECT i.*, t.topic_id, t.seg, t.off + row_number() OVER (PARTITION BY i.queue_id ORDER BY i.ord) AS off
      FROM input i JOIN tail t ON t.queue_id = i.queue_id
     WHERE NOT EXISTS (SELECT 1 FROM known k WHERE k.ord = i.ord)
  ), stored AS (
    -- in id order: two brokers storing the same two ids must not wait for each other
    INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context, stored_at, body)
    SELECT f.seg, f.queue_id, f.off, f.topic_id, f.msg_id, f.kind, f.tag, f.mgroup, string_to_array(f.keys, E'\x1f'), f.props, f.encoding,
           f.born_at, f.born_host, f.trace, v_now, substring(p_bodies FROM (f.body_at + 1)::int FOR f.body_bytes)
      FROM fresh f ORDER BY f.msg_id
    ON CONFLICT DO NOTHING
    RETURNING message.queue_id, message.off
  )
  SELECT i.ord, coalesce(k.queue_id, i.queue_id), coalesce(k.off, s.off), k.ord IS NOT NULL OR s.off IS NULL
    FROM input i
    LEFT JOIN known k ON k.ord = i.ord
    LEFT JOIN fresh f ON f.ord = i.ord
    LEFT JOIN stored s ON s.queue_id = f.queue_id AND s.off = f.off;
END $$;
