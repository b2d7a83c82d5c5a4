-- Takes messages of a paused group out of this installation, and keeps them as dead letters of the cluster that they
-- move to: failed ones that wait for a retry and ordered keys behind them first, then at most p_most of the log, then
-- at most p_most dead letters. Each leaves and arrives in this one transaction. The caller holds the locks of the group
-- and of its queues, and has seen that it is paused and that nothing of it is in flight. Nothing was taken: all of it
-- is there.
-- Never null: all.
CREATE OR REPLACE FUNCTION move_take(p_now timestamptz, p_move int, p_group int, p_most int)
RETURNS TABLE (waiting int, dead int)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_target record;
  v_some record;
  v_queue record;
  v_to bigint;
  v_left int := p_most;
BEGIN
  waiting := 0;
  dead := 0;
  v_target := move_target(v_now, p_move, p_group);

  WITH gone AS (
    DELETE FROM retry r WHERE r.group_id = p_group AND NOT r.leased RETURNING r.*
  )
  SELECT array_agg(g.queue_id) AS queue_id, array_agg(g.off) AS off, array_agg(g.seg) AS seg,
         array_agg(g.generation) AS generation, array_agg(g.attempt::int) AS attempt
    INTO v_some FROM gone g;
  IF v_some.off IS NOT NULL THEN
    waiting := waiting + move_store(v_now, v_target.cluster_id, v_target.group_id, v_target.queue_id, v_target.brokers,
      p_group, v_some.queue_id, v_some.off, v_some.seg, v_some.generation, v_some.attempt);
  END IF;
  -- Unread messages of ordered keys behind the cursor; the move of the position forward ends their wait here.
  SELECT array_agg(m.queue_id) AS queue_id, array_agg(m.off) AS off, array_agg(m.seg) AS seg,
         array_agg(0) AS generation, array_agg(0) AS attempt
    INTO v_some FROM fifo_group f
    JOIN message m ON m.queue_id = f.queue_id AND m.mgroup = f.mgroup AND m.off > f.pos
   WHERE f.group_id = p_group AND f.skipped AND m.off < (SELECT c.off FROM log_cursor(p_group, f.queue_id) c)
     AND NOT move_has(p_group, m.queue_id, m.off);
  IF v_some.off IS NOT NULL THEN
    waiting := waiting + move_store(v_now, v_target.cluster_id, v_target.group_id, v_target.queue_id, v_target.brokers,
      p_group, v_some.queue_id, v_some.off, v_some.seg, v_some.generation, v_some.attempt);
  END IF;
  DELETE FROM fifo_group f WHERE f.group_id = p_group;

  FOR v_queue IN SELECT * FROM group_offset_plan(p_group, NULL, 'newest', NULL) p WHERE p.to_off > p.from_off LOOP
    EXIT WHEN v_left <= 0;
    v_to := least(v_queue.to_off, v_queue.from_off + v_left);
    SELECT array_agg(m.queue_id) AS queue_id, array_agg(m.off) AS off, array_agg(m.seg) AS seg,
           array_agg(0) AS generation, array_agg(0) AS attempt
      INTO v_some FROM message m
     WHERE m.queue_id = v_queue.queue_id AND m.off >= v_queue.from_off AND m.off < v_to
       AND NOT move_has(p_group, m.queue_id, m.off);
    IF v_some.off IS NOT NULL THEN
      waiting := waiting + move_store(v_now, v_target.cluster_id, v_target.group_id, v_target.queue_id,
        v_target.brokers, p_group, v_some.queue_id, v_some.off, v_some.seg, v_some.generation, v_some.attempt);
    END IF;
    PERFORM group_offset_move(v_now, p_group, v_queue.queue_id, v_to, coalesce((SELECT max(s.seg) FROM queue_segment s
      WHERE s.queue_id = v_queue.queue_id AND s.first_off <= v_to), v_queue.to_seg), v_queue.from_off);
    v_left := v_left - (v_to - v_queue.from_off)::int;
  END LOOP;

  IF waiting = 0 AND v_left = p_most THEN
    dead := move_dead(v_now, v_target.cluster_id, v_target.group_id, v_target.queue_id, v_target.brokers, p_group,
      p_most);
  END IF;
  UPDATE cluster_move_group c SET waiting = c.waiting + move_take.waiting, dead = c.dead + move_take.dead
    FROM consumer_group g WHERE g.group_id = p_group AND c.move_id = p_move AND c.group_name = g.name;
  RETURN NEXT;
END $$;

