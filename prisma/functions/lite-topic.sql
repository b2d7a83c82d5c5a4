-- Names of a LITE topic. A process calls lite_topic_enter before it stores messages of names that it has not entered
-- for a minute: a send to a name that is known costs no statement more than a send to a FIFO topic.

-- Enters names; names that are known get the time of their newest message. p_quota: so many names the topic may have
-- (null: it has few, and they are not counted). `refused`: it would have more, and none was entered. p_queues: in the
-- order of p_names, which are distinct.
-- Never null: all but names.
CREATE OR REPLACE FUNCTION lite_topic_enter(p_now timestamptz, p_topic int, p_queues int[], p_names text[], p_quota int)
RETURNS TABLE (refused boolean, names bigint)
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_new bigint;
BEGIN
  refused := false;
  IF p_quota IS NOT NULL THEN
    SELECT count(*) INTO v_new FROM unnest(p_queues, p_names) w (queue_id, mgroup)
     WHERE (SELECT true FROM lite_topic t WHERE t.queue_id = w.queue_id AND t.mgroup = w.mgroup) IS NULL;
    names := (SELECT count(*) FROM (SELECT 1 FROM lite_topic t WHERE t.topic_id = p_topic LIMIT p_quota + 1) c);
    IF v_new > 0 AND names + v_new > p_quota THEN
      refused := true;
      RETURN NEXT;
      RETURN;
    END IF;
    names := names + v_new;
  END IF;
  -- In this order: two processes that enter the same names must not wait for each other.
  INSERT INTO lite_topic AS t (queue_id, mgroup, topic_id, since, last_at)
  SELECT w.queue_id, w.mgroup, p_topic, v_now, v_now FROM unnest(p_queues, p_names) w (queue_id, mgroup)
   ORDER BY w.queue_id, w.mgroup
  ON CONFLICT (queue_id, mgroup) DO UPDATE SET last_at = greatest(t.last_at, excluded.last_at)
   WHERE t.last_at < excluded.last_at - interval '30 s';
  RETURN NEXT;
END $$;

-- Ends names whose newest message is older than the expiration of their topic, or than p_retention_ms: no client gets
-- their messages any more, except messages that clients hold or that wait for a retry. At most p_limit; returns how
-- many.
-- Never null: all.
CREATE OR REPLACE FUNCTION lite_topic_expire(p_now timestamptz, p_retention_ms bigint, p_limit int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_topic record;
  v_before timestamptz;
  v_left int := p_limit;
  v_queue int[];
  v_name text[];
BEGIN
  FOR v_topic IN SELECT t.topic_id, t.deleted_at, t.lite_expiration_minutes FROM topic t
    WHERE t.message_type = 'LITE' ORDER BY t.topic_id LOOP
    EXIT WHEN v_left <= 0;
    v_before := CASE WHEN v_topic.deleted_at IS NOT NULL THEN 'infinity' ELSE v_now
      - least(v_topic.lite_expiration_minutes * interval '1 minute', p_retention_ms * interval '1 ms') END;
    SELECT array_agg(w.queue_id), array_agg(w.mgroup) INTO v_queue, v_name
      FROM (SELECT l.queue_id, l.mgroup FROM lite_topic l
             WHERE l.topic_id = v_topic.topic_id AND l.last_at < v_before
             ORDER BY l.last_at LIMIT v_left FOR UPDATE SKIP LOCKED) w;
    CONTINUE WHEN v_queue IS NULL;
    PERFORM 1 FROM group_queue gq WHERE gq.queue_id = ANY (v_queue)
      ORDER BY gq.group_id, gq.queue_id FOR NO KEY UPDATE;
    DELETE FROM fifo_group f WHERE f.state <> 1 AND f.ctid = ANY (ARRAY(
      SELECT x.place FROM unnest(v_queue, v_name) w (queue_id, mgroup)
       CROSS JOIN LATERAL (SELECT gq.group_id FROM group_queue gq WHERE gq.queue_id = w.queue_id OFFSET 0) g
       CROSS JOIN LATERAL (SELECT y.ctid AS place FROM fifo_group y WHERE y.group_id = g.group_id
         AND y.queue_id = w.queue_id AND y.mgroup = w.mgroup LIMIT 1) x));
    -- What a client holds, or what waits for a retry, ends as it does; what is behind it is not delivered.
    UPDATE fifo_group f SET skipped = false, pos = x.last
      FROM (SELECT y.ctid AS place, m.last FROM unnest(v_queue, v_name) w (queue_id, mgroup)
             CROSS JOIN LATERAL (SELECT a.off AS last FROM message a WHERE a.queue_id = w.queue_id
               AND a.mgroup = w.mgroup ORDER BY a.off DESC LIMIT 1) m
             CROSS JOIN LATERAL (SELECT gq.group_id FROM group_queue gq WHERE gq.queue_id = w.queue_id OFFSET 0) g
             CROSS JOIN LATERAL (SELECT z.ctid, z.pos FROM fifo_group z WHERE z.group_id = g.group_id
               AND z.queue_id = w.queue_id AND z.mgroup = w.mgroup LIMIT 1) y
             WHERE y.pos < m.last) x
     WHERE f.ctid = x.place;
    DELETE FROM lite_topic l USING unnest(v_queue, v_name) w (queue_id, mgroup)
     WHERE l.queue_id = w.queue_id AND l.mgroup = w.mgroup;
    v_left := v_left - cardinality(v_queue);
  END LOOP;
  RETURN p_limit - v_left;
END $$;
