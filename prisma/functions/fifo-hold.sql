-- A held key of an ordered group: it stays busy, so nothing of it is claimed from the log, and what of it waits is due
-- never, so none of it is claimed again. What a client has already goes on. The callers hold fifo_lock.

-- Returns how many keys are held now that were not.
-- Never null: all.
CREATE OR REPLACE FUNCTION fifo_hold(p_now timestamptz, p_job int, p_group int, p_queue int[], p_mgroup text[])
RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_count int;
BEGIN
  UPDATE fifo_group f SET hold_job = p_job, state = 1, ready_seq = NULL
    FROM (SELECT DISTINCT u.queue_id, u.mgroup FROM unnest(p_queue, p_mgroup) u (queue_id, mgroup)) w
   WHERE f.group_id = p_group AND f.queue_id = w.queue_id AND f.mgroup = w.mgroup AND f.hold_job IS NULL;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM fifo_park(p_now, array_fill(p_group, ARRAY[cardinality(p_queue)]), p_queue);
  RETURN v_count;
END $$;

-- What waits of held keys is due never. Called only where a key is held, or may be.
CREATE OR REPLACE FUNCTION fifo_park(p_now timestamptz, p_group int[], p_queue int[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  WITH waiting AS MATERIALIZED (
    SELECT f.hold_job, r.place
      FROM (SELECT DISTINCT u.group_id, u.queue_id FROM unnest(p_group, p_queue) u (group_id, queue_id)) w
     CROSS JOIN LATERAL (SELECT * FROM fifo_group g WHERE g.hold_job IS NOT NULL AND g.group_id = w.group_id
       AND g.queue_id = w.queue_id) f
     CROSS JOIN LATERAL (SELECT a.ctid AS place FROM retry a WHERE a.group_id = f.group_id AND a.queue_id = f.queue_id
       AND a.mgroup = f.mgroup AND NOT a.leased AND a.held_due_at IS NULL OFFSET 0) r
  ), held AS (
    UPDATE retry r SET held_due_at = r.visible_at, visible_at = 'infinity', hold_job = w.hold_job,
           epoch = nextval('epoch_seq')
      FROM waiting w WHERE r.ctid = w.place
    RETURNING r.*
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at,
    policy_version, redrive_id, job_id)
  SELECT h.group_id, h.queue_id, h.off, h.generation, h.attempt, 'Held', 'held', h.epoch, p_now, h.held_due_at,
    h.policy_version, h.redrive_id, h.hold_job FROM held h ORDER BY h.off;
END $$;

-- Returns how many keys are not held any more that were.
-- Never null: all.
CREATE OR REPLACE FUNCTION fifo_release(p_now timestamptz, p_job int, p_group int, p_queue int[], p_mgroup text[])
RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_count int;
  v_places tid[];
BEGIN
  UPDATE fifo_group f SET hold_job = NULL
    FROM (SELECT DISTINCT u.queue_id, u.mgroup FROM unnest(p_queue, p_mgroup) u (queue_id, mgroup)) w
   WHERE f.group_id = p_group AND f.queue_id = w.queue_id AND f.mgroup = w.mgroup AND f.hold_job IS NOT NULL;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_places := ARRAY(
    SELECT r.place FROM (SELECT DISTINCT u.queue_id, u.mgroup FROM unnest(p_queue, p_mgroup) u (queue_id, mgroup)) w
     CROSS JOIN LATERAL (SELECT a.ctid AS place FROM retry a WHERE a.group_id = p_group AND a.queue_id = w.queue_id
       AND a.mgroup = w.mgroup AND a.held_due_at IS NOT NULL OFFSET 0) r);
  PERFORM retry_release(p_now, p_job, v_places);
  PERFORM fifo_free(array_fill(p_group, ARRAY[cardinality(p_queue)]), p_queue, p_mgroup);
  RETURN v_count;
END $$;