-- Where letters of a group go: one list for each move, that no broker has.
CREATE OR REPLACE FUNCTION move_target(p_now timestamptz, p_move int, p_group int,
  OUT cluster_id int, OUT group_id int, OUT queue_id int, OUT brokers text[])
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  SELECT m.cluster_id, c.group_id, m.brokers INTO cluster_id, group_id, brokers FROM cluster_move m
    JOIN consumer_group g ON g.group_id = p_group
    JOIN cluster_consumer_group c ON c.cluster_id = m.cluster_id AND c.name = g.name
   WHERE m.move_id = p_move;
  INSERT INTO cluster_letter_queue (cluster_id, broker, group_id, queue_no, life, next_off, min_off, max_off, read_at,
    ended_at)
  VALUES (cluster_id, 'this installation', group_id, -1, p_move, 0, 0, 0, p_now, p_now)
  ON CONFLICT DO NOTHING;
  SELECT q.queue_id INTO queue_id FROM cluster_letter_queue q
   WHERE q.cluster_id = move_target.cluster_id AND q.group_id = move_target.group_id AND q.queue_no = -1
     AND q.life = p_move;
END $$;

-- Of a position that was turned back: what is dead, or was taken before, goes its own way.
CREATE OR REPLACE FUNCTION move_has(p_group int, p_queue int, p_off bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = p_group AND d.queue_id = p_queue AND d.off = p_off)
      OR EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = p_group AND e.queue_id = p_queue AND e.off = p_off
        AND e.cause = 'moved');
$$;

-- Messages that wait, as dead letters of the cluster; all that 5.x clients read of a message is among its properties.
CREATE OR REPLACE FUNCTION move_store(p_now timestamptz, p_cluster int, p_target int, p_list int, p_brokers text[],
  p_group int, p_queue int[], p_off bigint[], p_seg int[], p_generation int[], p_attempts int[]) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_count int;
BEGIN
  INSERT INTO cluster_topic (cluster_id, name, message_type, queue_count, created_at)
  SELECT DISTINCT p_cluster, t.name, 'NORMAL', 0, p_now FROM unnest(p_queue) w (queue_id)
    JOIN queue q ON q.queue_id = w.queue_id JOIN topic t ON t.topic_id = q.topic_id
  ON CONFLICT (cluster_id, name) DO NOTHING;
  WITH item AS (
    SELECT m.*, i.generation, i.attempts, c.topic_id AS target_topic,
           row_number() OVER (ORDER BY i.queue_id, i.off) AS place
      FROM unnest(p_queue, p_off, p_seg, p_generation, p_attempts) i (queue_id, off, seg, generation, attempts)
     CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = i.queue_id AND a.off = i.off AND a.seg = i.seg
        LIMIT 1) m
      JOIN topic t ON t.topic_id = m.topic_id
      JOIN cluster_topic c ON c.cluster_id = p_cluster AND c.name = t.name
  ), list AS (
    UPDATE cluster_letter_queue q SET next_off = q.next_off + n.n, max_off = q.next_off + n.n
      FROM (SELECT count(*) AS n FROM item) n WHERE q.queue_id = p_list RETURNING q.next_off - n.n AS begins
  ), stored AS (
    INSERT INTO cluster_dead_letter (cluster_id, group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts,
      cause, dead_at, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context, stored_at, body,
      fingerprint, fingerprint_version, broker, consumer, reconsume_times, flag, sys_flag, store_id)
    SELECT p_cluster, p_target, p_list, l.begins + i.place - 1, 0, 0, i.target_topic, i.msg_id, i.attempts, 'moved',
           p_now, i.kind, i.tag, i.mgroup, i.keys,
           move_properties(i.props, i.msg_id, i.tag, i.keys, i.mgroup, i.born_at, i.born_host), i.body_encoding,
           i.born_at, i.born_host, i.trace_context, i.stored_at, i.body, 'unreported:moved', 0,
           move_broker(p_brokers, coalesce(i.mgroup, i.msg_id)), 'pop', i.attempts, 0, 0,
           format('here/%s/%s', i.queue_id, i.off)
      FROM item i, list l ORDER BY i.place
    RETURNING dead_letter_id
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at)
    SELECT p_group, i.queue_id, i.off, i.generation, i.attempts, 'Dropped', 'moved', nextval('epoch_seq'), p_now
      FROM item i
  ), due AS (
    INSERT INTO cluster_letter_text_due (dead_letter_id, cluster_id) SELECT s.dead_letter_id, p_cluster FROM stored s
  )
  SELECT count(*) INTO v_count FROM stored;
  RETURN v_count;
END $$;

