-- Takes a batch of distinct ids of one DELAY topic: those due later become rows of scheduled_message, the others go to
-- the log at once. An id that waits, was recalled or is in the log already is not stored again: `duplicate` tells, with
-- the first one's due time or place. A null `off` without `due_at` means that it is in the log: the caller asks for its
-- place.
-- Never null: all but off, due_at.
CREATE OR REPLACE FUNCTION scheduled_send(
  p_now timestamptz, p_topic int, p_queue int[], p_msg_id text[], p_due_at timestamptz[], p_tag text[], p_mgroup text[],
    p_keys text[],
  p_props jsonb[], p_encoding text[], p_born_at timestamptz[], p_born_host text[], p_trace text[], p_body_bytes int[],
    p_bodies bytea
) RETURNS TABLE (ord bigint, queue_id int, off bigint, duplicate boolean, due_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_made text[];
  v_fresh boolean[];  -- this and the next two: by ord
  v_known timestamptz[] := array_fill(NULL::timestamptz, ARRAY[array_length(p_msg_id, 1)]);
  v_at_once boolean[];
  v_batch record;
BEGIN
  -- In id order, as every writer of these rows: it may wait for a release or for another send of the same id. First the
  -- insert, then the look into the log: the other way round a release in between would be missed.
  WITH item AS (
    SELECT i.*, sum(i.body_bytes) OVER (ORDER BY i.ord) AS body_end
      FROM unnest(p_queue, p_msg_id, p_due_at, p_tag, p_mgroup, p_keys, p_props, p_encoding, p_born_at, p_born_host,
        p_trace, p_body_bytes)
           WITH ORDINALITY i (queue_id, msg_id, due_at, tag, mgroup, keys, props, encoding, born_at, born_host, trace,
             body_bytes, ord)
  ), made AS (
    INSERT INTO scheduled_message (topic_id, msg_id, queue_id, due_at, scheduled_at, tag, mgroup, keys, props,
      body_encoding, born_at, born_host, trace_context, body)
    SELECT p_topic, i.msg_id, i.queue_id, i.due_at, v_now, i.tag, i.mgroup, string_to_array(i.keys, E'\x1f'), i.props,
      i.encoding, i.born_at, i.born_host, i.trace,
           substring(p_bodies FROM (i.body_end - i.body_bytes + 1)::int FOR i.body_bytes)
      FROM item i WHERE i.due_at > v_now ORDER BY i.msg_id
    ON CONFLICT DO NOTHING RETURNING msg_id
  )
  SELECT coalesce(array_agg(m.msg_id), '{}') INTO v_made FROM made m;
  SELECT array_agg(i.due_at > v_now ORDER BY i.ord) INTO v_fresh FROM unnest(p_due_at) WITH ORDINALITY i (due_at, ord);
  IF cardinality(v_made) < cardinality(array_positions(v_fresh, true)) THEN
    -- Some are known. Not done each time: it compares every id with every id.
    SELECT array_agg(i.msg_id = ANY (v_made) ORDER BY i.ord) INTO v_fresh
      FROM unnest(p_msg_id) WITH ORDINALITY i (msg_id, ord);
  END IF;

  WITH logged AS MATERIALIZED (
    SELECT i.ord, i.msg_id FROM unnest(p_queue, p_msg_id, v_fresh) WITH ORDINALITY i (queue_id, msg_id, fresh, ord)
      JOIN queue q ON q.queue_id = i.queue_id
      CROSS JOIN LATERAL (SELECT 1 FROM message m WHERE m.msg_id = i.msg_id AND m.topic_id = p_topic
        AND m.seg IN (q.seg, q.seg - 1) LIMIT 1) known
     WHERE i.fresh
  ), gone AS (
    DELETE FROM scheduled_message s USING logged l WHERE s.topic_id = p_topic AND s.msg_id = l.msg_id
  )
  SELECT array_agg(i.fresh AND l.ord IS NULL ORDER BY i.ord) INTO v_fresh FROM unnest(v_fresh) WITH ORDINALITY i (fresh,
    ord) LEFT JOIN logged l ON l.ord = i.ord;

  IF false = ANY (v_fresh) THEN
    -- Locked: one that waits must not be released, recalled or removed while its repeat is answered.
    WITH rest AS (
      SELECT i.ord, i.msg_id FROM unnest(p_msg_id, v_fresh) WITH ORDINALITY i (msg_id, fresh, ord) WHERE NOT i.fresh
        ORDER BY i.msg_id
    ), known AS MATERIALIZED (
      SELECT r.ord, s.due_at FROM rest r
        CROSS JOIN LATERAL (SELECT x.due_at FROM scheduled_message x WHERE x.topic_id = p_topic AND x.msg_id = r.msg_id
          LIMIT 1 FOR UPDATE) s
    )
    SELECT array_agg(k.due_at ORDER BY i.ord) INTO v_known FROM unnest(p_msg_id) WITH ORDINALITY i (msg_id, ord) LEFT
      JOIN known k ON k.ord = i.ord;
  END IF;

  SELECT array_agg(i.due_at <= v_now AND i.known IS NULL ORDER BY i.ord) INTO v_at_once
    FROM unnest(p_due_at, v_known) WITH ORDINALITY i (due_at, known, ord);
  RETURN QUERY
    SELECT i.ord, i.queue_id, NULL::bigint, NOT i.fresh, CASE WHEN i.fresh THEN i.due_at ELSE i.known END
      FROM unnest(p_queue, p_due_at, v_fresh, v_known, v_at_once) WITH ORDINALITY i (queue_id, due_at, fresh, known,
        at_once, ord) WHERE NOT i.at_once;
  IF NOT true = ANY (v_at_once) THEN RETURN; END IF;

  WITH item AS (
    SELECT i.*, substring(p_bodies FROM (sum(i.body_bytes) OVER (ORDER BY i.ord) - i.body_bytes + 1)::int
                   FOR i.body_bytes)
               AS body
      FROM unnest(v_at_once, p_queue, p_msg_id, p_tag, p_mgroup, p_keys, p_props, p_encoding, p_born_at, p_born_host,
        p_trace, p_body_bytes)
           WITH ORDINALITY i (at_once, queue_id, msg_id, tag, mgroup, keys, props, encoding, born_at, born_host, trace,
             body_bytes, ord)
  )
  SELECT array_agg(i.ord ORDER BY i.ord) AS ord, array_agg(i.queue_id ORDER BY i.ord) AS queue_id, array_agg(i.msg_id
    ORDER BY i.ord) AS msg_id,
         array_agg('DELAY'::text) AS kind, array_agg(i.tag ORDER BY i.ord) AS tag, array_agg(i.mgroup
           ORDER BY i.ord) AS mgroup,
         array_agg(i.keys ORDER BY i.ord) AS keys, array_agg(i.props ORDER BY i.ord) AS props, array_agg(i.encoding
           ORDER BY i.ord) AS encoding,
         array_agg(i.born_at ORDER BY i.ord) AS born_at, array_agg(i.born_host ORDER BY i.ord) AS born_host,
           array_agg(i.trace ORDER BY i.ord) AS trace,
         array_agg(i.body_bytes ORDER BY i.ord) AS body_bytes, string_agg(i.body, ''::bytea ORDER BY i.ord) AS bodies
    INTO v_batch FROM item i WHERE i.at_once;
  RETURN QUERY
    SELECT v_batch.ord[m.ord], m.queue_id, m.off, m.duplicate, NULL::timestamptz
      FROM message_send(p_now, v_batch.queue_id, v_batch.msg_id, v_batch.kind, v_batch.tag, v_batch.mgroup,
        v_batch.keys, v_batch.props, v_batch.encoding,
                        v_batch.born_at, v_batch.born_host, v_batch.trace, v_batch.body_bytes, v_batch.bodies) m;
END $$;
