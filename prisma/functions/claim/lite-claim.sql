-- Serves waiting receives of one group on one LITE topic, in one round trip. Each name is a message group of an ordered
-- group: delivered only while nothing of it is leased or waits for a retry. A client gets messages only of names that
-- it subscribes; '*' stands for every name. Order of service per queue: due retries (head first), then the names that
-- have been ready for longest. The cursor of the log does not deliver: it notes the names that have new messages
-- (lite_pass), each once, however many names the topic has.
-- p_most: so many messages are enough for one call.
-- Never null: all but lease_id, bit_no, epoch, tag, mgroup, keys, props, trace_context.
CREATE OR REPLACE FUNCTION lite_claim_all(
  p_now timestamptz, p_group int, p_topic int, p_want int[], p_invisible_ms bigint[], p_client int[],
  p_auto_renew boolean[], p_attempt_id text[], p_window int, p_scan int, p_most int, p_first_queue int
) RETURNS TABLE (
  receiver int, queue_id int, queue_no smallint, off bigint, lease_id bigint, bit_no int, epoch bigint,
    attempt smallint, generation int, expires_at timestamptz,
  msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamptz,
    born_host text, trace_context text,
  stored_at timestamptz, body bytea
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_queue record;
  v_to record;
  v_place record;
  v_left int[] := p_want;
  v_most int := p_most;
  v_locked boolean := false;
  v_due int[];
  v_ready int[];
  v_moved boolean;
  v_retries retry[];
  v_offs bigint[];
  v_segs int[];
  v_seg int;
  v_lease bigint;
  v_expires timestamptz;
  v_repeat_to bigint;
  v_repeats boolean;
  v_passed bigint[];
BEGIN
  IF NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered')) THEN RETURN; END IF;
  FOR v_queue IN SELECT q.queue_id, q.queue_no FROM queue q WHERE q.topic_id = p_topic
    ORDER BY q.queue_no < p_first_queue, q.queue_no LOOP
    EXIT WHEN v_most <= 0;
    -- Look before locking: an idle queue must not cost a row lock per poll.
    v_due := lite_due(v_now, p_group, p_topic, v_queue.queue_id, p_client);
    CONTINUE WHEN NOT (v_due IS NOT NULL OR log_has_ready(p_group, v_queue.queue_id)
      OR EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = v_queue.queue_id
        AND f.state = 0));
    -- As in fifo_claim_all: it waits for its first lock only.
    IF v_locked THEN
      SELECT gq.repeat_to INTO v_repeat_to FROM group_queue gq WHERE gq.group_id = p_group
        AND gq.queue_id = v_queue.queue_id FOR NO KEY UPDATE SKIP LOCKED;
    ELSE
      SELECT gq.repeat_to INTO v_repeat_to FROM group_queue gq WHERE gq.group_id = p_group
        AND gq.queue_id = v_queue.queue_id FOR NO KEY UPDATE;
    END IF;
    CONTINUE WHEN NOT FOUND;
    v_locked := true;
    -- Read under the lock: who pauses the group takes it too, so nothing is handed out after that.
    EXIT WHEN NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered'));
    v_now := coalesce(p_now, clock_timestamp());
    SELECT * INTO v_place FROM lite_pass(v_now, p_group, p_topic, v_queue.queue_id, p_window);
    CONTINUE WHEN NOT FOUND;
    v_moved := v_place.end_off > v_place.from_off;
    v_ready := lite_ready(p_group, p_topic, v_queue.queue_id, p_client, p_scan);
    FOR v_to IN SELECT c.client, c.receiver::int FROM unnest(p_client) WITH ORDINALITY c (client, receiver)
      WHERE c.client = ANY (v_due) OR c.client = ANY (v_ready) ORDER BY c.receiver LOOP
      EXIT WHEN v_most <= 0;
      CONTINUE WHEN v_left[v_to.receiver] <= 0;
      IF v_to.client = ANY (v_due) THEN
        SELECT array_agg(c) INTO v_retries FROM lite_retry_claim(v_now, p_group, p_topic, v_queue.queue_id,
          v_left[v_to.receiver], p_invisible_ms[v_to.receiver], v_to.client, p_auto_renew[v_to.receiver],
          p_attempt_id[v_to.receiver]) c;
        RETURN QUERY SELECT c.* FROM claimed_retries(ARRAY[v_to.receiver], v_retries) c ORDER BY c.off;
        v_left[v_to.receiver] := v_left[v_to.receiver] - coalesce(cardinality(v_retries), 0);
        v_most := v_most - coalesce(cardinality(v_retries), 0);
      END IF;
      CONTINUE WHEN v_left[v_to.receiver] <= 0 OR NOT coalesce(v_to.client = ANY (v_ready), false);
      SELECT c.lease_id, c.offs, c.segs, c.expires_at, c.repeats INTO v_lease, v_offs, v_segs, v_expires, v_repeats
        FROM lite_log_claim(v_now, p_group, p_topic, v_queue.queue_id, v_left[v_to.receiver], p_scan,
          v_place.end_off, v_place.seg, p_invisible_ms[v_to.receiver], v_to.client, p_auto_renew[v_to.receiver],
          p_attempt_id[v_to.receiver]) c;
      CONTINUE WHEN NOT FOUND;
      v_moved := false;
      -- A statement of its own: the claim sees messages that the snapshot of a join around it may be too old to see.
      v_passed := CASE WHEN v_repeat_to IS NOT NULL OR v_repeats
        THEN repeat_pass(v_now, p_group, v_queue.queue_id, v_lease, v_offs, true) END;
      FOR v_seg IN SELECT DISTINCT s.seg FROM unnest(v_segs) s (seg) ORDER BY s.seg LOOP
        RETURN QUERY
        SELECT v_to.receiver, c.* FROM claimed_in_segment(v_queue.queue_id, v_queue.queue_no, v_lease, v_expires,
          v_offs, v_seg) c WHERE v_passed IS NULL OR c.off <> ALL (v_passed);
      END LOOP;
      v_left[v_to.receiver] := v_left[v_to.receiver] - cardinality(v_offs);
      v_most := v_most - cardinality(v_offs);
    END LOOP;
    IF v_moved THEN
      INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at,
        expires_at)
      VALUES (p_group, v_queue.queue_id, nextval('epoch_seq'), 2, v_place.seg, v_place.from_off, v_place.end_off, 0,
        0, false, v_now, v_now);
    END IF;
  END LOOP;
