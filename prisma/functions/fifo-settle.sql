-- Frees message groups that nothing blocks any more: the row goes, or turns to state 0 while the log still
-- holds messages that the cursor passed over. The caller holds fifo_lock.
CREATE OR REPLACE FUNCTION fifo_settle(p_group int[], p_queue int[], p_mgroup text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM fifo_group f USING unnest(p_group, p_queue, p_mgroup) w (group_id, queue_id, mgroup)
   WHERE f.group_id = w.group_id AND f.queue_id = w.queue_id AND f.mgroup = w.mgroup AND f.state = 1 AND f.lease_id IS NULL AND NOT f.skipped
     AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = f.group_id AND r.queue_id = f.queue_id AND r.mgroup = f.mgroup);
  UPDATE fifo_group f SET state = 0, ready_seq = nextval('epoch_seq')
    FROM unnest(p_group, p_queue, p_mgroup) w (group_id, queue_id, mgroup)
   WHERE f.group_id = w.group_id AND f.queue_id = w.queue_id AND f.mgroup = w.mgroup AND f.state = 1 AND f.lease_id IS NULL AND f.skipped
     AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = f.group_id AND r.queue_id = f.queue_id AND r.mgroup = f.mgroup);
END $$;

CREATE OR REPLACE FUNCTION fifo_settle_leases(p_group int[], p_queue int[], p_lease bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_group int[];
  v_queue int[];
  v_mgroup text[];
BEGIN
  WITH ended AS (
    UPDATE fifo_group f SET lease_id = NULL
      FROM unnest(p_group, p_queue, p_lease) w (group_id, queue_id, lease_id)
      JOIN lease l ON l.group_id = w.group_id AND l.queue_id = w.queue_id AND l.lease_id = w.lease_id
     WHERE f.lease_id = w.lease_id AND l.open = 0
    RETURNING f.group_id, f.queue_id, f.mgroup
  )
  SELECT array_agg(e.group_id), array_agg(e.queue_id), array_agg(e.mgroup) INTO v_group, v_queue, v_mgroup FROM ended e;
  IF v_mgroup IS NOT NULL THEN PERFORM fifo_settle(v_group, v_queue, v_mgroup); END IF;
END $$;

CREATE OR REPLACE FUNCTION fifo_settle_messages(p_group int[], p_queue int[], p_off bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_group int[];
  v_queue int[];
  v_mgroup text[];
BEGIN
  SELECT array_agg(k.group_id), array_agg(k.queue_id), array_agg(k.mgroup) INTO v_group, v_queue, v_mgroup
    FROM (SELECT DISTINCT w.group_id, w.queue_id, fifo_key(m.mgroup, w.off) AS mgroup
            FROM unnest(p_group, p_queue, p_off) w (group_id, queue_id, off)
            CROSS JOIN LATERAL (SELECT a.mgroup FROM any_message a WHERE a.queue_id = w.queue_id AND a.off = w.off LIMIT 1) m) k;
  IF v_mgroup IS NOT NULL THEN PERFORM fifo_settle(v_group, v_queue, v_mgroup); END IF;
END $$;
