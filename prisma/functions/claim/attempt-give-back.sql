-- Clients repeat receives with the same attempt id: the reply to the first try was lost, with the process that made it
-- or on its way. What that try holds is ready again at once, and does not count (delivery_lost), instead of being
-- renewed for a client that never got it. A lease of which something was answered stays: its reply arrived. Unordered
-- groups; an ordered one hands the same delivery out again (fifo_reenter). Looks through all that is held at this
-- moment, once for all who ask: an index of its own every delivery would have to pay for.
CREATE OR REPLACE FUNCTION attempt_give_back(p_now timestamptz, p_group int[], p_client int[], p_attempt_id text[],
  p_most int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_count int := 0;
  v_lost record;
BEGIN
  FOR v_lost IN
    WITH asked AS MATERIALIZED (
      SELECT DISTINCT a.* FROM unnest(p_group, p_client, p_attempt_id) a (group_id, client_id, attempt_id)
    ), leased AS MATERIALIZED (
      SELECT l.group_id, l.queue_id, l.lease_id, l.client_id, l.attempt_id FROM lease l
       WHERE l.live AND l.expires_at > v_now AND l.kind = 0 AND l.open = (1::bigint << l.n) - 1
    ), retried AS MATERIALIZED (
      SELECT r.group_id, r.queue_id, r.off, r.epoch, r.client_id, r.attempt_id FROM retry r WHERE r.leased
        AND r.visible_at > v_now AND r.mgroup IS NULL
    ), held AS (
      SELECT l.group_id, l.queue_id, l.lease_id, NULL::bigint AS off, NULL::bigint AS epoch FROM leased l
        JOIN asked a USING (group_id, client_id, attempt_id)
      UNION ALL
      SELECT r.group_id, r.queue_id, NULL, r.off, r.epoch FROM retried r
        JOIN asked a USING (group_id, client_id, attempt_id)
    )
    SELECT h.group_id, coalesce(array_agg(h.queue_id) FILTER (WHERE h.off IS NULL), '{}') AS lease_queues,
           coalesce(array_agg(h.lease_id) FILTER (WHERE h.off IS NULL), '{}') AS leases,
           coalesce(array_agg(h.queue_id) FILTER (WHERE h.off IS NOT NULL), '{}') AS queues,
           coalesce(array_agg(h.off) FILTER (WHERE h.off IS NOT NULL), '{}') AS offs,
           coalesce(array_agg(h.epoch) FILTER (WHERE h.off IS NOT NULL), '{}') AS epochs
      FROM held h GROUP BY h.group_id ORDER BY h.group_id
  LOOP
    v_count := v_count + delivery_abandon(p_now, v_lost.group_id, v_lost.lease_queues, v_lost.leases, v_lost.queues,
      v_lost.offs, v_lost.epochs,
                                          'infinity', 0, p_most);
  END LOOP;
  RETURN v_count;
END $$;
