-- Moves up to p_limit selected dead letters of a running re-drive back to their group: a new generation, attempts from
-- 0, due now. One transaction: the dead letter leaves, the retry row appears, the item is marked, the event is written.
-- With any limit: while the canary waits for its verdicts, no more than the canary is moved,
-- and of an ordered group's key none whose forerunner has no verdict. `remaining` is counted up to p_limit + 1.
-- Never null: all.
CREATE OR REPLACE FUNCTION redrive_step(p_now timestamptz, p_redrive int, p_limit int) RETURNS TABLE (moved int,
  excluded int, remaining int)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_job record;
  v_limit int := p_limit;
  v_moved int := 0;
  v_taken int := 0;
BEGIN
  SELECT r.*, g.version, g.delivery_order = 'ordered' AS ordered INTO v_job
    FROM redrive r JOIN consumer_group g ON g.group_id = r.group_id WHERE r.redrive_id = p_redrive
      AND r.state = 'running' FOR NO KEY UPDATE OF r;
  IF NOT FOUND THEN RETURN; END IF;
  IF v_job.ordered THEN
    PERFORM 1 FROM group_queue gq WHERE gq.group_id = v_job.group_id ORDER BY gq.queue_id FOR NO KEY UPDATE;
  END IF;
  v_now := coalesce(p_now, clock_timestamp());
  IF v_job.phase = 'canary' THEN
    v_limit := greatest(0, least(v_limit, v_job.canary - (v_job.released - v_job.round_released)));
  END IF;

  WITH next AS MATERIALIZED (
    SELECT i.ord, i.queue_id, i.off, i.generation FROM redrive_next(p_redrive, v_limit) i
  ), dead AS (
    DELETE FROM dead_letter d USING next n
     WHERE d.group_id = v_job.group_id AND d.queue_id = n.queue_id AND d.off = n.off AND d.generation = n.generation
    RETURNING d.*, n.ord
  ), kept AS (
    INSERT INTO kept_message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding,
      born_at, born_host, trace_context, stored_at, body)
    SELECT d.seg, d.queue_id, d.off, d.topic_id, d.msg_id, d.kind, d.tag, d.mgroup, d.keys, d.props, d.body_encoding,
      d.born_at, d.born_host, d.trace_context, d.stored_at, d.body
      FROM dead d WHERE d.seg >= 0 AND NOT EXISTS (SELECT 1 FROM message m WHERE m.queue_id = d.queue_id
        AND m.off = d.off AND m.seg = d.seg)
    ON CONFLICT DO NOTHING
  ), back AS (
    INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, generation, attempt, epoch, leased, waiting,
      visible_at, policy_version, redrive_id)
    -- One that was edited points at its edited copy from now on.
    SELECT d.group_id, d.queue_id, d.off, coalesce((SELECT e.seg FROM edited_message e WHERE e.redrive_id = p_redrive
      AND e.queue_id = d.queue_id AND e.off = d.off), d.seg), d.topic_id,
      CASE WHEN v_job.ordered THEN fifo_key(d.mgroup, d.off) END,
      d.generation + 1, 0, nextval('epoch_seq'),
           false, false, v_now, v_job.version, p_redrive
      FROM dead d
    RETURNING *
  ), blocked AS (
    INSERT INTO fifo_group (group_id, queue_id, mgroup, state, pos, since)
    SELECT DISTINCT ON (b.queue_id, b.mgroup) b.group_id, b.queue_id, b.mgroup, 1,
           coalesce((SELECT l.end_off FROM lease l WHERE l.group_id = b.group_id AND l.queue_id = b.queue_id
             ORDER BY l.lease_id DESC LIMIT 1), 0) - 1, v_now
      FROM back b WHERE b.mgroup IS NOT NULL
    ON CONFLICT (group_id, queue_id, mgroup) DO UPDATE SET state = 1, ready_seq = NULL
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at,
      policy_version, redrive_id)
    SELECT b.group_id, b.queue_id, b.off, b.generation, 0, 'Ready', 're-driven', b.epoch, v_now, v_now, v_job.version,
      p_redrive FROM back b
  ), marked AS (
    UPDATE redrive_item i SET state = CASE WHEN d.ord IS NULL THEN 'excluded' ELSE 'moved' END, moved_at = CASE
      WHEN d.ord IS NULL THEN NULL ELSE v_now END,
           why = CASE WHEN d.ord IS NULL THEN 'no longer a dead letter' END
      FROM next n LEFT JOIN dead d ON d.ord = n.ord
     WHERE i.redrive_id = p_redrive AND i.ord = n.ord
    RETURNING i.state
  )
  SELECT count(*) FILTER (WHERE k.state = 'moved'), count(*) INTO v_moved, v_taken FROM marked k;
  -- Back in a key that is held.
  IF v_job.ordered AND v_moved > 0 THEN
    PERFORM fifo_park(v_now, array_agg(gq.group_id), array_agg(gq.queue_id)) FROM group_queue gq
      WHERE gq.group_id = v_job.group_id;
  END IF;

  SELECT count(*) INTO remaining FROM (SELECT 1 FROM redrive_item i WHERE i.redrive_id = p_redrive
    AND i.state = 'selected' LIMIT p_limit + 1) s;
  UPDATE redrive r SET released = r.released + v_moved,
      state = CASE WHEN remaining = 0 THEN 'completed' ELSE r.state END,
      finished_at = CASE WHEN remaining = 0 THEN v_now END
   WHERE r.redrive_id = p_redrive AND r.state = 'running' AND (v_moved > 0 OR remaining = 0);
  moved := v_moved;
  excluded := v_taken - v_moved;
  RETURN NEXT;
END $$;