END $$;

-- Clients that subscribe a name of which a retry is due. Null: none of these.
CREATE OR REPLACE FUNCTION lite_due(p_now timestamptz, p_group int, p_topic int, p_queue int, p_client int[])
RETURNS int[]
LANGUAGE sql STABLE AS $$
  SELECT array_agg(DISTINCT s.client_id)
    FROM (SELECT DISTINCT r.mgroup FROM retry r WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic)
      AND NOT r.leased AND r.visible_at <= p_now AND r.queue_id = p_queue AND r.mgroup IS NOT NULL) d
   CROSS JOIN LATERAL (SELECT l.client_id FROM lite_subscription l WHERE l.group_id = p_group AND l.topic_id = p_topic
     AND l.mgroup IN (d.mgroup, '*') OFFSET 0) s
   WHERE s.client_id = ANY (p_client);
$$;

-- Those of p_client that subscribe a name that is ready. With more ready names than p_scan all of them, and
-- lite_log_claim asks for the names of each. Names that no client subscribes any more are put aside then.
CREATE OR REPLACE FUNCTION lite_ready(p_group int, p_topic int, p_queue int, p_client int[], p_scan int) RETURNS int[]
LANGUAGE plpgsql AS $$
DECLARE
  v_ready tid[];
  v_wanting int[];
BEGIN
  v_ready := ARRAY(SELECT f.ctid FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.state = 0
    ORDER BY f.ready_seq LIMIT p_scan + 1);
  IF cardinality(v_ready) = 0 THEN RETURN NULL; END IF;
  IF cardinality(v_ready) <= p_scan THEN
    RETURN ARRAY(
      SELECT DISTINCT s.client_id FROM unnest(v_ready) w (place)
       CROSS JOIN LATERAL (SELECT a.mgroup FROM fifo_group a WHERE a.ctid = w.place OFFSET 0) f
       CROSS JOIN LATERAL (SELECT l.client_id FROM lite_subscription l WHERE l.group_id = p_group
         AND l.topic_id = p_topic AND l.mgroup IN (f.mgroup, '*') OFFSET 0) s
       WHERE s.client_id = ANY (p_client));
  END IF;
  UPDATE fifo_group f SET state = 2, ready_seq = NULL
   WHERE f.ctid = ANY (v_ready)
     AND (SELECT true FROM lite_subscription l WHERE l.group_id = p_group AND l.topic_id = p_topic
       AND l.mgroup IN (f.mgroup, '*') LIMIT 1) IS NULL;
  RETURN p_client;
