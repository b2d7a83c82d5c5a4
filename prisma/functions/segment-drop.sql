-- Drops the oldest segment when it was closed longer ago than the retention. Messages that are still under way for a
-- group (failed and not finished, or held by a live lease) are copied first; dead letters are copies already.
-- Returns the segment's number, null when none was due.
-- With the rights of its owner: no role of a process may create or drop tables (lib/store/roles.ts).
CREATE OR REPLACE FUNCTION segment_drop(p_now timestamptz, p_retention_ms bigint) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_seg int;
BEGIN
  SELECT s.seg INTO v_seg FROM segment s
   WHERE s.closed_at + p_retention_ms * interval '1 ms' <= v_now AND NOT EXISTS (SELECT 1 FROM queue q
     WHERE q.seg <= s.seg)
   ORDER BY s.seg LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF v_seg IS NULL THEN RETURN NULL; END IF;
  -- No claim may read this segment while it goes: claims hold these locks.
  PERFORM 1 FROM group_queue gq ORDER BY gq.group_id, gq.queue_id FOR NO KEY UPDATE;

  INSERT INTO kept_message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding,
    born_at, born_host, trace_context, stored_at, body)
  SELECT m.seg, m.queue_id, m.off, m.topic_id, m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding,
    m.born_at, m.born_host, m.trace_context, m.stored_at, m.body
    FROM (SELECT r.queue_id, r.off FROM retry r WHERE r.seg = v_seg
          UNION
          -- What an edited one was before: a recall brings it back.
          SELECT e.queue_id, e.off FROM retry r JOIN edited_message e ON e.queue_id = r.queue_id AND e.off = r.off
            AND e.seg = r.seg WHERE r.seg < 0 AND e.former_seg = v_seg
          UNION
          SELECT l.queue_id, coalesce(l.offs[b + 1], l.base_off + b) FROM lease l, generate_series(0, 31) b
           WHERE l.live AND b < l.n AND (l.open >> b) & 1 = 1) w
    JOIN message m ON m.queue_id = w.queue_id AND m.off = w.off AND m.seg = v_seg
  ON CONFLICT DO NOTHING;
  DELETE FROM queue_segment qs WHERE qs.seg = v_seg;
  EXECUTE format('DROP TABLE message_s%s', v_seg);
  -- After the messages, as message_key_index takes its locks. Absent: a node of the release before opened the segment.
  EXECUTE format('DROP TABLE IF EXISTS message_key_s%s', v_seg);
  DELETE FROM segment s WHERE s.seg = v_seg;
  RETURN v_seg;
END $$;
