-- Names of a LITE topic that a client subscribes for its group.

-- Changes what a client subscribes. p_complete: p_add is all that it wants. p_queues: the queue of each name to add.
-- p_from and p_value: where the group reads these names on (lite_begin); null: where it stands. p_exclusive: a name has
-- one client, the newest that added it; a client that only repeats its set keeps what no other client has added since.
-- Nothing is changed when the client would have more than p_quota names, or all clients together more than p_total.
-- `names`: how many it has; `refused`: 'client' or 'broker', the quota that it would break; `taken`: names of p_add
-- that another client has alone; `clients` and `lost`, side by side: clients that have lost a name by this call.
-- Never null: names, taken, clients, lost.
CREATE OR REPLACE FUNCTION lite_subscribe(
  p_now timestamptz, p_group int, p_topic int, p_client int, p_add text[], p_queues int[], p_remove text[],
  p_complete boolean, p_from text, p_value bigint, p_exclusive boolean, p_quota int, p_total int
) RETURNS TABLE (names int, refused text, taken text[], clients text[], lost text[])
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_new text[];
  v_queue int[];
  v_gone text[];
  v_is_all boolean := '*' = ANY (p_add);
BEGIN
  taken := '{}';
  clients := '{}';
  lost := '{}';
  -- One call at a time changes which client of an exclusive group has which name.
  IF p_exclusive THEN PERFORM 1 FROM consumer_group g WHERE g.group_id = p_group FOR NO KEY UPDATE; END IF;
  INSERT INTO lite_client AS c (group_id, topic_id, client_id, seen_at) VALUES (p_group, p_topic, p_client, v_now)
  ON CONFLICT (group_id, topic_id, client_id) DO UPDATE SET seen_at = v_now
  RETURNING c.names INTO names;
  IF p_exclusive AND p_complete THEN
    taken := ARRAY(SELECT w.mgroup FROM (
        SELECT a.mgroup, (SELECT s.since FROM lite_subscription s WHERE s.group_id = p_group
          AND s.topic_id = p_topic AND s.client_id = p_client AND s.mgroup = a.mgroup) AS since
          FROM unnest(p_add) a (mgroup)) w
     WHERE EXISTS (SELECT 1 FROM lite_subscription s WHERE s.group_id = p_group AND s.topic_id = p_topic
       AND s.mgroup = w.mgroup AND s.client_id <> p_client
       AND (w.since IS NULL OR (s.since, s.client_id) > (w.since, p_client))));
  END IF;
  SELECT array_agg(w.mgroup), array_agg(w.queue_id) INTO v_new, v_queue
    FROM unnest(p_add, p_queues) w (mgroup, queue_id)
   WHERE (SELECT true FROM lite_subscription s WHERE s.group_id = p_group AND s.topic_id = p_topic
     AND s.client_id = p_client AND s.mgroup = w.mgroup) IS NULL
     AND w.mgroup <> ALL (taken);
  IF p_complete THEN
    v_gone := ARRAY(SELECT s.mgroup FROM lite_subscription s WHERE s.group_id = p_group AND s.topic_id = p_topic
      AND s.client_id = p_client EXCEPT SELECT a.mgroup FROM unnest(p_add) a (mgroup) WHERE a.mgroup <> ALL (taken));
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
    IF p_exclusive THEN
      SELECT l.clients, l.lost INTO clients, lost FROM lite_displace(p_group, p_topic, p_client, v_new) l;
    END IF;
    PERFORM group_queue_subscribe(p_now, p_group, p_topic);
    IF v_is_all THEN v_queue := ARRAY(SELECT q.queue_id FROM queue q WHERE q.topic_id = p_topic); END IF;
    -- lite_pass looks for subscribers under these locks: a name is either noted before, or it sees the new row.
    PERFORM fifo_lock(array_fill(p_group, ARRAY[cardinality(v_queue)]), v_queue);
    INSERT INTO lite_subscription (group_id, topic_id, client_id, mgroup, since)
    SELECT p_group, p_topic, p_client, n.mgroup, v_now FROM unnest(v_new) n (mgroup);
    IF p_from IS NOT NULL THEN PERFORM lite_begin(v_now, p_group, v_queue, v_new, p_from, p_value); END IF;
    IF v_is_all THEN
      UPDATE fifo_group f SET state = 0, ready_seq = nextval('epoch_seq')
       WHERE f.group_id = p_group AND f.queue_id = ANY (v_queue) AND f.state = 2;
    ELSE
      UPDATE fifo_group f SET state = 0, ready_seq = nextval('epoch_seq')
       WHERE f.state = 2 AND f.ctid = ANY (ARRAY(
         SELECT x.place FROM unnest(v_queue, v_new) w (queue_id, mgroup)
          CROSS JOIN LATERAL (SELECT y.ctid AS place FROM fifo_group y WHERE y.group_id = p_group
            AND y.queue_id = w.queue_id AND y.mgroup = w.mgroup LIMIT 1) x));
    END IF;
  END IF;
  RETURN NEXT;
END $$;

-- Takes names from all other clients of an exclusive group: who has lost which. The caller holds the group. Rows of
-- clients before those of their names, as where a client leaves.
-- Never null: all.
CREATE OR REPLACE FUNCTION lite_displace(p_group int, p_topic int, p_client int, p_name text[],
  OUT clients text[], OUT lost text[])
