-- Removes up to p_limit rows of a group or topic that is deleted; each step is a transaction of its own, so a crash
-- loses none and the next process goes on. Returns whether nothing is left; null: another process is at it, or it has
-- ended.
CREATE OR REPLACE FUNCTION deletion_step(p_now timestamptz, p_deletion int, p_limit int) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_job deletion;
  v_left int;
BEGIN
  SELECT * INTO v_job FROM deletion d WHERE d.deletion_id = p_deletion AND d.finished_at IS NULL
    FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_left := CASE v_job.kind WHEN 'group' THEN deletion_of_group(v_job.group_ids, p_limit)
            ELSE deletion_of_topic(v_now, v_job.topic_id, p_limit) END;
  UPDATE deletion d SET removed = d.removed + p_limit - v_left, finished_at = CASE WHEN v_left > 0 THEN v_now END
   WHERE d.deletion_id = p_deletion;
  RETURN v_left > 0;
END $$;

-- In this order: what points to a row goes before it. By place, so that each statement is bounded whatever the plan.
-- Returns how many more rows it could have removed; 0: there may be more.
-- Never null: all.
CREATE OR REPLACE FUNCTION deletion_of_group(p_groups int[], p_limit int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_left int := p_limit;
  v_count int;
  v_table text;
  v_letters bigint[];
  v_redrives int[] := ARRAY(SELECT r.redrive_id FROM redrive r WHERE r.group_id = ANY (p_groups));
BEGIN
  FOREACH v_table IN ARRAY '{dead_letter,discarded_letter}'::text[] LOOP
    EXECUTE format('WITH gone AS (DELETE FROM %1$I t WHERE t.ctid = ANY (ARRAY(
        SELECT o.ctid FROM %1$I o WHERE o.group_id = ANY ($1) LIMIT $2 FOR UPDATE)) RETURNING t.dead_letter_id)
      SELECT array_agg(g.dead_letter_id) FROM gone g', v_table) INTO v_letters USING p_groups, v_left;
    CONTINUE WHEN v_letters IS NULL;
    DELETE FROM letter_text t WHERE t.dead_letter_id = ANY (v_letters);
    DELETE FROM letter_unpacked t WHERE t.dead_letter_id = ANY (v_letters);
    DELETE FROM letter_text_due t WHERE t.dead_letter_id = ANY (v_letters);
    v_left := v_left - cardinality(v_letters);
    IF v_left <= 0 THEN RETURN 0; END IF;
  END LOOP;
  FOREACH v_table IN ARRAY '{redrive_item,edited_message,alarm_redrive}'::text[] LOOP
    EXECUTE format('DELETE FROM %1$I t WHERE t.ctid = ANY (ARRAY(
        SELECT o.ctid FROM %1$I o WHERE o.redrive_id = ANY ($1) LIMIT $2 FOR UPDATE))', v_table)
      USING v_redrives, v_left;
    GET DIAGNOSTICS v_count = ROW_COUNT;
    v_left := v_left - v_count;
    IF v_left <= 0 THEN RETURN 0; END IF;
  END LOOP;
  -- A claim may be under way that began before the group was deleted, and locks no queue: it is waited for, or the
  -- statement below would not see the row that it leaves.
  PERFORM 1 FROM (SELECT 1 FROM retry r WHERE r.group_id = ANY (p_groups) LIMIT p_limit FOR UPDATE) w;
  FOREACH v_table IN ARRAY '{redrive,redirect,expired_letter,letter_job,retry,lease,fifo_group,delivery_event,
    failure_report,group_sample,queue_sample,filter_sample,lite_subscription,lite_client}'::text[] LOOP
    EXECUTE format('DELETE FROM %1$I t WHERE t.ctid = ANY (ARRAY(
        SELECT o.ctid FROM %1$I o WHERE o.group_id = ANY ($1) LIMIT $2 FOR UPDATE))', v_table) USING p_groups, v_left;
    GET DIAGNOSTICS v_count = ROW_COUNT;
    v_left := v_left - v_count;
    IF v_left <= 0 THEN RETURN 0; END IF;
  END LOOP;
  RETURN v_left;
END $$;

-- What waits in a deleted topic ends with it, and says so; the messages leave with the segments of the log.
-- Never null: all.
CREATE OR REPLACE FUNCTION deletion_of_topic(p_now timestamptz, p_topic int, p_limit int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_left int := p_limit;
  v_count int;
BEGIN
  DELETE FROM scheduled_message s WHERE s.ctid = ANY (ARRAY(
    SELECT o.ctid FROM scheduled_message o WHERE o.topic_id = p_topic LIMIT v_left FOR UPDATE));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_left := v_left - v_count;
  IF v_left <= 0 THEN RETURN 0; END IF;
  DELETE FROM half_message h WHERE h.ctid = ANY (ARRAY(
    SELECT o.ctid FROM half_message o WHERE pair(o.topic_id, 0) = pair(p_topic, 0) AND o.state = 'pending'
     LIMIT v_left FOR UPDATE));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_left := v_left - v_count;
  IF v_left <= 0 THEN RETURN 0; END IF;
  WITH gone AS (
    DELETE FROM retry r WHERE r.ctid = ANY (ARRAY(
      SELECT o.ctid FROM queue q JOIN group_queue gq ON gq.queue_id = q.queue_id
        CROSS JOIN LATERAL (SELECT x.ctid FROM retry x WHERE x.group_id = gq.group_id AND x.queue_id = gq.queue_id
          LIMIT v_left FOR UPDATE) o
       WHERE q.topic_id = p_topic LIMIT v_left)) RETURNING r.*
  ), told AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      redrive_id, begun_at, begun_epoch)
    SELECT g.group_id, g.queue_id, g.off, g.generation, g.attempt, 'Dropped', 'topic-deleted', nextval('epoch_seq'),
      g.client_id, p_now, g.redrive_id, CASE WHEN g.leased AND g.unrecorded THEN g.leased_at END,
      CASE WHEN g.leased AND g.unrecorded THEN g.epoch END
      FROM gone g
  )
  SELECT count(*) INTO v_count FROM gone;
  v_left := v_left - v_count;
  IF v_left <= 0 THEN RETURN 0; END IF;
  DELETE FROM fifo_group f WHERE f.ctid = ANY (ARRAY(
    SELECT o.ctid FROM queue q JOIN group_queue gq ON gq.queue_id = q.queue_id
      CROSS JOIN LATERAL (SELECT x.ctid FROM fifo_group x WHERE x.group_id = gq.group_id AND x.queue_id = gq.queue_id
        LIMIT v_left) o
     WHERE q.topic_id = p_topic LIMIT v_left));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_left - v_count;
END $$;
