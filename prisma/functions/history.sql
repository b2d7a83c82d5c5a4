-- Adds what one process counted to the step it ended in.
-- p_filtered: [{"group_id": 1, "topic_id": 2, "filtered": 3}]
CREATE OR REPLACE FUNCTION history_add(
  p_now timestamptz, p_group int[], p_delivered bigint[], p_redelivered bigint[], p_died bigint[], p_redriven bigint[],
  p_topic int[], p_messages_in bigint[], p_bytes_in bigint[], p_refused bigint[], p_peak_messages bigint[],
    p_peak_bytes bigint[],
  p_refusals jsonb, p_filtered jsonb
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_at timestamptz := date_bin('10 seconds', coalesce(p_now, clock_timestamp()), 'epoch');
BEGIN
  INSERT INTO group_sample AS s (group_id, step_s, at, delivered, redelivered, died, redriven)
  SELECT i.group_id, 10, v_at, i.delivered, i.redelivered, i.died, i.redriven
    FROM unnest(p_group, p_delivered, p_redelivered, p_died, p_redriven) i (group_id, delivered, redelivered, died,
      redriven) ORDER BY i.group_id
  ON CONFLICT (group_id, step_s, at) DO UPDATE
    SET delivered = s.delivered + excluded.delivered, redelivered = s.redelivered + excluded.redelivered,
      died = s.died + excluded.died,
        redriven = s.redriven + excluded.redriven;
  INSERT INTO topic_sample AS s (topic_id, step_s, at, messages_in, bytes_in, refused, peak_messages_per_s,
    peak_bytes_per_s)
  SELECT i.topic_id, 10, v_at, i.messages_in, i.bytes_in, i.refused, i.peak_messages, i.peak_bytes
    FROM unnest(p_topic, p_messages_in, p_bytes_in, p_refused, p_peak_messages, p_peak_bytes)
         i (topic_id, messages_in, bytes_in, refused, peak_messages, peak_bytes) ORDER BY i.topic_id
  ON CONFLICT (topic_id, step_s, at) DO UPDATE
    SET messages_in = s.messages_in + excluded.messages_in, bytes_in = s.bytes_in + excluded.bytes_in,
      refused = s.refused + excluded.refused,
        peak_messages_per_s = greatest(s.peak_messages_per_s, excluded.peak_messages_per_s),
        peak_bytes_per_s = greatest(s.peak_bytes_per_s, excluded.peak_bytes_per_s);
  INSERT INTO refusal_sample AS s (step_s, at, limit_name, topic, consumer_group, client, access_key, refused, last_at)
  SELECT 10, v_at, i.limit_name, i.topic, i.consumer_group, i.client, i.access_key, i.refused, v_now
    FROM jsonb_to_recordset(p_refusals) i (limit_name text, topic text, consumer_group text, client text,
      access_key text, refused bigint)
   ORDER BY i.limit_name, i.topic, i.consumer_group, i.client
  ON CONFLICT (step_s, at, limit_name, topic, consumer_group, client) DO UPDATE
    SET refused = s.refused + excluded.refused, last_at = greatest(s.last_at, excluded.last_at),
        access_key = coalesce(nullif(excluded.access_key, ''), s.access_key);
  INSERT INTO filter_sample AS s (group_id, topic_id, step_s, at, filtered)
  SELECT i.group_id, i.topic_id, 10, v_at, i.filtered
    FROM jsonb_to_recordset(p_filtered) i (group_id int, topic_id int, filtered bigint)
   ORDER BY i.group_id, i.topic_id
  ON CONFLICT (group_id, topic_id, step_s, at) DO UPDATE SET filtered = s.filtered + excluded.filtered;
END $$;

-- One process reads the levels of a step. False: another one has. After a clock that was set back, steps of the future
-- are not from a live node: they would keep levels from being read and minutes from being made until that time has
-- come.
-- Never null: all.
CREATE OR REPLACE FUNCTION history_claim_levels(p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_at timestamptz := date_bin('10 seconds', coalesce(p_now, clock_timestamp()), 'epoch');
BEGIN
  DELETE FROM broker_sample b WHERE (b.step_s = 10 AND b.at > v_at) OR (b.step_s = 60 AND b.at > v_at);
  DELETE FROM queue_sample q WHERE q.at > v_at;
  INSERT INTO broker_sample (step_s, at, database_bytes) VALUES (10, v_at, pg_database_size(current_database()))
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;

-- Alarms were evaluated in this step; p_unwell_s is what the alarm on the broker's health found.
CREATE OR REPLACE FUNCTION history_note_health(p_now timestamptz, p_unwell_s int) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO alarm_sample AS s (step_s, at, unwell_s)
  VALUES (10, date_bin('10 seconds', coalesce(p_now, clock_timestamp()), 'epoch'), p_unwell_s)
  ON CONFLICT (step_s, at) DO UPDATE SET unwell_s = excluded.unwell_s;
$$;

CREATE OR REPLACE FUNCTION history_set_levels(
  p_now timestamptz, p_group int[], p_ready bigint[], p_in_flight bigint[], p_waiting bigint[], p_dead bigint[],
    p_blocked int[], p_oldest timestamptz[],
  p_arrived bigint[], p_deaths_due int[], p_expiring int[], p_consumers int[], p_unhandled bigint[]
) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO group_sample AS s (group_id, step_s, at, ready, in_flight, waiting, dead, blocked_keys, oldest_ready_at,
    arrived, deaths_due, expiring, consumers,
                                 unhandled)
  SELECT i.group_id, 10, date_bin('10 seconds', coalesce(p_now, clock_timestamp()), 'epoch'), i.ready, i.in_flight,
    i.waiting, i.dead, i.blocked, i.oldest,
         i.arrived, i.deaths_due, i.expiring, i.consumers, i.unhandled
    FROM unnest(p_group, p_ready, p_in_flight, p_waiting, p_dead, p_blocked, p_oldest, p_arrived, p_deaths_due,
      p_expiring, p_consumers, p_unhandled)
         i (group_id, ready, in_flight, waiting, dead, blocked, oldest, arrived, deaths_due, expiring, consumers,
           unhandled)
   ORDER BY i.group_id
  ON CONFLICT (group_id, step_s, at) DO UPDATE
    SET ready = excluded.ready, in_flight = excluded.in_flight, waiting = excluded.waiting, dead = excluded.dead,
        blocked_keys = excluded.blocked_keys, oldest_ready_at = excluded.oldest_ready_at, arrived = excluded.arrived,
          deaths_due = excluded.deaths_due,
        expiring = excluded.expiring, consumers = excluded.consumers, unhandled = excluded.unhandled;
$$;

-- Makes the rows of 60 s of minutes that are over, and drops what is past its age. May run anywhere, any number of
-- times: a minute is made again from its rows of 10 s. After a standstill a pass does a part: two hours of minutes
-- behind the last one, 50 000 rows of a kind past their age; the next one goes on.
-- Never null: all.
CREATE OR REPLACE FUNCTION history_roll_up(p_now timestamptz) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  -- Late reports of a minute are in by then.
  v_until timestamptz := date_bin('1 minute', v_now - interval '20 seconds', 'epoch');
  v_last timestamptz := greatest(v_until - interval '23 hours', coalesce((SELECT max(b.at) FROM broker_sample b
    WHERE b.step_s = 60), '-infinity'));
  v_from timestamptz := v_last - interval '1 minute';
  v_rows int;
  v_done int := 0;
BEGIN
  v_until := least(v_until, interval '2 hours' + coalesce(
    (SELECT date_bin('1 minute', min(b.at), 'epoch') FROM broker_sample b WHERE b.step_s = 10
      AND b.at >= v_last + interval '1 minute'), 'infinity'));
  INSERT INTO group_sample AS s (group_id, step_s, at, ready, in_flight, waiting, dead, blocked_keys, oldest_ready_at,
    arrived, deaths_due, expiring,
                                 consumers, unhandled, delivered, redelivered, died, redriven)
  SELECT m.group_id, 60, m.at, last.ready, last.in_flight, last.waiting, last.dead, last.blocked_keys,
    last.oldest_ready_at, last.arrived, last.deaths_due,
         last.expiring, last.consumers, last.unhandled, m.delivered, m.redelivered, m.died, m.redriven
    FROM (SELECT g.group_id, date_bin('1 minute', g.at, 'epoch') AS at, sum(g.delivered) AS delivered,
      sum(g.redelivered) AS redelivered, sum(g.died) AS died,
                 sum(g.redriven) AS redriven
            FROM group_sample g WHERE g.step_s = 10 AND g.at >= v_from AND g.at < v_until GROUP BY 1, 2) m
    LEFT JOIN LATERAL (
      SELECT l.* FROM group_sample l
       WHERE l.group_id = m.group_id AND l.step_s = 10 AND l.at >= m.at AND l.at < m.at + interval '1 minute'
         AND l.dead IS NOT NULL
       ORDER BY l.at DESC LIMIT 1) last ON true
  ON CONFLICT (group_id, step_s, at) DO UPDATE
    SET ready = excluded.ready, in_flight = excluded.in_flight, waiting = excluded.waiting, dead = excluded.dead,
      blocked_keys = excluded.blocked_keys,
        oldest_ready_at = excluded.oldest_ready_at, arrived = excluded.arrived, deaths_due = excluded.deaths_due,
          expiring = excluded.expiring,
        consumers = excluded.consumers, unhandled = excluded.unhandled, delivered = excluded.delivered,
          redelivered = excluded.redelivered, died = excluded.died, redriven = excluded.redriven;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_done := v_done + v_rows;
  INSERT INTO topic_sample AS s (topic_id, step_s, at, messages_in, bytes_in, refused, peak_messages_per_s,
    peak_bytes_per_s)
  SELECT t.topic_id, 60, date_bin('1 minute', t.at, 'epoch'), sum(t.messages_in), sum(t.bytes_in), sum(t.refused),
    max(t.peak_messages_per_s), max(t.peak_bytes_per_s)
    FROM topic_sample t WHERE t.step_s = 10 AND t.at >= v_from AND t.at < v_until GROUP BY 1, 3
  ON CONFLICT (topic_id, step_s, at) DO UPDATE
    SET messages_in = excluded.messages_in, bytes_in = excluded.bytes_in, refused = excluded.refused,
        peak_messages_per_s = excluded.peak_messages_per_s, peak_bytes_per_s = excluded.peak_bytes_per_s;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_done := v_done + v_rows;
  -- Clients beyond the 100 most refused of a minute lose their names; a minute made again may have others among them.
  DELETE FROM refusal_sample s WHERE s.step_s = 60 AND s.at >= v_from AND s.at < v_until;
  INSERT INTO refusal_sample AS s (step_s, at, limit_name, topic, consumer_group, client, access_key, refused, last_at)
  SELECT 60, c.at, c.limit_name, c.topic, c.consumer_group, CASE WHEN c.place <= 100 THEN c.client ELSE '' END,
         max(CASE WHEN c.place <= 100 THEN c.access_key ELSE '' END), sum(c.refused), max(c.last_at)
    FROM (SELECT date_bin('1 minute', r.at, 'epoch') AS at, r.limit_name, r.topic, r.consumer_group, r.client,
      max(r.access_key) AS access_key,
                 sum(r.refused) AS refused, max(r.last_at) AS last_at,
                 row_number() OVER (PARTITION BY date_bin('1 minute', r.at, 'epoch') ORDER BY r.client = '',
                   sum(r.refused) DESC, r.client) AS place
            FROM refusal_sample r WHERE r.step_s = 10 AND r.at >= v_from AND r.at < v_until GROUP BY 1, 2, 3, 4, 5) c
   GROUP BY 2, 3, 4, 5, 6
  ON CONFLICT (step_s, at, limit_name, topic, consumer_group, client) DO UPDATE
    SET refused = excluded.refused, last_at = excluded.last_at, access_key = excluded.access_key;
  INSERT INTO filter_sample AS s (group_id, topic_id, step_s, at, filtered)
  SELECT f.group_id, f.topic_id, 60, date_bin('1 minute', f.at, 'epoch'), sum(f.filtered)
    FROM filter_sample f WHERE f.step_s = 10 AND f.at >= v_from AND f.at < v_until GROUP BY 1, 2, 4
  ON CONFLICT (group_id, topic_id, step_s, at) DO UPDATE SET filtered = excluded.filtered;
  INSERT INTO alarm_sample AS s (step_s, at, unwell_s)
  SELECT 60, date_bin('1 minute', a.at, 'epoch'), max(a.unwell_s) FROM alarm_sample a WHERE a.step_s = 10
    AND a.at >= v_from AND a.at < v_until GROUP BY 2
  ON CONFLICT (step_s, at) DO UPDATE SET unwell_s = excluded.unwell_s;
  INSERT INTO broker_sample AS s (step_s, at, database_bytes)
  SELECT 60, date_bin('1 minute', b.at, 'epoch'), max(b.database_bytes)
    FROM broker_sample b WHERE b.step_s = 10 AND b.at >= v_from AND b.at < v_until GROUP BY 2
  ON CONFLICT (step_s, at) DO UPDATE SET database_bytes = excluded.database_bytes;

  -- By place: a join with so many rows is planned as a scan of the whole table.
  DELETE FROM group_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM group_sample o WHERE o.step_s = 10 AND o.at < v_now - interval '1 day' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM group_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM group_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM topic_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM topic_sample o WHERE o.step_s = 10 AND o.at < v_now - interval '1 day' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM topic_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM topic_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM refusal_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM refusal_sample o WHERE o.step_s = 10 AND o.at < v_now - interval '1 day' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM refusal_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM refusal_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM filter_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM filter_sample o WHERE o.step_s = 10 AND o.at < v_now - interval '1 day' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM filter_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM filter_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM queue_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM queue_sample o WHERE o.at < v_now - interval '20 minutes' ORDER BY o.at LIMIT 50000));
  DELETE FROM broker_sample b WHERE (b.step_s = 10 AND b.at < v_now - interval '1 day')
    OR (b.step_s = 60 AND b.at < v_now - interval '14 days');
  DELETE FROM alarm_sample a WHERE (a.step_s = 10 AND a.at < v_now - interval '1 day')
    OR (a.step_s = 60 AND a.at < v_now - interval '14 days');
  RETURN v_done;
END $$;