LANGUAGE plpgsql AS $$
DECLARE
  v_client int[];
  v_place tid[];
BEGIN
  PERFORM 1 FROM lite_client c
   WHERE c.group_id = p_group AND c.topic_id = p_topic AND c.client_id IN (
     SELECT s.client_id FROM unnest(p_name) w (mgroup)
      CROSS JOIN LATERAL (SELECT y.client_id FROM lite_subscription y WHERE y.group_id = p_group
        AND y.topic_id = p_topic AND y.mgroup = w.mgroup AND y.client_id <> p_client OFFSET 0) s)
   ORDER BY c.client_id FOR UPDATE;
  SELECT array_agg(s.client_id ORDER BY s.client_id, s.mgroup), array_agg(s.place),
         coalesce(array_agg(s.mgroup ORDER BY s.client_id, s.mgroup), '{}')
    INTO v_client, v_place, lost
    FROM unnest(p_name) w (mgroup)
   CROSS JOIN LATERAL (SELECT y.ctid AS place, y.client_id, y.mgroup FROM lite_subscription y
     WHERE y.group_id = p_group AND y.topic_id = p_topic AND y.mgroup = w.mgroup AND y.client_id <> p_client
     OFFSET 0) s;
  clients := ARRAY(SELECT n.name FROM unnest(v_client) WITH ORDINALITY u (client_id, ord)
   CROSS JOIN LATERAL (SELECT x.name FROM client x WHERE x.client_id = u.client_id LIMIT 1) n ORDER BY u.ord);
  IF v_client IS NULL THEN RETURN; END IF;
  DELETE FROM lite_subscription s WHERE s.ctid = ANY (v_place);
  UPDATE lite_client c SET names = c.names - u.n::int
    FROM (SELECT x.client_id, count(*) AS n FROM unnest(v_client) x (client_id) GROUP BY x.client_id) u
   WHERE c.group_id = p_group AND c.topic_id = p_topic AND c.client_id = u.client_id;
END $$;

-- Puts where a group reads these names on, as OffsetOption has it: p_from is 'newest', 'oldest', 'offset' (p_value, as
-- messages of the queue have it), 'tail' (p_value messages before where it stands) or 'time' (stored at p_value or
-- later, in ms). Never before the group, nor in an earlier life of the name, nor after its newest message. What clients
-- hold, what waits for a retry and what is dead goes its own way. The caller holds fifo_lock.
CREATE OR REPLACE FUNCTION lite_begin(p_now timestamptz, p_group int, p_queue int[], p_name text[], p_from text,
  p_value bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_name record;
  v_to bigint;
BEGIN
  FOR v_name IN
    SELECT w.queue_id, w.mgroup, b.first, e.last, coalesce(f.pos + 1, log_end.off) AS stands
      FROM unnest(p_queue, p_name) w (queue_id, mgroup)
     CROSS JOIN LATERAL (SELECT l.since FROM lite_topic l WHERE l.queue_id = w.queue_id AND l.mgroup = w.mgroup
       LIMIT 1) t
     CROSS JOIN LATERAL (SELECT gq.start_off FROM group_queue gq WHERE gq.group_id = p_group
       AND gq.queue_id = w.queue_id LIMIT 1) q
     CROSS JOIN LATERAL log_cursor(p_group, w.queue_id) log_end
     CROSS JOIN LATERAL (SELECT a.off AS first FROM message a WHERE a.queue_id = w.queue_id AND a.mgroup = w.mgroup
       AND a.off >= q.start_off AND a.stored_at >= t.since ORDER BY a.off LIMIT 1) b
     CROSS JOIN LATERAL (SELECT a.off AS last FROM message a WHERE a.queue_id = w.queue_id AND a.mgroup = w.mgroup
       ORDER BY a.off DESC LIMIT 1) e
      LEFT JOIN LATERAL (SELECT g.pos FROM fifo_group g WHERE g.group_id = p_group AND g.queue_id = w.queue_id
        AND g.mgroup = w.mgroup LIMIT 1) f ON true
  LOOP
    v_to := CASE p_from
      WHEN 'newest' THEN greatest(v_name.last + 1, v_name.stands)
      WHEN 'oldest' THEN v_name.first
      WHEN 'offset' THEN p_value
      WHEN 'time' THEN offset_at(v_name.queue_id, to_timestamp(p_value / 1000.0))
      WHEN 'tail' THEN coalesce((SELECT min(a.off) FROM (SELECT m.off FROM message m WHERE m.queue_id = v_name.queue_id
        AND m.mgroup = v_name.mgroup AND m.off < v_name.stands ORDER BY m.off DESC LIMIT p_value) a), v_name.stands)
      END;
    v_to := greatest(v_to, v_name.first);
    IF p_from <> 'newest' THEN v_to := least(v_to, v_name.last + 1); END IF;
    INSERT INTO fifo_group AS f (group_id, queue_id, mgroup, state, pos, skipped, since, repeat_to)
    VALUES (p_group, v_name.queue_id, v_name.mgroup, 2, v_to - 1, true, p_now,
      CASE WHEN v_to < v_name.stands THEN v_name.stands END)
    ON CONFLICT (group_id, queue_id, mgroup) DO UPDATE SET pos = excluded.pos,
      skipped = f.state <> 1 OR v_to <= v_name.last, repeat_to = greatest(f.repeat_to, excluded.repeat_to);
  END LOOP;
END $$;

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
