-- Minutes of attached clusters from their steps of 10 s, and the end of what is past its age: as history_roll_up, for
-- all clusters. May run anywhere, any number of times.
-- Never null: all.
CREATE OR REPLACE FUNCTION cluster_history_roll_up(p_now timestamptz) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_until timestamptz := date_bin('1 minute', v_now - interval '20 seconds', 'epoch');
  v_last timestamptz := greatest(v_until - interval '23 hours', coalesce((SELECT max(b.at) FROM cluster_step_sample b
    WHERE b.step_s = 60), '-infinity'));
  v_from timestamptz := v_last - interval '1 minute';
  v_rows int;
BEGIN
  -- After a standstill a pass makes two hours of minutes.
  v_until := least(v_until, interval '2 hours' + coalesce(
    (SELECT date_bin('1 minute', min(b.at), 'epoch') FROM cluster_step_sample b WHERE b.step_s = 10
      AND b.at >= v_last + interval '1 minute'), 'infinity'));
  INSERT INTO cluster_group_sample AS s (cluster_id, group_id, step_s, at, ready, in_flight, dead, oldest_ready_at,
    arrived, expiring, consumers, unhandled, delivered, redelivered, died)
  SELECT m.cluster_id, m.group_id, 60, m.at, last.ready, last.in_flight, last.dead, last.oldest_ready_at, last.arrived,
         last.expiring, last.consumers, last.unhandled, m.delivered, m.redelivered, m.died
    FROM (SELECT g.cluster_id, g.group_id, date_bin('1 minute', g.at, 'epoch') AS at, sum(g.delivered) AS delivered,
                 sum(g.redelivered) AS redelivered, sum(g.died) AS died
            FROM cluster_group_sample g WHERE g.step_s = 10 AND g.at >= v_from AND g.at < v_until GROUP BY 1, 2, 3) m
    LEFT JOIN LATERAL (
      SELECT l.* FROM cluster_group_sample l
       WHERE l.group_id = m.group_id AND l.step_s = 10 AND l.at >= m.at AND l.at < m.at + interval '1 minute'
         AND l.dead IS NOT NULL
       ORDER BY l.at DESC LIMIT 1) last ON true
  ON CONFLICT (group_id, step_s, at) DO UPDATE SET ready = excluded.ready, in_flight = excluded.in_flight,
    dead = excluded.dead, oldest_ready_at = excluded.oldest_ready_at, arrived = excluded.arrived,
    expiring = excluded.expiring, consumers = excluded.consumers, unhandled = excluded.unhandled,
    delivered = excluded.delivered, redelivered = excluded.redelivered, died = excluded.died;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  INSERT INTO cluster_broker_sample AS s (cluster_id, broker, step_s, at, messages_in, messages_out, marks)
  SELECT m.cluster_id, m.broker, 60, m.at, m.messages_in, m.messages_out, k.marks
    FROM (SELECT b.cluster_id, b.broker, date_bin('1 minute', b.at, 'epoch') AS at, sum(b.messages_in) AS messages_in,
                 sum(b.messages_out) AS messages_out
            FROM cluster_broker_sample b WHERE b.step_s = 10 AND b.at >= v_from AND b.at < v_until GROUP BY 1, 2, 3) m
   CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_object_agg(x.key, x.most), '{}') AS marks FROM (
        SELECT e.key, max(e.value::text::float8) AS most
          FROM cluster_broker_sample b CROSS JOIN LATERAL jsonb_each(b.marks) e
         WHERE b.cluster_id = m.cluster_id AND b.broker = m.broker AND b.step_s = 10 AND b.at >= m.at
           AND b.at < m.at + interval '1 minute' GROUP BY e.key) x) k
  ON CONFLICT (cluster_id, broker, step_s, at) DO UPDATE SET messages_in = excluded.messages_in,
    messages_out = excluded.messages_out, marks = excluded.marks;
  INSERT INTO cluster_step_sample (cluster_id, step_s, at)
  SELECT DISTINCT b.cluster_id, 60, date_bin('1 minute', b.at, 'epoch')
    FROM cluster_step_sample b WHERE b.step_s = 10 AND b.at >= v_from AND b.at < v_until
  ON CONFLICT DO NOTHING;

  -- By place: a join with so many rows is planned as a scan of the whole table.
  DELETE FROM cluster_group_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM cluster_group_sample o WHERE o.step_s = 10 AND o.at < v_now - interval '1 day' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM cluster_group_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM cluster_group_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM cluster_broker_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM cluster_broker_sample o WHERE (o.step_s = 10 AND o.at < v_now - interval '1 day')
      OR (o.step_s = 60 AND o.at < v_now - interval '14 days') LIMIT 50000));
  DELETE FROM cluster_step_sample b WHERE (b.step_s = 10 AND b.at < v_now - interval '1 day')
    OR (b.step_s = 60 AND b.at < v_now - interval '14 days');
  RETURN v_rows;
END $$;
