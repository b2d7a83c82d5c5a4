-- What an operator decided about messages of one group that wait for a retry, each as it was chosen: another epoch says
-- that something happened to it since. Each change gives a new epoch, so that a claim that looked before it lets go.
-- In an ordered group a hold is one of the whole key. Returns how many of which queue changed (why is null), and how
-- many were left as they are.
-- Never null: queue_id, messages.
CREATE OR REPLACE FUNCTION retry_change(
  p_now timestamptz, p_job int, p_verb text, p_group int, p_queue int[], p_off bigint[], p_epoch bigint[]
) RETURNS TABLE (why text, queue_id int, messages int)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_version int;
  v_ordered boolean;
  v_max_retries int;
  v_places tid[];
  v_queues int[];
  v_mgroups text[];
  v_left text[];
  v_left_queues int[];
BEGIN
  SELECT h.version, h.ordered INTO v_version, v_ordered FROM group_hold(p_group, p_queue) h;
  v_max_retries := (SELECT g.max_retries FROM consumer_group g WHERE g.group_id = p_group);
  v_now := coalesce(p_now, clock_timestamp());
  -- Found and locked each by its whole key, in key order, as everywhere.
  WITH seen AS MATERIALIZED (
    SELECT w.queue_id, r.place, r.mgroup, CASE
        WHEN r.place IS NULL THEN 'no longer waiting'
        WHEN r.leased THEN 'with a client now'
        WHEN p_verb = 'hold' AND r.held_due_at IS NOT NULL THEN 'held already'
        WHEN p_verb = 'now' AND r.held_due_at IS NOT NULL THEN 'held'
        WHEN p_verb = 'release' AND r.held_due_at IS NULL THEN 'not held'
        WHEN r.epoch <> w.epoch THEN 'changed meanwhile'
        WHEN p_verb = 'now' AND r.visible_at <= v_now THEN 'due already'
        WHEN p_verb = 'now' AND r.attempt > v_max_retries THEN 'over the limit of retries'
      END AS why
      FROM (SELECT * FROM unnest(p_queue, p_off, p_epoch) u (queue_id, off, epoch) ORDER BY u.queue_id, u.off) w
      LEFT JOIN LATERAL (
        SELECT a.ctid AS place, a.mgroup, a.leased, a.held_due_at, a.epoch, a.visible_at, a.attempt FROM retry a
         WHERE a.group_id = p_group AND a.queue_id = w.queue_id AND a.off = w.off
         LIMIT 1 FOR NO KEY UPDATE) r ON true
  )
  SELECT array_agg(s.place) FILTER (WHERE s.why IS NULL), array_agg(s.queue_id) FILTER (WHERE s.why IS NULL),
         array_agg(s.mgroup) FILTER (WHERE s.why IS NULL), array_agg(s.why) FILTER (WHERE s.why IS NOT NULL),
         array_agg(s.queue_id) FILTER (WHERE s.why IS NOT NULL)
    INTO v_places, v_queues, v_mgroups, v_left, v_left_queues FROM seen s;

  IF v_places IS NOT NULL THEN
    CASE
      WHEN p_verb = 'now' THEN PERFORM retry_now(v_now, p_job, v_places);
      WHEN p_verb = 'bury' THEN PERFORM retry_bury_named(v_now, p_job, p_group, v_version, v_ordered, v_places);
      WHEN p_verb = 'hold' AND v_ordered THEN PERFORM fifo_hold(v_now, p_job, p_group, v_queues, v_mgroups);
      WHEN p_verb = 'release' AND v_ordered THEN PERFORM fifo_release(v_now, p_job, p_group, v_queues, v_mgroups);
      WHEN p_verb = 'hold' THEN PERFORM retry_hold(v_now, p_job, v_places);
      WHEN p_verb = 'release' THEN PERFORM retry_release(v_now, p_job, v_places);
    END CASE;
  END IF;
  RETURN QUERY
  SELECT NULL::text, q.queue_id, count(*)::int FROM unnest(v_queues) q (queue_id) GROUP BY q.queue_id
  UNION ALL
  SELECT w.why, w.queue_id, count(*)::int FROM unnest(v_left, v_left_queues) w (why, queue_id)
   GROUP BY w.why, w.queue_id;
