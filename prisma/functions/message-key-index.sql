-- Makes messages findable by their keys: reads the next p_limit messages of each of at most p_queues queues that have
-- some. Safe in any number of processes: each takes other queues. Returns how many messages were read.
-- Commit order is offset order, so what a snapshot shows of a queue has no hole that is filled later.
-- Never null: all.
CREATE OR REPLACE FUNCTION message_key_index(p_queues int, p_limit int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_place record;
  v_read record;
  v_total int := 0;
BEGIN
  -- Before message_key, as segment_drop takes them.
  LOCK TABLE ONLY message IN ACCESS SHARE MODE;
  INSERT INTO message_key_place (queue_id, next_off)
  SELECT q.queue_id, coalesce((SELECT min(s.first_off) FROM queue_segment s WHERE s.queue_id = q.queue_id), 0)
    FROM queue q WHERE NOT EXISTS (SELECT 1 FROM message_key_place p WHERE p.queue_id = q.queue_id)
  ON CONFLICT DO NOTHING;
  FOR v_place IN
    SELECT p.queue_id, p.next_off FROM message_key_place p JOIN queue q ON q.queue_id = p.queue_id
     WHERE p.next_off < q.base_off
        OR EXISTS (SELECT 1 FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg AND m.off >= p.next_off)
     LIMIT p_queues FOR UPDATE OF p SKIP LOCKED
  LOOP
    WITH next AS MATERIALIZED (
      SELECT m.seg, m.off, m.topic_id, m.keys, m.stored_at FROM message m
       WHERE m.queue_id = v_place.queue_id AND m.off >= v_place.next_off ORDER BY m.off LIMIT p_limit
    ), made AS (
      INSERT INTO message_key (seg, key, stored_at, queue_id, off, topic_id)
      SELECT n.seg, k.key, n.stored_at, v_place.queue_id, n.off, n.topic_id
        FROM next n CROSS JOIN LATERAL (SELECT DISTINCT left(u, 200) AS key FROM unnest(n.keys) u) k
    )
    SELECT count(*)::int AS messages, max(n.off) AS last INTO v_read FROM next n;
    UPDATE message_key_place p
       SET next_off = coalesce(v_read.last + 1, (SELECT q.base_off FROM queue q WHERE q.queue_id = p.queue_id))
     WHERE p.queue_id = v_place.queue_id;
    v_total := v_total + v_read.messages;
  END LOOP;
  RETURN v_total;
END $$;

-- Forgets the keys of every message of these queues, before the messages go. Each is found by its key.
-- Never null: all.
CREATE OR REPLACE FUNCTION message_key_forget(p_queues int[]) RETURNS void
LANGUAGE sql AS $$
  DELETE FROM message_key k
   USING (SELECT DISTINCT left(u, 200) AS key FROM message m CROSS JOIN LATERAL unnest(m.keys) u
           WHERE m.queue_id = ANY (p_queues)) x
   WHERE k.key = x.key AND k.queue_id = ANY (p_queues);
$$;