END $$;

-- Moves the cursor of a group over new messages, and notes the names that have some: a row of fifo_group for each, in
-- state 0 when a client subscribes it and in state 2 when none does; a name that is under way already is only flagged.
-- One write for each name and life of its backlog, none for each message. The caller holds fifo_lock, and writes the
-- cursor. No row: not subscribed.
-- Never null: all.
CREATE OR REPLACE FUNCTION lite_pass(p_now timestamptz, p_group int, p_topic int, p_queue int, p_window int)
RETURNS TABLE (from_off bigint, end_off bigint, seg int)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_pos bigint;
  v_seg int;
  v_next_seg int;
  v_end bigint;
  v_rows int;
  v_left int := p_window;
BEGIN
  -- As log_cursor, by hand: it is read at each claim.
  SELECT l.end_off, l.seg INTO v_pos, v_seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT gq.start_off, gq.start_seg INTO v_pos, v_seg FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = p_queue;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  from_off := v_pos;
  FOR v_pass IN 1..9 LOOP
    EXIT WHEN v_left <= 0;
    WITH win AS MATERIALIZED (
      SELECT m.off, m.mgroup, m.stored_at FROM message m
       WHERE m.queue_id = p_queue AND m.seg = v_seg AND m.off >= v_pos ORDER BY m.off LIMIT v_left
    ), fresh AS MATERIALIZED (
      -- By message, not by a join of the names: joins are loops here.
      SELECT w.mgroup, min(w.off) AS first, max(w.off) AS last FROM win w
       CROSS JOIN LATERAL (SELECT 1 FROM lite_topic l WHERE l.queue_id = p_queue AND l.mgroup = w.mgroup
         AND l.since <= w.stored_at LIMIT 1) t
       GROUP BY w.mgroup
    ), looked AS MATERIALIZED (
      SELECT n.*, f.place, f.state, f.skipped, f.pos, (SELECT true FROM lite_subscription s WHERE s.group_id = p_group
          AND s.topic_id = p_topic AND s.mgroup IN (n.mgroup, '*') LIMIT 1) IS NOT NULL AS wanted
        FROM fresh n
        LEFT JOIN LATERAL (SELECT g.ctid AS place, g.state, g.skipped, g.pos FROM fifo_group g
          WHERE g.group_id = p_group AND g.queue_id = p_queue AND g.mgroup = n.mgroup LIMIT 1) f ON true
    ), made AS (
      INSERT INTO fifo_group (group_id, queue_id, mgroup, state, pos, skipped, ready_seq, since)
      SELECT p_group, p_queue, l.mgroup, CASE WHEN l.wanted THEN 0 ELSE 2 END, l.first - 1, true,
        CASE WHEN l.wanted THEN nextval('epoch_seq') END, p_now
        FROM (SELECT * FROM looked n WHERE n.place IS NULL ORDER BY n.first) l
    ), flagged AS (
      UPDATE fifo_group f SET skipped = true,
             state = CASE WHEN l.state = 2 THEN 0 ELSE l.state END,
             ready_seq = CASE WHEN l.state = 2 THEN nextval('epoch_seq') END
        FROM looked l
       WHERE f.ctid = l.place AND l.last > l.pos
         AND (l.state = 1 AND NOT l.skipped OR l.state = 2 AND l.wanted)
    )
    SELECT max(w.off) + 1, count(*) INTO v_end, v_rows FROM win w;
    IF v_end IS NULL THEN
      SELECT s.seg INTO v_next_seg FROM log_segment(p_queue, v_seg, v_pos) s;
      EXIT WHEN NOT FOUND;
      v_seg := v_next_seg;
      CONTINUE;
    END IF;
    v_pos := v_end;
    v_left := v_left - v_rows;
  END LOOP;
  end_off := v_pos;
  seg := v_seg;
  RETURN NEXT;
