-- Where a group stands in each queue that it reads, and where a reset would put it: p_to is 'newest', 'earliest' or
-- 'time' (the first message stored at p_at or later).
-- p_topic null: every topic. Offsets have no gaps, so counts of the log are differences: `skipped` will not be
-- delivered, `repeated` will be delivered again. `waiting` and `dead` of the repeated ones are passed over.
-- Never null: all.
CREATE OR REPLACE FUNCTION group_offset_plan(p_group int, p_topic int, p_to text, p_at timestamptz)
RETURNS TABLE (topic text, queue_id int, queue_no smallint, from_off bigint, to_off bigint, to_seg int,
  skipped bigint, repeated bigint, waiting bigint, dead bigint)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  v_queue record;
  v_first bigint;
BEGIN
  FOR v_queue IN
    SELECT t.name, q.queue_id, q.queue_no, q.seg, c.off FROM group_queue gq
      JOIN queue q ON q.queue_id = gq.queue_id JOIN topic t ON t.topic_id = q.topic_id
     CROSS JOIN LATERAL log_cursor(gq.group_id, gq.queue_id) c
     WHERE gq.group_id = p_group AND (p_topic IS NULL OR q.topic_id = p_topic) ORDER BY t.name, q.queue_no
  LOOP
    SELECT coalesce(min(s.first_off), 0) INTO v_first FROM queue_segment s WHERE s.queue_id = v_queue.queue_id;
    topic := v_queue.name;
    queue_id := v_queue.queue_id;
    queue_no := v_queue.queue_no;
    -- What is past the retention can no longer be taken.
    from_off := greatest(v_queue.off, v_first);
    to_off := offset_at(v_queue.queue_id, CASE p_to WHEN 'newest' THEN 'infinity' WHEN 'earliest' THEN '-infinity'
      ELSE p_at END);
    to_seg := coalesce((SELECT max(s.seg) FROM queue_segment s WHERE s.queue_id = v_queue.queue_id
      AND s.first_off <= to_off), v_queue.seg);
    -- Messages of busy ordered keys behind the cursor are unread too, and a move forward ends their wait.
    skipped := greatest(0, to_off - from_off) + CASE WHEN to_off < from_off THEN 0 ELSE (
      SELECT count(*) FROM fifo_group f JOIN message m ON m.queue_id = f.queue_id AND m.mgroup = f.mgroup
         AND m.off > f.pos AND m.off < from_off
       WHERE f.group_id = p_group AND f.queue_id = v_queue.queue_id AND f.skipped) END;
    waiting := (SELECT count(*) FROM retry r WHERE r.group_id = p_group AND r.queue_id = v_queue.queue_id
      AND r.off >= to_off AND r.off < from_off);
    dead := (SELECT count(*) FROM dead_letter d WHERE d.group_id = p_group AND d.queue_id = v_queue.queue_id
      AND d.off >= to_off AND d.off < from_off);
    repeated := greatest(0, from_off - to_off - waiting - dead);
    RETURN NEXT;
  END LOOP;
END $$;

-- Moves the position of a group in one queue. The caller holds its locks and has checked that nothing of it is in
-- flight when it moves back. A lease without messages is the new cursor.
CREATE OR REPLACE FUNCTION group_offset_move(p_now timestamptz, p_group int, p_queue int, p_off bigint, p_seg int,
  p_from bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
BEGIN
  -- What is consumed again is not consumed meanwhile; and messages from before the subscription are the group's now.
  DELETE FROM lease l WHERE p_off < p_from AND l.group_id = p_group AND l.queue_id = p_queue AND l.base_off >= p_off
    AND l.open = 0 AND l.failed = 0;
  UPDATE group_queue gq SET start_off = p_off, start_seg = p_seg
   WHERE gq.group_id = p_group AND gq.queue_id = p_queue AND gq.start_off > p_off;
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at, expires_at)
  VALUES (p_group, p_queue, nextval('epoch_seq'), 2, p_seg, p_off, p_off, 0, 0, false, v_now, v_now);
  UPDATE group_queue gq SET repeat_to = CASE WHEN p_off < p_from THEN greatest(gq.repeat_to, p_from)
      WHEN p_off < gq.repeat_to THEN gq.repeat_to END
   WHERE gq.group_id = p_group AND gq.queue_id = p_queue;
  IF p_off < p_from THEN
    -- Of a free key with messages behind it, what the log reads again comes from the log.
    UPDATE fifo_group f SET pos = least(f.pos, p_off - 1) WHERE f.group_id = p_group AND f.queue_id = p_queue;
  ELSE
    DELETE FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.state <> 1;
    UPDATE fifo_group f SET pos = greatest(f.pos, p_off - 1), skipped = false
      WHERE f.group_id = p_group AND f.queue_id = p_queue;
  END IF;
END $$;

-- After a claim from a queue that was turned back: ends the deliveries of messages that wait for a retry or are dead,
-- because they go their own way. Returns their offsets, which are not handed out; null: none.
CREATE OR REPLACE FUNCTION repeat_pass(p_now timestamptz, p_group int, p_queue int, p_lease bigint, p_offs bigint[],
  p_ordered boolean) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_passed bigint[];
  v_mask bigint;
BEGIN
  SELECT array_agg(o.off), bit_or(1::bigint << (o.ord - 1)::int) INTO v_passed, v_mask
    FROM unnest(p_offs) WITH ORDINALITY o (off, ord)
   WHERE EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = p_group AND d.queue_id = p_queue AND d.off = o.off)
      OR EXISTS (SELECT 1 FROM retry r WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.off = o.off);
  IF v_mask IS NOT NULL AND p_ordered THEN
    -- Not as acknowledgements: behind a message that is not finished those are kept, and may be taken back.
    UPDATE lease l SET open = l.open & ~v_mask, live = (l.open & ~v_mask) <> 0, acks = l.acks || v_mask
     WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease;
    PERFORM fifo_settle_leases(p_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_lease]);
  ELSIF v_mask IS NOT NULL THEN
    PERFORM lease_ack(p_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_lease], ARRAY[v_mask], false);
  END IF;
  UPDATE group_queue gq SET repeat_to = NULL
   WHERE gq.group_id = p_group AND gq.queue_id = p_queue
     AND gq.repeat_to <= (SELECT l.end_off FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
       ORDER BY l.lease_id DESC LIMIT 1);
  RETURN v_passed;
END $$;
