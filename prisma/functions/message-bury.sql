-- Copies messages of one group to its dead letters and records it. Called by every statement that ends a last delivery.
-- p_attempts: deliveries made. Idempotent per (group, message): a message is dead once at a time.
-- A group whose dead letters are read as a topic gets the copies in the same transaction.
-- The dead letter of a message whose deliveries all ended by their time, and that no client ever answered, says so
-- ('unconfirmed').
CREATE OR REPLACE FUNCTION message_bury(
  p_now timestamptz, p_group int, p_queue int[], p_off bigint[], p_seg int[], p_generation int[], p_attempts int[],
    p_epoch bigint[], p_client int[],
  p_redrive int[], p_cause text, p_policy_version int
) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_count int;
  v_letters bigint[];
BEGIN
  IF EXISTS (SELECT 1 FROM consumer_group g WHERE g.group_id = p_group AND g.broadcast_of IS NOT NULL) THEN
    RETURN message_drop(p_now, p_group, p_queue, p_off, p_generation, p_attempts, p_epoch, p_client, p_cause,
      p_policy_version);
  END IF;
  -- Held off while the group's dead-letter topic is being made: see dead_letter_topic_make. The caller has it already:
  -- one that held a message and waited here would keep those waiting whom the maker of the topic waits for.
  PERFORM 1 FROM consumer_group g WHERE g.group_id = p_group FOR KEY SHARE;
  WITH item AS (
    SELECT * FROM unnest(p_queue, p_off, p_seg, p_generation, p_attempts, p_epoch, p_client, p_redrive)
      i (queue_id, off, seg, generation, attempts, epoch, client_id, redrive_id)
  ), dead AS (
    INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at,
      client_id, policy_version, redrive_id,
                             kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context,
                               stored_at, body, fingerprint, fingerprint_version, app_version)
    SELECT p_group, i.queue_id, i.off, i.generation, i.seg, m.topic_id, m.msg_id, i.attempts,
           e.cause, p_now, i.client_id, p_policy_version, i.redrive_id,
           m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding, m.born_at, m.born_host, m.trace_context,
             m.stored_at, m.body, coalesce(f.fingerprint, 'unreported:' || e.cause), coalesce(f.fingerprint_version, 0),
           f.app_version
      FROM item i CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = i.queue_id AND a.off = i.off
        AND a.seg = i.seg LIMIT 1) m
      CROSS JOIN LATERAL (SELECT CASE WHEN p_cause IN ('timeout', 'consumption-timeout', 'client-gone')
        AND NOT delivery_confirmed(p_group, i.queue_id, i.off, i.generation) THEN 'unconfirmed'
        ELSE p_cause END AS cause) e
      LEFT JOIN LATERAL deciding_report(p_group, i.queue_id, i.off, i.generation, i.attempts) f ON true
    ON CONFLICT (group_id, queue_id, off) DO NOTHING
    RETURNING dead_letter.queue_id, dead_letter.off, dead_letter.dead_letter_id
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      policy_version, redrive_id)
    SELECT p_group, i.queue_id, i.off, i.generation, i.attempts, 'DLQ', p_cause, i.epoch, i.client_id, p_now,
      p_policy_version, i.redrive_id
      FROM item i JOIN dead d ON d.queue_id = i.queue_id AND d.off = i.off
    RETURNING 1
  ), due AS (
    INSERT INTO letter_text_due (dead_letter_id) SELECT d.dead_letter_id FROM dead d
  )
  SELECT (SELECT count(*) FROM recorded), (SELECT array_agg(d.dead_letter_id ORDER BY d.dead_letter_id) FROM dead d)
    INTO v_count, v_letters;
  IF v_count <> array_length(p_off, 1) THEN
    RAISE EXCEPTION 'group %: % of % messages could be dead-lettered', p_group, v_count, array_length(p_off, 1);
  END IF;
  -- Last, after every lock of leases and retries: it takes the lock of the dead-letter topic's queue.
  PERFORM dead_letter_append(p_now, p_group, v_letters, p_cause = 'recalled');
  RETURN v_count;
END $$;

-- What the application said about the last of so many deliveries of a life. A recalled message was not delivered again:
-- its last report counts.
-- Null: the application may have said nothing.
CREATE OR REPLACE FUNCTION deciding_report(p_group int, p_queue int, p_off bigint, p_generation int, p_attempts int)
RETURNS TABLE (error_type text, message text, fingerprint text, fingerprint_version smallint, app_version text)
LANGUAGE sql STABLE AS $$
  (SELECT f.error_type, f.message, f.fingerprint, f.fingerprint_version, f.app_version FROM failure_report f
    WHERE p_attempts > 0 AND f.group_id = p_group AND f.queue_id = p_queue AND f.off = p_off
      AND f.generation = p_generation AND f.attempt = p_attempts)
  UNION ALL
  (SELECT f.error_type, f.message, f.fingerprint, f.fingerprint_version, f.app_version FROM failure_report f
    WHERE p_attempts = 0 AND f.group_id = p_group AND f.queue_id = p_queue AND f.off = p_off
      AND f.generation < p_generation
    ORDER BY f.generation DESC, f.attempt DESC LIMIT 1)
  LIMIT 1;
$$;

-- Whether a client is known to have received any delivery of this life: it answered one, reported its failure, or
-- acknowledged another message of the same batch.
CREATE OR REPLACE FUNCTION delivery_confirmed(p_group int, p_queue int, p_off bigint, p_generation int) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM delivery_event e
                  WHERE e.group_id = p_group AND e.queue_id = p_queue AND e.off = p_off AND e.generation = p_generation
                    AND (e.cause IN ('nack', 'suspended', 'released', 'extended', 'forwarded', 'acked-early')
                         OR (e.cause = 'delivered' OR e.begun_epoch IS NOT NULL) AND EXISTS (
                              SELECT 1 FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
                                AND l.lease_id = coalesce(e.begun_epoch, e.epoch)
                                 -- What left a batch that was not lost as a whole was acknowledged early, or had its
                                 -- time changed.
                                 AND (l.acks IS NOT NULL OR (l.failed <> 0
                                   AND ((1::bigint << l.n) - 1) & ~(l.open | l.failed) <> 0)))))
      OR EXISTS (SELECT 1 FROM failure_report f
                  WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.off = p_off
                    AND f.generation = p_generation);
$$;
