-- Hands out waiting messages: each becomes a delivery of its own and is recorded. The caller chose them and holds their
-- rows, or the locks of their queues, so each is still at its place.
CREATE OR REPLACE FUNCTION retry_lease(
  p_now timestamptz, p_places tid[], p_expires timestamptz, p_client int, p_auto_renew boolean, p_attempt_id text
) RETURNS SETOF retry
LANGUAGE plpgsql AS $$
BEGIN
  IF p_places IS NULL THEN RETURN; END IF;
  RETURN QUERY
  WITH claimed AS (
    UPDATE retry r SET leased = true, waiting = false, attempt = r.attempt + 1, epoch = nextval('epoch_seq'),
      visible_at = p_expires, client_id = p_client, leased_at = p_now, auto_renew = p_auto_renew,
      attempt_id = p_attempt_id, gone = false, unrecorded = false
      FROM unnest(p_places) w (place) WHERE r.ctid = w.place
    RETURNING r.*
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT c.group_id, c.queue_id, c.off, c.generation, c.attempt, 'Inflight', 'delivered', c.epoch, c.client_id, p_now,
      c.visible_at, c.policy_version, c.redrive_id
      FROM claimed c
  )
  SELECT c.* FROM claimed c;
END $$;
