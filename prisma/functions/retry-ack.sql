-- Acknowledges re-deliveries: the row goes, its Commit event stays. A repeat of the winning ack finds that event and is
-- OK. The epoch alone says that the lease is the caller's; `leased` is not named, see lease_ack. Ordered: in the order
-- of the log, so that acks of neighbours that come together are all in turn.
-- Never null: all.
CREATE OR REPLACE FUNCTION retry_ack(p_now timestamptz, p_group int[], p_queue int[], p_off bigint[], p_epoch bigint[],
  p_ordered boolean)
RETURNS TABLE (ord bigint, acked boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_done retry;
  v_places tid[];
  i int;
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(p_group, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  IF NOT p_ordered THEN
    -- Found and locked each by its whole key, in key order; then all of them go in one statement.
    SELECT array_agg(r.place ORDER BY w.ord) INTO v_places
      FROM (SELECT * FROM unnest(p_group, p_queue, p_off, p_epoch) WITH ORDINALITY u (group_id, queue_id, off, epoch,
        ord) ORDER BY u.queue_id, u.off) w
      LEFT JOIN LATERAL (
        SELECT a.ctid AS place FROM retry a
         WHERE a.group_id = w.group_id AND a.queue_id = w.queue_id AND a.off = w.off AND a.epoch = w.epoch
           AND a.visible_at > v_now AND NOT a.early
         LIMIT 1 FOR UPDATE) r ON true;
    WITH done AS (
      DELETE FROM retry r WHERE r.ctid = ANY (v_places) RETURNING r.*
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      policy_version, redrive_id, begun_at)
    SELECT d.group_id, d.queue_id, d.off, d.generation, d.attempt, 'Commit', 'acked', d.epoch, d.client_id, v_now,
      d.policy_version, d.redrive_id, CASE WHEN d.unrecorded THEN d.leased_at END FROM done d;
    RETURN QUERY
    SELECT w.ord, w.place IS NOT NULL OR EXISTS (
             SELECT 1 FROM delivery_event e WHERE e.group_id = w.group_id AND e.queue_id = w.queue_id AND e.off = w.off
               AND e.epoch = w.epoch AND (e.state = 'Commit' OR e.cause = 'acked-early'))
      FROM unnest(v_places, p_group, p_queue, p_off, p_epoch) WITH ORDINALITY w (place, group_id, queue_id, off, epoch,
        ord);
    RETURN;
  END IF;
  FOR i IN SELECT w.ord FROM unnest(p_queue, p_off) WITH ORDINALITY w (queue_id, off, ord) ORDER BY w.queue_id,
    w.off LOOP
    ord := i;
    acked := fifo_retry_early(v_now, p_group[i], p_queue[i], p_off[i], p_epoch[i]);
    IF acked THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    DELETE FROM retry r WHERE r.group_id = p_group[i] AND r.queue_id = p_queue[i] AND r.off = p_off[i]
      AND r.epoch = p_epoch[i] AND r.visible_at > v_now AND NOT r.early
    RETURNING r.* INTO v_done;
    acked := FOUND;
    IF acked THEN
      INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
        policy_version, redrive_id, begun_at)
      VALUES (v_done.group_id, v_done.queue_id, v_done.off, v_done.generation, v_done.attempt, 'Commit', 'acked',
        v_done.epoch, v_done.client_id, v_now,
              v_done.policy_version, v_done.redrive_id, CASE WHEN v_done.unrecorded THEN v_done.leased_at END);
    ELSE
      acked := EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = p_group[i] AND e.queue_id = p_queue[i]
        AND e.off = p_off[i]
                          AND e.epoch = p_epoch[i] AND (e.state = 'Commit' OR e.cause = 'acked-early'));
    END IF;
    RETURN NEXT;
  END LOOP;
  PERFORM fifo_settle_messages(v_now, p_group, p_queue, p_off);
END $$;
