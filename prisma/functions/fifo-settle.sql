-- After anything of a key was finished or failed: what its early acknowledgements come to (fifo_settle_early), then
-- whether the key is free (fifo_free). The caller holds fifo_lock.

-- Frees keys that nothing blocks any more and no operator holds: the row goes, or turns to state 0 while the log still
-- holds messages that the cursor passed over.
CREATE OR REPLACE FUNCTION fifo_free(p_group int[], p_queue int[], p_mgroup text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM fifo_group f USING unnest(p_group, p_queue, p_mgroup) w (group_id, queue_id, mgroup)
   WHERE f.group_id = w.group_id AND f.queue_id = w.queue_id AND f.mgroup = w.mgroup AND f.state = 1
     AND f.lease_id IS NULL AND NOT f.skipped AND f.hold_job IS NULL
     AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = f.group_id AND r.queue_id = f.queue_id
       AND r.mgroup = f.mgroup);
  UPDATE fifo_group f SET state = 0, ready_seq = nextval('epoch_seq')
    FROM unnest(p_group, p_queue, p_mgroup) w (group_id, queue_id, mgroup)
   WHERE f.group_id = w.group_id AND f.queue_id = w.queue_id AND f.mgroup = w.mgroup AND f.state = 1
     AND f.lease_id IS NULL AND f.skipped AND f.hold_job IS NULL
     AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = f.group_id AND r.queue_id = f.queue_id
       AND r.mgroup = f.mgroup);
END $$;

