-- Stores a batch of distinct ids. Offsets are handed out under the queue row's lock, so commit order is offset order.
-- Ids already stored in the current or previous segment are not stored again: `duplicate` tells, with the first one's
-- place. A null `off` means another transaction stored the id meanwhile: the caller asks for its place.
-- A queue of a deleted topic takes nothing: no row is returned.
-- Never null: all but off.
CREATE OR REPLACE FUNCTION message_send(
  p_now timestamptz, p_queue int[], p_msg_id text[], p_kind text[], p_tag text[], p_mgroup text[], p_keys text[],
    p_props jsonb[],
  p_encoding text[], p_born_at timestamptz[], p_born_host text[], p_trace text[], p_body_bytes int[], p_bodies bytea
) RETURNS TABLE (ord bigint, queue_id int, off bigint, duplicate boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_queue int[];
  v_topic int[];
  v_seg int[];
  v_off bigint[];
  v_duplicate boolean[];
  v_stored bigint;
BEGIN
  PERFORM 1 FROM queue q WHERE q.queue_id = ANY (p_queue) ORDER BY q.queue_id FOR NO KEY UPDATE;
  v_now := coalesce(p_now, clock_timestamp());

  -- The tail is read from the log itself: no counter row to update. Known ids are left out before numbering, or they
  -- would leave holes.
  WITH tail AS MATERIALIZED (
    SELECT q.queue_id, q.topic_id, q.seg,
           coalesce((SELECT m.off FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg ORDER BY m.off DESC
             LIMIT 1), q.base_off - 1) AS off
      FROM queue q WHERE q.queue_id = ANY (p_queue) AND NOT q.closed
  ), placed AS (
    SELECT i.ord, i.queue_id, t.topic_id, t.seg, t.off AS tail, d.queue_id AS known_queue, d.off AS known_off
      FROM unnest(p_queue, p_msg_id) WITH ORDINALITY i (queue_id, msg_id, ord)
      JOIN tail t ON t.queue_id = i.queue_id
      LEFT JOIN LATERAL (
        SELECT m.queue_id, m.off FROM message m
         WHERE m.msg_id = i.msg_id AND m.topic_id = t.topic_id AND m.seg IN (t.seg, t.seg - 1) AND m.copy = 0
           LIMIT 1) d ON true
  ), numbered AS (
    SELECT p.*, p.tail + count(*) FILTER (WHERE p.known_off IS NULL) OVER (PARTITION BY p.queue_id
      ORDER BY p.ord) AS new_off FROM placed p
  )
  SELECT array_agg(coalesce(n.known_queue, n.queue_id) ORDER BY n.ord), array_agg(n.topic_id ORDER BY n.ord),
    array_agg(n.seg ORDER BY n.ord),
         array_agg(coalesce(n.known_off, n.new_off) ORDER BY n.ord), array_agg(n.known_off IS NOT NULL ORDER BY n.ord)
    INTO v_queue, v_topic, v_seg, v_off, v_duplicate
    FROM numbered n;

  -- In id order: two brokers storing the same two ids must not wait for each other.
  INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at,
    born_host, trace_context, stored_at, body)
  SELECT f.seg, f.queue_id, f.off, f.topic_id, f.msg_id, f.kind, f.tag, f.mgroup, string_to_array(f.keys, E'\x1f'),
    f.props, f.encoding,
         f.born_at, f.born_host, f.trace, v_now, substring(p_bodies
           FROM (f.body_end - f.body_bytes + 1)::int FOR f.body_bytes)
    FROM (SELECT i.*, sum(i.body_bytes) OVER (ORDER BY i.ord) AS body_end
            FROM unnest(v_seg, v_queue, v_off, v_topic, v_duplicate, p_msg_id, p_kind, p_tag, p_mgroup, p_keys, p_props,
              p_encoding, p_born_at, p_born_host,
                        p_trace, p_body_bytes)
                 WITH ORDINALITY i (seg, queue_id, off, topic_id, duplicate, msg_id, kind, tag, mgroup, keys, props,
                   encoding, born_at, born_host,
                                    trace, body_bytes, ord)) f
   WHERE NOT f.duplicate
   ORDER BY f.msg_id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS v_stored = ROW_COUNT;

  IF v_stored < (SELECT count(*) FROM unnest(v_duplicate) d WHERE NOT d) THEN
    FOR i IN 1..array_length(v_off, 1) LOOP
      IF NOT v_duplicate[i] AND NOT EXISTS (SELECT 1 FROM message m WHERE m.queue_id = v_queue[i] AND m.off = v_off[i]
        AND m.seg = v_seg[i] AND m.msg_id = p_msg_id[i]) THEN
        v_off[i] := NULL;
        v_duplicate[i] := true;
      END IF;
    END LOOP;
  END IF;
  RETURN QUERY SELECT r.ord, r.queue_id, r.off, r.duplicate
    FROM unnest(v_queue, v_off, v_duplicate) WITH ORDINALITY r (queue_id, off, duplicate, ord);
END $$;
