-- Stores a batch of distinct ids in one queue, as message_append does, and hands it to receives of one unordered group
-- that wait for new messages: one transaction instead of two, and nothing is read back. p_group null: none waits.
-- Receive i gets p_count[i] messages from the p_from[i]th of the batch on; together they take all of it. They get it
-- only when the group has nothing else in this queue: its cursor is at the tail, no claim is under way there, and no
-- message is passed over for a repeat. Else the messages are stored alone, and a claim finds them.
-- Returns a row for each lease, in the order of the receives; one without a lease when the messages are stored alone;
-- none when nothing was stored (as message_append). A message is at tail + rank.
-- Never null: tail, stored_at.
CREATE OR REPLACE FUNCTION message_hand_over(
  p_now timestamptz, p_topic int, p_kind text, p_queue int, p_rank int[], p_msg_id text[], p_tag text[],
  p_mgroup text[], p_keys text[], p_props jsonb[], p_encoding text[], p_born_at timestamptz[], p_born_host text[],
  p_trace text[], p_bodies bytea[], p_group int, p_from int[], p_count int[], p_invisible_ms bigint[], p_client int[],
  p_auto_renew boolean[], p_attempt_id text[]
) RETURNS TABLE (tail bigint, stored_at timestamptz, lease_id bigint, expires_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_base bigint;
  v_seg int;
  v_tail bigint;
  v_known boolean;
BEGIN
  SELECT q.base_off, q.seg INTO v_base, v_seg FROM queue q WHERE q.queue_id = p_queue AND NOT q.closed
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  SELECT coalesce((SELECT m.off FROM message m WHERE m.queue_id = p_queue AND m.seg = v_seg
           ORDER BY m.off DESC LIMIT 1), v_base - 1),
         EXISTS (SELECT 1 FROM message m WHERE m.msg_id = ANY (p_msg_id) AND m.topic_id = p_topic
           AND m.seg IN (v_seg, v_seg - 1) AND m.copy = 0)
    INTO v_tail, v_known;
  IF v_known THEN RETURN; END IF;
  INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at,
    born_host, trace_context, stored_at, body)
  SELECT v_seg, p_queue, v_tail + i.rank, p_topic, i.msg_id, p_kind, i.tag, i.mgroup,
    string_to_array(i.keys, E'\x1f'), i.props, i.encoding, i.born_at, i.born_host, i.trace, v_now, i.body
    FROM unnest(p_rank, p_msg_id, p_tag, p_mgroup, p_keys, p_props, p_encoding, p_born_at, p_born_host, p_trace,
      p_bodies) i (rank, msg_id, tag, mgroup, keys, props, encoding, born_at, born_host, trace, body);
  -- A claim waits for no lock either: who holds it hands out what is there, or leaves it to the next one.
  IF p_group IS NOT NULL THEN
    PERFORM 1 FROM group_queue g WHERE g.group_id = p_group AND g.queue_id = p_queue AND g.repeat_to IS NULL
      FOR NO KEY UPDATE SKIP LOCKED;
    IF FOUND THEN
      -- The newest lease is the cursor: their numbers rise with their offsets.
      RETURN QUERY
      INSERT INTO lease AS l (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at,
        expires_at, client_id, auto_renew, attempt_id)
      SELECT p_group, p_queue, nextval('epoch_seq'), 0, v_seg, v_tail + r.first, v_tail + r.first + r.n, r.n,
        (1::bigint << r.n) - 1, true, v_now, v_now + r.invisible_ms * interval '1 ms', r.client_id, r.auto_renew,
        r.attempt_id
        FROM (SELECT u.* FROM unnest(p_from, p_count, p_invisible_ms, p_client, p_auto_renew, p_attempt_id)
                WITH ORDINALITY u (first, n, invisible_ms, client_id, auto_renew, attempt_id, ord) ORDER BY u.ord) r
       WHERE (SELECT c.end_off = v_tail + 1 AND c.seg = v_seg FROM lease c
               WHERE c.group_id = p_group AND c.queue_id = p_queue ORDER BY c.lease_id DESC LIMIT 1)
         AND EXISTS (SELECT 1 FROM claimable_group(p_group, 'concurrent'))
      RETURNING v_tail, v_now, l.lease_id, l.expires_at;
      IF FOUND THEN RETURN; END IF;
    END IF;
  END IF;
  tail := v_tail;
  stored_at := v_now;
  RETURN NEXT;
END $$;
