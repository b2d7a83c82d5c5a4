-- Stores a batch of distinct ids of one topic, none of which is stored already: the usual case, at half the cost of
-- message_send. As there, offsets are handed out under the locks of the queues. The caller numbers the messages of each
-- queue from 1 (p_rank) and gives them in the order of their ids: two brokers storing the same two ids must not wait
-- for each other. p_place: the queue of each, as its place in p_queues, which is sorted.
-- Returns the tail that each queue had: a message is at tail + rank. No row: nothing was stored, because an id is known
-- or a queue is closed (or on its way to a new segment), and message_send tells which. An id that another transaction
-- stores meanwhile is a unique violation: nothing was stored either. So no row pays for ON CONFLICT, which looks into
-- each index twice.
-- Never null: all.
CREATE OR REPLACE FUNCTION message_append(
  p_now timestamptz, p_topic int, p_kind text, p_queues int[], p_place int[], p_rank int[], p_msg_id text[],
  p_tag text[], p_mgroup text[], p_keys text[], p_props jsonb[], p_encoding text[], p_born_at timestamptz[],
  p_born_host text[], p_trace text[], p_bodies bytea[]
) RETURNS TABLE (queue_id int, tail bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_queue int[];
  v_base bigint[];
  v_tail bigint[];
  v_seg int;
  v_low_seg int;
BEGIN
  SELECT array_agg(q.queue_id), array_agg(q.base_off), max(q.seg), min(q.seg) INTO v_queue, v_base, v_seg, v_low_seg
    FROM (SELECT a.queue_id, a.base_off, a.seg FROM queue a WHERE a.queue_id = ANY (p_queues) AND NOT a.closed
      ORDER BY a.queue_id FOR NO KEY UPDATE) q;
  IF v_queue IS DISTINCT FROM p_queues OR v_seg <> v_low_seg THEN RETURN; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  -- The segment is a variable of its own in all of these: only the partitions that it names are opened. All ids in one
  -- walk through the index of the current and the previous one.
  IF EXISTS (SELECT 1 FROM message m WHERE m.msg_id = ANY (p_msg_id) AND m.topic_id = p_topic
      AND m.seg IN (v_seg, v_seg - 1) AND m.copy = 0) THEN
    RETURN;
  END IF;
  -- The tail is read from the log itself: no counter row to update.
  SELECT array_agg(coalesce((SELECT m.off FROM message m WHERE m.queue_id = w.queue_id AND m.seg = v_seg
      ORDER BY m.off DESC LIMIT 1), w.base_off - 1) ORDER BY w.ord)
    INTO v_tail FROM unnest(v_queue, v_base) WITH ORDINALITY w (queue_id, base_off, ord);
  INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at,
    born_host, trace_context, stored_at, body)
  SELECT v_seg, v_queue[i.place], v_tail[i.place] + i.rank, p_topic, i.msg_id, p_kind, i.tag, i.mgroup,
    string_to_array(i.keys, E'\x1f'), i.props, i.encoding, i.born_at, i.born_host, i.trace, v_now, i.body
    FROM unnest(p_place, p_rank, p_msg_id, p_tag, p_mgroup, p_keys, p_props, p_encoding, p_born_at, p_born_host,
      p_trace, p_bodies)
      i (place, rank, msg_id, tag, mgroup, keys, props, encoding, born_at, born_host, trace, body);
  RETURN QUERY SELECT t.queue_id, t.tail FROM unnest(v_queue, v_tail) t (queue_id, tail);
END $$;
