-- Names of a LITE topic that a client subscribes for its group.

-- Changes what a client subscribes. p_complete: p_add is all that it wants. p_queues: the queue of each name to add.
-- p_skip: what these names have is passed over. Nothing is changed when the client would have more than p_quota names,
-- or all clients together more than p_total.
-- `names`: how many it has; `refused`: 'client' or 'broker', the quota that it would break.
-- Never null: names.
CREATE OR REPLACE FUNCTION lite_subscribe(
  p_now timestamptz, p_group int, p_topic int, p_client int, p_add text[], p_queues int[], p_remove text[],
  p_complete boolean, p_skip boolean, p_quota int, p_total int
) RETURNS TABLE (names int, refused text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_new text[];
  v_queue int[];
  v_gone text[];
BEGIN
  INSERT INTO lite_client AS c (group_id, topic_id, client_id, seen_at) VALUES (p_group, p_topic, p_client, v_now)
  ON CONFLICT (group_id, topic_id, client_id) DO UPDATE SET seen_at = v_now
  RETURNING c.names INTO names;
  SELECT array_agg(w.mgroup), array_agg(w.queue_id) INTO v_new, v_queue
    FROM unnest(p_add, p_queues) w (mgroup, queue_id)
   WHERE (SELECT true FROM lite_subscription s WHERE s.group_id = p_group AND s.topic_id = p_topic
     AND s.client_id = p_client AND s.mgroup = w.mgroup) IS NULL;
  IF p_complete THEN
    v_gone := ARRAY(SELECT s.mgroup FROM lite_subscription s WHERE s.group_id = p_group AND s.topic_id = p_topic
      AND s.client_id = p_client EXCEPT SELECT a.mgroup FROM unnest(p_add) a (mgroup));
  ELSE
    v_gone := ARRAY(SELECT r.mgroup FROM unnest(p_remove) r (mgroup)
      WHERE (SELECT true FROM lite_subscription s WHERE s.group_id = p_group AND s.topic_id = p_topic
        AND s.client_id = p_client AND s.mgroup = r.mgroup));
  END IF;
  IF v_new IS NOT NULL AND names - cardinality(v_gone) + cardinality(v_new) > p_quota THEN
    refused := 'client';
    RETURN NEXT;
    RETURN;
  END IF;
  IF v_new IS NOT NULL AND (SELECT coalesce(sum(c.names), 0) FROM lite_client c) + cardinality(v_new) > p_total THEN
    refused := 'broker';
    RETURN NEXT;
    RETURN;
  END IF;
  IF cardinality(v_gone) > 0 THEN
    DELETE FROM lite_subscription s WHERE s.group_id = p_group AND s.topic_id = p_topic AND s.client_id = p_client
      AND s.mgroup = ANY (v_gone);
  END IF;
  IF v_new IS NULL AND cardinality(v_gone) = 0 THEN
    RETURN NEXT;
    RETURN;
  END IF;
  names := names - cardinality(v_gone) + coalesce(cardinality(v_new), 0);
  UPDATE lite_client c SET names = lite_subscribe.names WHERE c.group_id = p_group AND c.topic_id = p_topic
    AND c.client_id = p_client;
  IF v_new IS NOT NULL THEN
    PERFORM group_queue_subscribe(p_now, p_group, p_topic);
    -- lite_pass looks for subscribers under these locks: a name is either noted before, or it sees the new row.
    PERFORM fifo_lock(array_fill(p_group, ARRAY[cardinality(v_queue)]), v_queue);
    INSERT INTO lite_subscription (group_id, topic_id, client_id, mgroup, since)
    SELECT p_group, p_topic, p_client, n.mgroup, v_now FROM unnest(v_new) n (mgroup);
    IF p_skip THEN PERFORM lite_skip(v_now, p_group, v_queue, v_new); END IF;
    UPDATE fifo_group f SET state = 0, ready_seq = nextval('epoch_seq')
     WHERE f.state = 2 AND f.ctid = ANY (ARRAY(
       SELECT x.place FROM unnest(v_queue, v_new) w (queue_id, mgroup)
        CROSS JOIN LATERAL (SELECT y.ctid AS place FROM fifo_group y WHERE y.group_id = p_group
          AND y.queue_id = w.queue_id AND y.mgroup = w.mgroup LIMIT 1) x));
  END IF;
  RETURN NEXT;
END $$;

-- Passes over what these names have now, except what clients hold or what waits for a retry. The caller holds
-- fifo_lock.
CREATE OR REPLACE FUNCTION lite_skip(p_now timestamptz, p_group int, p_queue int[], p_name text[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO fifo_group AS f (group_id, queue_id, mgroup, state, pos, skipped, since)
  SELECT p_group, w.queue_id, w.mgroup, 2, m.off, true, p_now
    FROM unnest(p_queue, p_name) w (queue_id, mgroup)
   CROSS JOIN LATERAL (SELECT a.off FROM message a WHERE a.queue_id = w.queue_id AND a.mgroup = w.mgroup
     ORDER BY a.off DESC LIMIT 1) m
  ON CONFLICT (group_id, queue_id, mgroup) DO UPDATE SET pos = greatest(f.pos, excluded.pos),
    skipped = f.state <> 1;
$$;

-- A client has ended, or clients have not said for p_silent_ms what they subscribe (p_client null): their names have
-- one client less. Returns how many clients.
-- Never null: all.
CREATE OR REPLACE FUNCTION lite_leave(p_now timestamptz, p_group int, p_client int, p_silent_ms bigint, p_limit int)
RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_gone lite_client[];
BEGIN
  IF p_client IS NOT NULL THEN
    v_gone := ARRAY(SELECT c FROM lite_client c WHERE c.group_id = p_group AND c.client_id = p_client FOR UPDATE);
  ELSE
    v_gone := ARRAY(SELECT c FROM lite_client c
      WHERE c.seen_at < coalesce(p_now, clock_timestamp()) - p_silent_ms * interval '1 ms'
      ORDER BY c.seen_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  END IF;
  DELETE FROM lite_subscription s USING unnest(v_gone) g
   WHERE s.group_id = g.group_id AND s.topic_id = g.topic_id AND s.client_id = g.client_id;
  DELETE FROM lite_client c USING unnest(v_gone) g
   WHERE c.group_id = g.group_id AND c.topic_id = g.topic_id AND c.client_id = g.client_id;
  RETURN cardinality(v_gone);
END $$;