-- Dead letters stay dead letters, with what was noted of them and why they died.
CREATE OR REPLACE FUNCTION move_dead(p_now timestamptz, p_cluster int, p_target int, p_list int, p_brokers text[],
  p_group int, p_most int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_count int;
BEGIN
  INSERT INTO cluster_topic (cluster_id, name, message_type, queue_count, created_at)
  SELECT DISTINCT p_cluster, t.name, 'NORMAL', 0, p_now FROM dead_letter d JOIN topic t ON t.topic_id = d.topic_id
   WHERE d.group_id = p_group
  ON CONFLICT (cluster_id, name) DO NOTHING;
  WITH gone AS (
    DELETE FROM dead_letter d WHERE d.ctid = ANY (ARRAY(
      SELECT a.ctid FROM dead_letter a WHERE a.group_id = p_group ORDER BY a.dead_at, a.dead_letter_id LIMIT p_most))
    RETURNING d.*
  ), item AS (
    SELECT g.*, c.topic_id AS target_topic, row_number() OVER (ORDER BY g.dead_at, g.dead_letter_id) AS place
      FROM gone g JOIN topic t ON t.topic_id = g.topic_id
      JOIN cluster_topic c ON c.cluster_id = p_cluster AND c.name = t.name
  ), list AS (
    UPDATE cluster_letter_queue q SET next_off = q.next_off + n.n, max_off = q.next_off + n.n
      FROM (SELECT count(*) AS n FROM item) n WHERE q.queue_id = p_list RETURNING q.next_off - n.n AS begins
  ), stored AS (
    INSERT INTO cluster_dead_letter (cluster_id, group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts,
      cause, dead_at, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context, stored_at, body,
      kept_until, fingerprint, fingerprint_version, app_version, held_at, held_by, hold_reason, accepted_at,
      accepted_by, accept_reason, broker, consumer, reconsume_times, flag, sys_flag, store_id)
    SELECT p_cluster, p_target, p_list, l.begins + i.place - 1, 0, 0, i.target_topic, i.msg_id, i.attempts, i.cause,
           i.dead_at, i.kind, i.tag, i.mgroup, i.keys,
           move_properties(i.props, i.msg_id, i.tag, i.keys, i.mgroup, i.born_at, i.born_host), i.body_encoding,
           i.born_at, i.born_host, i.trace_context, i.stored_at, i.body, i.kept_until, i.fingerprint,
           i.fingerprint_version, i.app_version, i.held_at, i.held_by, i.hold_reason, i.accepted_at, i.accepted_by,
           i.accept_reason, move_broker(p_brokers, coalesce(i.mgroup, i.msg_id)), 'pop', i.attempts, 0, 0,
           format('here/%s/%s', i.queue_id, i.off)
      FROM item i, list l ORDER BY i.place
    RETURNING dead_letter_id
  ), reported AS (
    INSERT INTO cluster_failure_report (group_id, queue_id, off, generation, attempt, error_type, message, stack,
      reported_at, fingerprint, fingerprint_version, app_version, cluster_id)
    SELECT p_target, p_list, l.begins + i.place - 1, 0, i.attempts, f.error_type, f.message, f.stack, f.reported_at,
           f.fingerprint, f.fingerprint_version, f.app_version, p_cluster
      FROM item i CROSS JOIN list l
      JOIN failure_report f ON f.group_id = p_group AND f.queue_id = i.queue_id AND f.off = i.off
       AND f.generation = i.generation AND f.attempt = i.attempts
  ), caused AS (
    INSERT INTO cluster_failure_cause (group_id, fingerprint, version, error_type, text, top_frame, first_seen,
      last_seen, cluster_id)
    SELECT p_target, c.fingerprint, c.version, c.error_type, c.text, c.top_frame, c.first_seen, c.last_seen, p_cluster
      FROM failure_cause c
     WHERE c.group_id = p_group AND c.fingerprint IN (SELECT i.fingerprint FROM item i)
    ON CONFLICT (group_id, fingerprint) DO NOTHING
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at)
    SELECT p_group, i.queue_id, i.off, i.generation, i.attempts, 'Discarded', 'moved', nextval('epoch_seq'), p_now
      FROM item i
  ), due AS (
    INSERT INTO cluster_letter_text_due (dead_letter_id, cluster_id) SELECT s.dead_letter_id, p_cluster FROM stored s
  )
  SELECT count(*) INTO v_count FROM stored;
  RETURN v_count;
END $$;

-- As proxies store what 5.x producers send: see wireProperties.
CREATE OR REPLACE FUNCTION move_properties(p_props jsonb, p_id text, p_tag text, p_keys text[], p_mgroup text,
  p_born_at timestamptz, p_born_host text) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce(p_props, '{}') || jsonb_strip_nulls(jsonb_build_object('UNIQ_KEY', p_id, 'TAGS', p_tag,
    'KEYS', nullif(array_to_string(p_keys, ' '), ''), '__SHARDINGKEY', p_mgroup,
    'BORN_TIMESTAMP', (extract(epoch FROM p_born_at) * 1000)::bigint::text, '__BORNHOST', p_born_host));
$$;

-- Messages of one key go to one broker.
CREATE OR REPLACE FUNCTION move_broker(p_brokers text[], p_key text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT p_brokers[1 + (hashtextextended(p_key, 0) & 2147483647)::int % cardinality(p_brokers)];
$$;