END $$;

-- Due at once. The caller of these holds the rows.
CREATE OR REPLACE FUNCTION retry_now(p_now timestamptz, p_job int, p_places tid[]) RETURNS void
LANGUAGE sql AS $$
  WITH due AS (
    UPDATE retry r SET visible_at = p_now, waiting = false, epoch = nextval('epoch_seq')
      FROM unnest(p_places) w (place) WHERE r.ctid = w.place AND NOT r.leased AND r.held_due_at IS NULL
    RETURNING r.*
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at,
    policy_version, redrive_id, job_id)
  SELECT d.group_id, d.queue_id, d.off, d.generation, d.attempt, 'Ready', 'retried-now', d.epoch, p_now, p_now,
    d.policy_version, d.redrive_id, p_job FROM due d;
$$;

CREATE OR REPLACE FUNCTION retry_hold(p_now timestamptz, p_job int, p_places tid[]) RETURNS void
LANGUAGE sql AS $$
  WITH held AS (
    UPDATE retry r SET held_due_at = r.visible_at, visible_at = 'infinity', hold_job = p_job,
           epoch = nextval('epoch_seq')
      FROM unnest(p_places) w (place) WHERE r.ctid = w.place AND NOT r.leased AND r.held_due_at IS NULL
    RETURNING r.*
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at,
    policy_version, redrive_id, job_id)
  SELECT h.group_id, h.queue_id, h.off, h.generation, h.attempt, 'Held', 'held', h.epoch, p_now, h.held_due_at,
    h.policy_version, h.redrive_id, p_job FROM held h;
$$;

-- Due when it would have been.
CREATE OR REPLACE FUNCTION retry_release(p_now timestamptz, p_job int, p_places tid[]) RETURNS void
LANGUAGE sql AS $$
  WITH free AS (
    UPDATE retry r SET visible_at = r.held_due_at, held_due_at = NULL, hold_job = NULL, epoch = nextval('epoch_seq')
      FROM unnest(p_places) w (place) WHERE r.ctid = w.place AND NOT r.leased AND r.held_due_at IS NOT NULL
    RETURNING r.*
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at,
    policy_version, redrive_id, job_id)
  SELECT f.group_id, f.queue_id, f.off, f.generation, f.attempt,
    CASE WHEN f.waiting AND f.visible_at > p_now THEN 'WaitingRetry' ELSE 'Ready' END, 'hold-released', f.epoch, p_now,
    f.visible_at, f.policy_version, f.redrive_id, p_job FROM free f;
$$;

-- To the dead letters, whatever tries are left.
CREATE OR REPLACE FUNCTION retry_bury_named(p_now timestamptz, p_job int, p_group int, p_version int,
  p_ordered boolean, p_places tid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_dead record;
BEGIN
  WITH gone AS (
    DELETE FROM retry r WHERE r.ctid = ANY (p_places) AND NOT r.leased RETURNING r.*
  )
  SELECT array_agg(g.queue_id) AS queue_id, array_agg(g.off) AS off, array_agg(g.seg) AS seg,
    array_agg(g.generation) AS generation, array_agg(g.attempt::int) AS attempt, array_agg(g.epoch) AS epoch,
    array_agg(g.client_id) AS client_id, array_agg(g.redrive_id) AS redrive_id
    INTO v_dead FROM gone g;
  PERFORM message_bury(p_now, p_group, v_dead.queue_id, v_dead.off, v_dead.seg, v_dead.generation, v_dead.attempt,
    v_dead.epoch, v_dead.client_id, v_dead.redrive_id, 'buried', p_version);
  UPDATE delivery_event e SET job_id = p_job
    FROM unnest(v_dead.queue_id, v_dead.off, v_dead.epoch) w (queue_id, off, epoch)
   WHERE e.group_id = p_group AND e.queue_id = w.queue_id AND e.off = w.off AND e.epoch = w.epoch
     AND e.cause = 'buried';
  IF p_ordered THEN
    PERFORM fifo_settle_messages(p_now, array_fill(p_group, ARRAY[cardinality(v_dead.off)]), v_dead.queue_id,
      v_dead.off);
  END IF;
END $$;
