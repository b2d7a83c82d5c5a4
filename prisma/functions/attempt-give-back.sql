-- A client repeats a receive with the same attempt id: the reply to the first try was lost, with the process that made it or
-- on its way. What that try holds is ready again at once, and does not count (delivery_lost), instead of being renewed for a
-- client that never got it. A lease of which something was answered stays: its reply arrived.
-- Unordered groups; an ordered one hands the same delivery out again (fifo_reenter).
-- Looks through what is held at this moment, whoever holds it: no index of its own, which every delivery would have to pay for.
CREATE OR REPLACE FUNCTION attempt_give_back(p_now timestamptz, p_group int, p_client int, p_attempt_id text, p_most int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_lease_queues int[];
  v_leases bigint[];
  v_queues int[];
  v_offs bigint[];
  v_epochs bigint[];
BEGIN
  WITH held AS MATERIALIZED (
    SELECT l.group_id, l.queue_id, l.lease_id, l.client_id, l.attempt_id, l.kind, l.open = (1::bigint << l.n) - 1 AS untouched
      FROM lease l WHERE l.live AND l.expires_at > v_now
  )
  SELECT coalesce(array_agg(h.queue_id), '{}'), coalesce(array_agg(h.lease_id), '{}') INTO v_lease_queues, v_leases
    FROM held h WHERE h.group_id = p_group AND h.client_id = p_client AND h.attempt_id = p_attempt_id AND h.kind = 0 AND h.untouched;
  WITH held AS MATERIALIZED (
    SELECT r.group_id, r.queue_id, r.off, r.epoch, r.client_id, r.attempt_id FROM retry r WHERE r.leased AND r.visible_at > v_now
  )
  SELECT coalesce(array_agg(h.queue_id), '{}'), coalesce(array_agg(h.off), '{}'), coalesce(array_agg(h.epoch), '{}') INTO v_queues, v_offs, v_epochs
    FROM held h WHERE h.group_id = p_group AND h.client_id = p_client AND h.attempt_id = p_attempt_id;
  IF cardinality(v_leases) = 0 AND cardinality(v_offs) = 0 THEN RETURN 0; END IF;
  RETURN delivery_abandon(p_now, p_group, v_lease_queues, v_leases, v_queues, v_offs, v_epochs, 'infinity', 0, p_most);
END $$;