END $$;

-- First deliveries to one receiver: one lease over as many names of the client as it takes, the longest ready first. As
-- fifo_log_claim does it with message groups that are free again. p_end, p_seg: where the cursor stands. The caller
-- holds fifo_lock. `repeats`: a client began to read one of the names before where the group stood (lite_begin). No
-- row: nothing for this client.
-- Never null: all.
CREATE OR REPLACE FUNCTION lite_log_claim(
  p_now timestamptz, p_group int, p_topic int, p_queue int, p_want int, p_scan int, p_end bigint, p_seg int,
    p_invisible_ms bigint, p_client int, p_auto_renew boolean, p_attempt_id text
) RETURNS TABLE (lease_id bigint, offs bigint[], segs int[], expires_at timestamptz, repeats boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_ready tid[];
  v_empty tid[];
  v_place tid[];
  v_name text[];
  v_pos bigint[];
  v_off bigint[];
  v_seg int[];
  v_cut text;
  v_lease bigint;
  v_expires timestamptz := p_now + p_invisible_ms * interval '1 ms';
  v_repeats boolean;
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue
      AND f.state = 0 LIMIT p_scan + 1) c) <= p_scan
    OR EXISTS (SELECT 1 FROM lite_subscription s WHERE s.group_id = p_group AND s.topic_id = p_topic
      AND s.client_id = p_client AND s.mgroup = '*') THEN
    v_ready := ARRAY(SELECT f.place FROM (
        SELECT g.ctid AS place, g.mgroup, g.ready_seq FROM fifo_group g WHERE g.group_id = p_group
           AND g.queue_id = p_queue AND g.state = 0 ORDER BY g.ready_seq LIMIT p_scan) f
       WHERE (SELECT true FROM lite_subscription s WHERE s.group_id = p_group AND s.topic_id = p_topic
         AND s.client_id = p_client AND s.mgroup IN (f.mgroup, '*') LIMIT 1)
       ORDER BY f.ready_seq LIMIT p_want);
  ELSE
    v_ready := ARRAY(SELECT f.place
        FROM (SELECT l.mgroup FROM lite_subscription l WHERE l.group_id = p_group AND l.topic_id = p_topic
          AND l.client_id = p_client OFFSET 0) s
       CROSS JOIN LATERAL (SELECT g.ctid AS place, g.ready_seq FROM fifo_group g WHERE g.group_id = p_group
         AND g.queue_id = p_queue AND g.mgroup = s.mgroup AND g.state = 0 LIMIT 1) f
       ORDER BY f.ready_seq LIMIT p_want);
  END IF;
  IF cardinality(v_ready) = 0 THEN RETURN; END IF;

  -- One row more than wanted: is the last name cut short?
  SELECT array_agg(w.off ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL),
         array_agg(w.seg ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL),
         array_agg(w.mgroup ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL),
         array_agg(w.place ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL),
         array_agg(w.place) FILTER (WHERE w.off IS NULL AND w.pos < p_end)
    INTO v_off, v_seg, v_name, v_place, v_empty
    FROM (SELECT f.place, f.mgroup, f.ready_seq, f.pos, m.off, m.seg
            FROM unnest(v_ready) r (place)
           CROSS JOIN LATERAL (SELECT a.ctid AS place, a.* FROM fifo_group a WHERE a.ctid = r.place OFFSET 0) f
            LEFT JOIN LATERAL (
              SELECT a.off, a.seg FROM message a WHERE a.queue_id = p_queue AND a.mgroup = f.mgroup
                 AND a.off > f.pos AND a.off < p_end ORDER BY a.off LIMIT p_want + 1) m ON true
           ORDER BY f.ready_seq, m.off LIMIT p_want + 1) w;
  -- What was left of it has left the log.
  IF v_empty IS NOT NULL THEN DELETE FROM fifo_group f WHERE f.ctid = ANY (v_empty); END IF;
  IF v_off IS NULL THEN RETURN; END IF;
  IF cardinality(v_off) > p_want THEN
    IF v_name[p_want + 1] = v_name[p_want] THEN v_cut := v_name[p_want]; END IF;
    v_off := v_off[1:p_want];
    v_seg := v_seg[1:p_want];
    v_name := v_name[1:p_want];
    v_place := v_place[1:p_want];
  END IF;

  -- In the order of the log, whatever name each is of: so are its bits.
  v_lease := nextval('epoch_seq');
  WITH taken AS MATERIALIZED (
    SELECT t.*, (row_number() OVER (ORDER BY t.off) - 1)::int AS bit
      FROM unnest(v_off, v_seg, v_name, v_place) t (off, seg, mgroup, place)
  ), name AS MATERIALIZED (
    SELECT t.mgroup, max(t.place) AS place, bit_or(1::bigint << t.bit) AS mask, max(t.off) AS pos,
           min(t.off) AS first
      FROM taken t GROUP BY t.mgroup
  ), busy AS (
    UPDATE fifo_group f SET state = 1, lease_id = v_lease, mask = n.mask, pos = n.pos,
           skipped = coalesce(n.mgroup = v_cut, false), ready_seq = NULL, since = p_now
      FROM name n WHERE f.ctid = n.place
    RETURNING coalesce(f.repeat_to > n.first, false) AS repeats
  )
  SELECT array_agg(t.off ORDER BY t.off), array_agg(t.seg ORDER BY t.off), (SELECT bool_or(b.repeats) FROM busy b)
    INTO v_off, v_seg, v_repeats FROM taken t;
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
    expires_at, client_id, auto_renew, attempt_id)
  VALUES (p_group, p_queue, v_lease, 1, p_seg, v_off[1], p_end, cardinality(v_off), v_off,
    (1::bigint << cardinality(v_off)) - 1, true, p_now, v_expires, p_client, p_auto_renew, p_attempt_id);
  RETURN QUERY SELECT v_lease, v_off, v_seg, v_expires, v_repeats;