-- An early acknowledgement is final when nothing before it is unfinished any more (acknowledged or dead). When a
-- message before it failed and will be delivered again, delivery restarts there, so this one is delivered again too:
-- not with an ack in hand to the dead letters, though; with its deliveries used up the acknowledgement counts.
CREATE OR REPLACE FUNCTION fifo_settle_early(p_now timestamptz, p_group int[], p_queue int[],
  p_mgroup text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_key record;
  v_held bigint;
  v_failed bigint;
BEGIN
  FOR v_key IN
    SELECT w.group_id, w.queue_id, w.mgroup, (SELECT g.max_retries FROM consumer_group g
      WHERE g.group_id = w.group_id) AS max_retries
      FROM (SELECT DISTINCT u.group_id, u.queue_id, u.mgroup FROM unnest(p_group, p_queue, p_mgroup) u (group_id,
        queue_id, mgroup)) w
     CROSS JOIN LATERAL (SELECT 1 FROM retry r WHERE r.group_id = w.group_id AND r.queue_id = w.queue_id
       AND r.mgroup = w.mgroup AND r.early LIMIT 1) e
  LOOP
    SELECT o.held, o.failed INTO v_held, v_failed FROM fifo_open(v_key.group_id, v_key.queue_id, v_key.mgroup) o;
    WITH done AS (
      DELETE FROM retry r
       WHERE r.group_id = v_key.group_id AND r.queue_id = v_key.queue_id AND r.mgroup = v_key.mgroup AND r.early
         AND (coalesce(r.off < least(v_held, v_failed), true) OR (r.off > v_failed AND r.attempt > v_key.max_retries))
      RETURNING r.*
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      policy_version, redrive_id)
    SELECT d.group_id, d.queue_id, d.off, d.generation, d.attempt, 'Commit', 'acked', d.epoch, d.client_id, p_now,
      d.policy_version, d.redrive_id
      FROM done d ORDER BY d.off;
    WITH again AS (
      UPDATE retry r SET early = false, leased = false, visible_at = p_now, epoch = nextval('epoch_seq'),
        leased_at = NULL, gone = false
       WHERE r.group_id = v_key.group_id AND r.queue_id = v_key.queue_id AND r.mgroup = v_key.mgroup AND r.early
         AND r.off > v_failed
      RETURNING r.*
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT a.group_id, a.queue_id, a.off, a.generation, a.attempt, 'Ready', 'restarted', a.epoch, a.client_id, p_now,
      p_now, a.policy_version, a.redrive_id
      FROM again a ORDER BY a.off;
  END LOOP;
END $$;

-- By place: the caller's lock keeps the rows where they were seen.
CREATE OR REPLACE FUNCTION fifo_settle_leases(p_now timestamptz, p_group int[], p_queue int[],
  p_lease bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_group int[];
  v_queue int[];
  v_mgroup text[];
  v_done tid[];
  v_free tid[];
  v_blocked tid[];
  v_held boolean;
BEGIN
  -- Also where the lease goes on: what was acknowledged early may be behind a bit that just went. Nearly always none
  -- was.
  IF EXISTS (SELECT 1 FROM retry r WHERE r.early AND r.group_id = ANY (p_group)) THEN
    SELECT array_agg(f.group_id), array_agg(f.queue_id), array_agg(f.mgroup) INTO v_group, v_queue, v_mgroup
      FROM unnest(p_lease) w (lease_id) CROSS JOIN LATERAL (SELECT * FROM fifo_group f WHERE f.lease_id = w.lease_id) f;
    IF v_mgroup IS NOT NULL THEN PERFORM fifo_settle_early(p_now, v_group, v_queue, v_mgroup); END IF;
  END IF;
  SELECT array_agg(e.place) FILTER (WHERE e.finished AND NOT e.waits AND NOT e.skipped),
         array_agg(e.place) FILTER (WHERE e.finished AND NOT e.waits AND e.skipped),
         array_agg(e.place) FILTER (WHERE e.finished AND e.waits), bool_or(e.held)
    INTO v_done, v_free, v_blocked, v_held
    FROM (SELECT f.place, f.skipped, f.mask & l.open = 0 AS finished, f.hold_job IS NOT NULL AS held,
                 f.hold_job IS NOT NULL OR r.some IS NOT NULL AS waits
            FROM unnest(p_group, p_queue, p_lease) w (group_id, queue_id, lease_id)
           CROSS JOIN LATERAL (SELECT l.open FROM lease l WHERE l.group_id = w.group_id AND l.queue_id = w.queue_id
             AND l.lease_id = w.lease_id LIMIT 1) l
           CROSS JOIN LATERAL (SELECT b.ctid AS place, b.* FROM fifo_group b WHERE b.lease_id = w.lease_id) f
            -- Key by key: as EXISTS it could be answered by reading all that waits.
            LEFT JOIN LATERAL (SELECT 1 AS some FROM retry a WHERE f.mask & l.open = 0 AND a.group_id = f.group_id
              AND a.queue_id = f.queue_id AND a.mgroup = f.mgroup LIMIT 1) r ON true
           OFFSET 0) e;
  IF v_done IS NOT NULL THEN DELETE FROM fifo_group f WHERE f.ctid = ANY (v_done); END IF;
  IF v_free IS NOT NULL THEN
    UPDATE fifo_group f SET state = 0, lease_id = NULL, mask = -1, ready_seq = nextval('epoch_seq')
      WHERE f.ctid = ANY (v_free);
  END IF;
  IF v_blocked IS NOT NULL THEN
    UPDATE fifo_group f SET lease_id = NULL, mask = -1 WHERE f.ctid = ANY (v_blocked);
  END IF;
  -- The rows that were read anyway say whether a key is held: a look for held keys would cost each settlement a scan.
  IF v_held THEN PERFORM fifo_park(p_now, p_group, p_queue); END IF;
END $$;

CREATE OR REPLACE FUNCTION fifo_settle_messages(p_now timestamptz, p_group int[], p_queue int[],
  p_off bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_group int[];
  v_queue int[];
  v_mgroup text[];
BEGIN
  SELECT array_agg(k.group_id), array_agg(k.queue_id), array_agg(k.mgroup) INTO v_group, v_queue, v_mgroup
    FROM (SELECT DISTINCT w.group_id, w.queue_id, fifo_key(m.mgroup, w.off) AS mgroup
            FROM unnest(p_group, p_queue, p_off) w (group_id, queue_id, off)
            CROSS JOIN LATERAL (SELECT a.mgroup FROM any_message a WHERE a.queue_id = w.queue_id AND a.off = w.off
              LIMIT 1) m) k;
  IF v_mgroup IS NULL THEN RETURN; END IF;
  PERFORM fifo_settle_early(p_now, v_group, v_queue, v_mgroup);
  PERFORM fifo_free(v_group, v_queue, v_mgroup);
  IF EXISTS (SELECT 1 FROM unnest(v_group, v_queue, v_mgroup) w (group_id, queue_id, mgroup)
      CROSS JOIN LATERAL (SELECT f.hold_job FROM fifo_group f WHERE f.group_id = w.group_id AND f.queue_id = w.queue_id
        AND f.mgroup = w.mgroup OFFSET 0) f
      WHERE f.hold_job IS NOT NULL) THEN
    PERFORM fifo_park(p_now, v_group, v_queue);
  END IF;
END $$;
