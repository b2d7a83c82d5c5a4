-- Removes dead letters of one group that are past their time, oldest first: reads the next p_limit of them after the
-- one named last, at most p_max_bytes of bodies. One that an open re-drive has chosen, that
-- an operator holds, or that is kept longer, stays.
-- Each leaves its event and a note that it was there; the audit row counts what went. All in one transaction.
-- No row: another process has the group, or the setting is not at p_version any more.
-- Never null: all.
CREATE OR REPLACE FUNCTION dead_letter_expire(
  p_now timestamptz, p_group int, p_version int, p_keep_ms bigint, p_limit int, p_max_bytes bigint,
    p_after_at timestamptz, p_after_id bigint
) RETURNS TABLE (seen int, last_at timestamptz, last_id bigint, group_name text, topics text[], counts int[])
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_version int;
  v_first timestamptz;
  v_newest timestamptz;
BEGIN
  -- A change of the setting waits for this batch, and this batch sees every change made before it.
  SELECT s.version INTO v_version FROM broker_setting s WHERE s.name = 'dead-letter-retention' FOR SHARE;
  IF coalesce(v_version, 0) <> p_version THEN RETURN; END IF;
  -- A re-drive that is being started chooses under this lock: what it has chosen is seen by the next statement.
  SELECT g.name INTO group_name FROM consumer_group g WHERE g.group_id = p_group FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;

  WITH old AS MATERIALIZED (
    SELECT d.queue_id, d.off, d.generation, d.dead_at, d.dead_letter_id, octet_length(d.body) AS bytes,
           d.held_at IS NULL AND coalesce(d.kept_until <= v_now, true) AND NOT EXISTS (
             SELECT 1 FROM redrive_item i WHERE i.group_id = d.group_id AND i.queue_id = d.queue_id AND i.off = d.off
               AND i.generation = d.generation
                AND i.state = 'selected') AS due
      FROM dead_letter d
     WHERE d.group_id = p_group AND d.dead_at <= v_now - p_keep_ms * interval '1 ms'
       AND (d.dead_at, d.dead_letter_id) > (p_after_at, p_after_id)
     ORDER BY d.dead_at, d.dead_letter_id LIMIT p_limit
  ), next AS MATERIALIZED (
    SELECT w.* FROM (
      SELECT o.*, row_number() OVER n AS rank, sum(o.bytes) OVER n AS total FROM old o WINDOW n AS (ORDER BY o.dead_at,
        o.dead_letter_id)) w
     WHERE w.rank = 1 OR w.total <= p_max_bytes
  ), gone AS (
    DELETE FROM dead_letter d USING next n
     WHERE n.due AND d.group_id = p_group AND d.queue_id = n.queue_id AND d.off = n.off AND d.generation = n.generation
       AND d.held_at IS NULL AND coalesce(d.kept_until <= v_now, true)
    RETURNING d.queue_id, d.off, d.generation, d.attempts, d.topic_id, d.msg_id, d.dead_at, d.dead_letter_id,
      d.fingerprint, d.accepted_at, d.accepted_by
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at)
    SELECT p_group, g.queue_id, g.off, g.generation, g.attempts, 'Expired', 'expired', nextval('epoch_seq'), v_now
      FROM gone g
  ), noted AS (
    INSERT INTO expired_letter (dead_letter_id, group_id, queue_id, topic_id, msg_id, attempts, dead_at, expired_at,
      fingerprint, accepted_at, accepted_by)
    SELECT g.dead_letter_id, p_group, g.queue_id, g.topic_id, g.msg_id, g.attempts, g.dead_at, v_now, g.fingerprint,
      g.accepted_at, g.accepted_by FROM gone g
  ), counted AS (
    SELECT t.name, count(*)::int AS n, min(g.dead_at) AS first_at, max(g.dead_at) AS newest_at FROM gone g
      JOIN topic t ON t.topic_id = g.topic_id GROUP BY t.name
  ), last AS (
    SELECT n.dead_at, n.dead_letter_id FROM next n ORDER BY n.dead_at DESC, n.dead_letter_id DESC LIMIT 1
  )
  SELECT (SELECT count(*)::int FROM next), l.dead_at, l.dead_letter_id, array_agg(c.name), array_agg(c.n),
    min(c.first_at), max(c.newest_at)
    INTO seen, last_at, last_id, topics, counts, v_first, v_newest
    FROM last l LEFT JOIN counted c ON true GROUP BY l.dead_at, l.dead_letter_id;
  IF coalesce(seen, 0) = 0 THEN RETURN; END IF;
  IF v_first IS NULL THEN
    topics := '{}';
    counts := '{}';
  ELSE
    INSERT INTO audit (at, actor_kind, actor, action, target, after, counts)
    VALUES (v_now, 'system', 'retention', 'dead-letter.expire', group_name,
            jsonb_build_object('keepHours', p_keep_ms / 3600000, 'diedFrom', v_first, 'diedTo', v_newest),
            jsonb_build_object('expired', (SELECT sum(c) FROM unnest(counts) c)));
  END IF;
  RETURN NEXT;
END $$;