END $$;

-- As fifo_retry_claim, of the names that the client subscribes.
CREATE OR REPLACE FUNCTION lite_retry_claim(
  p_now timestamptz, p_group int, p_topic int, p_queue int, p_want int, p_invisible_ms bigint, p_client int,
    p_auto_renew boolean, p_attempt_id text
) RETURNS SETOF retry
LANGUAGE sql AS $$
  WITH due AS MATERIALIZED (
    SELECT r.mgroup, min(r.visible_at) AS since FROM retry r
     WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic) AND NOT r.leased AND r.visible_at <= p_now
       AND r.queue_id = p_queue AND r.mgroup IS NOT NULL
       AND (SELECT true FROM lite_subscription s WHERE s.group_id = p_group AND s.topic_id = p_topic
         AND s.client_id = p_client AND s.mgroup IN (r.mgroup, '*') LIMIT 1)
     GROUP BY r.mgroup
  ), blocked AS MATERIALIZED (
    SELECT r.place, d.mgroup, r.off, d.since,
           -- everything up to and including this one must be due and allowed, and nothing of the name in flight
           bool_and(r.visible_at <= p_now AND r.attempt <= g.max_retries) OVER (PARTITION BY d.mgroup
             ORDER BY r.off) AS free,
           bool_or(r.leased) OVER (PARTITION BY d.mgroup) AS held
      FROM due d
      JOIN consumer_group g ON g.group_id = p_group
     CROSS JOIN LATERAL (SELECT a.ctid AS place, a.off, a.visible_at, a.attempt, a.leased FROM retry a
       WHERE a.group_id = p_group AND a.queue_id = p_queue AND a.mgroup = d.mgroup OFFSET 0) r
  ), taken AS (
    SELECT b.place FROM blocked b
     WHERE b.free AND NOT b.held
       AND NOT EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue
         AND f.mgroup = b.mgroup AND f.lease_id IS NOT NULL)
     ORDER BY b.since, b.mgroup, b.off LIMIT p_want
  )
  SELECT c.* FROM (SELECT array_agg(t.place) AS places FROM taken t) w
   CROSS JOIN LATERAL retry_lease(p_now, w.places, p_now + p_invisible_ms * interval '1 ms', p_client, p_auto_renew,
     p_attempt_id) c;
$$;
