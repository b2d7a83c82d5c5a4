-- Deletes a topic: its name is free at once, its queues take nothing more, no client holds anything of it, and no group
-- waits for what is left of it. What waits, is scheduled or is not decided goes in steps (deletion_step), the messages
-- leave with the segments of the log. Dead letters stay, and name the topic as "orders (deleted 17)".
-- The caller holds the topic's row. Returns what clients held, and the deletion.
-- Never null: all.
CREATE OR REPLACE FUNCTION topic_delete(p_now timestamptz, p_topic int, p_by text, p_counted bigint)
RETURNS TABLE (in_flight int, deletion_id int)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_name text := (SELECT t.name FROM topic t WHERE t.topic_id = p_topic);
  v_queues int[] := ARRAY(SELECT q.queue_id FROM queue q WHERE q.topic_id = p_topic ORDER BY q.queue_id);
  v_leases lease[];
BEGIN
  PERFORM 1 FROM queue q WHERE q.queue_id = ANY (v_queues) ORDER BY q.queue_id FOR NO KEY UPDATE;
  UPDATE queue q SET closed = true WHERE q.queue_id = ANY (v_queues);

  -- Every claim holds the row of its group and queue: from here on nothing of the topic is handed out, and every group
  -- has read it to its end.
  PERFORM 1 FROM group_queue gq WHERE gq.queue_id = ANY (v_queues) ORDER BY gq.group_id, gq.queue_id FOR NO KEY UPDATE;
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at, expires_at)
  SELECT gq.group_id, gq.queue_id, nextval('epoch_seq'), 2, q.seg, t.off, t.off, 0, 0, false, v_now, v_now
    FROM group_queue gq JOIN queue q ON q.queue_id = gq.queue_id
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg
        ORDER BY m.off DESC LIMIT 1), q.base_off) AS off) t
   WHERE gq.queue_id = ANY (v_queues);

  -- What clients hold: their acknowledgements come too late. A failure that won the row before is among the retries.
  SELECT array_agg(l) INTO v_leases
    FROM (SELECT a.* FROM lease a WHERE a.live AND a.queue_id = ANY (v_queues) FOR NO KEY UPDATE) l;
  UPDATE lease l SET open = 0, failed = l.failed | l.open, live = false
    FROM unnest(v_leases) w WHERE l.group_id = w.group_id AND l.queue_id = w.queue_id AND l.lease_id = w.lease_id;
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at)
  SELECT l.group_id, b.queue_id, b.off, 0, 1, e.state, e.cause, b.epoch, b.client_id, e.at
    FROM unnest(v_leases) l
    CROSS JOIN LATERAL lease_bits(ARRAY[l], false) b
    CROSS JOIN LATERAL (VALUES (1, 'Inflight', 'delivered', l.claimed_at), (2, 'Dropped', 'topic-deleted', v_now))
      e (step, state, cause, at)
   ORDER BY l.group_id, b.queue_id, b.off, e.step;
  GET DIAGNOSTICS in_flight = ROW_COUNT;
  in_flight := in_flight / 2;

  WITH gone AS (
    DELETE FROM retry r USING group_queue gq
     WHERE gq.queue_id = ANY (v_queues) AND r.group_id = gq.group_id AND r.queue_id = gq.queue_id AND r.leased
    RETURNING r.*
  ), told AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      redrive_id, begun_at, begun_epoch)
    SELECT g.group_id, g.queue_id, g.off, g.generation, g.attempt, 'Dropped', 'topic-deleted', nextval('epoch_seq'),
      g.client_id, v_now, g.redrive_id, CASE WHEN g.leased AND g.unrecorded THEN g.leased_at END,
      CASE WHEN g.leased AND g.unrecorded THEN g.epoch END
      FROM gone g
  )
  SELECT in_flight + count(*) INTO in_flight FROM gone;

  UPDATE topic t SET deleted_at = v_now, name = format('%s (deleted %s)', left(t.name, 100), t.topic_id)
   WHERE t.topic_id = p_topic;
  DELETE FROM topic_failover f WHERE f.topic_id = p_topic;
  INSERT INTO deletion (kind, name, topic_id, started_by, started_at, counted)
  VALUES ('topic', v_name, p_topic, p_by, v_now, p_counted) RETURNING deletion.deletion_id INTO deletion_id;
  RETURN NEXT;
END $$;
