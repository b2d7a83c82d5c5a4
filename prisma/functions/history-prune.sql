-- Removes history older than the retention, at most p_limit rows of each kind. Never the newest lease row of a
-- (group, queue): that one is the cursor. Never the record of a message that is still under way, dead, or discarded
-- and not gone yet.
-- Never null: all.
CREATE OR REPLACE FUNCTION history_prune(p_now timestamptz, p_retention_ms bigint, p_limit int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_before timestamptz := coalesce(p_now, clock_timestamp()) - p_retention_ms * interval '1 ms';
  v_pass int;
  v_total int := 0;
BEGIN
  WITH old AS MATERIALIZED (
    SELECT l.group_id, l.queue_id, l.lease_id FROM lease l
      JOIN LATERAL (SELECT max(n.lease_id) AS lease_id FROM lease n WHERE n.group_id = l.group_id
        AND n.queue_id = l.queue_id) newest ON true
     WHERE l.claimed_at < v_before AND NOT l.live AND l.lease_id < newest.lease_id
       AND NOT EXISTS (SELECT 1 FROM fifo_group f WHERE f.lease_id = l.lease_id)
     LIMIT p_limit FOR UPDATE OF l SKIP LOCKED
  )
  DELETE FROM lease l USING old o WHERE l.group_id = o.group_id AND l.queue_id = o.queue_id AND l.lease_id = o.lease_id;
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  v_total := v_total + v_pass;

  DELETE FROM delivery_event e WHERE e.event_id IN (
    SELECT o.event_id FROM delivery_event o
     WHERE o.at < v_before
       AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = o.group_id AND r.queue_id = o.queue_id
         AND r.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM discarded_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
     ORDER BY o.event_id LIMIT p_limit);
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  v_total := v_total + v_pass;

  DELETE FROM failure_report f WHERE (f.group_id, f.queue_id, f.off, f.generation, f.attempt) IN (
    SELECT o.group_id, o.queue_id, o.off, o.generation, o.attempt FROM failure_report o
     WHERE o.reported_at < v_before
       AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = o.group_id AND r.queue_id = o.queue_id
         AND r.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM discarded_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
     LIMIT p_limit);
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  v_total := v_total + v_pass;

  DELETE FROM edited_message m WHERE (m.queue_id, m.off, m.seg) IN (
    SELECT o.queue_id, o.off, o.seg FROM edited_message o JOIN redrive j ON j.redrive_id = o.redrive_id
     WHERE j.finished_at < v_before
       AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = o.group_id AND r.queue_id = o.queue_id
         AND r.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM discarded_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
     LIMIT p_limit);
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  v_total := v_total + v_pass;

  -- A cause that no operator decided anything about, once nothing of it is left.
  DELETE FROM failure_cause c WHERE (c.group_id, c.fingerprint) IN (
    SELECT o.group_id, o.fingerprint FROM failure_cause o
     WHERE o.last_seen < v_before AND o.triage_version = 0
       AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = o.group_id AND d.fingerprint = o.fingerprint)
       AND NOT EXISTS (SELECT 1 FROM failure_report f WHERE f.group_id = o.group_id AND f.fingerprint = o.fingerprint)
     LIMIT p_limit);
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  v_total := v_total + v_pass;

  DELETE FROM kept_message k WHERE (k.queue_id, k.off) IN (
    SELECT o.queue_id, o.off FROM kept_message o
     WHERE NOT EXISTS (SELECT 1 FROM retry r WHERE r.queue_id = o.queue_id AND r.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM lease l WHERE l.queue_id = o.queue_id AND l.live)
     LIMIT p_limit);
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  RETURN v_total + v_pass;
END $$;
