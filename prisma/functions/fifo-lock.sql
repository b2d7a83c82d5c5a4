-- Acks and failures of an ordered group take these locks first, in key order, and a claim waits for one only while it
-- holds none: they cannot deadlock.
CREATE OR REPLACE FUNCTION fifo_lock(p_group int[], p_queue int[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM group_queue gq
   WHERE (gq.group_id, gq.queue_id) IN (SELECT w.g, w.q FROM unnest(p_group, p_queue) w (g, q))
   ORDER BY gq.group_id, gq.queue_id FOR NO KEY UPDATE;
END $$;
