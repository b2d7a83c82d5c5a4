-- The consumers that a node serves now, with what each has received and acknowledged per second lately. One that the
-- node does not name any more has left; so has every one of a node that is forgotten or stopped. The last one of a
-- group that left is kept, however long ago: it says since when the group has no consumer.
CREATE OR REPLACE FUNCTION group_client_report(p_now timestamptz, p_node text, p_clients jsonb, p_keep_ms bigint)
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
BEGIN
  INSERT INTO group_client AS c (group_id, client_id, node_id, kind, language, version, address, access_key, since,
    seen_at, received_per_s, acked_per_s, settings_version, settings_at, settings_adapted)
  SELECT i.group_id, i.client_id, p_node, i.kind, i.language, i.version, i.address, i.access_key,
         v_now - i.since_ms * interval '1 ms', v_now - i.silent_ms * interval '1 ms', i.received_per_s, i.acked_per_s,
         i.settings_version, v_now - i.settings_ms * interval '1 ms', i.settings_adapted
    FROM jsonb_to_recordset(p_clients) i (group_id int, client_id int, kind text, language text, version text,
      address text, access_key text, since_ms float8, silent_ms float8, received_per_s float8, acked_per_s float8,
      settings_version int, settings_ms float8, settings_adapted boolean)
   ORDER BY i.group_id, i.client_id
  ON CONFLICT (group_id, client_id, node_id) DO UPDATE
    SET kind = excluded.kind, language = excluded.language, version = excluded.version, address = excluded.address,
        access_key = excluded.access_key, since = CASE WHEN c.left_at IS NULL THEN c.since ELSE excluded.since END,
        seen_at = excluded.seen_at, left_at = NULL, received_per_s = excluded.received_per_s,
        acked_per_s = excluded.acked_per_s, settings_version = excluded.settings_version,
        settings_at = excluded.settings_at, settings_adapted = excluded.settings_adapted;
  UPDATE group_client c SET left_at = v_now, received_per_s = NULL, acked_per_s = NULL
   WHERE c.node_id = p_node AND c.left_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(p_clients) i (group_id int, client_id int)
       WHERE i.group_id = c.group_id AND i.client_id = c.client_id);
  UPDATE group_client c SET left_at = c.seen_at
   WHERE c.left_at IS NULL AND NOT EXISTS (SELECT 1 FROM broker_node n WHERE n.node_id = c.node_id);
  DELETE FROM group_client c WHERE c.left_at < v_now - p_keep_ms * interval '1 ms'
    AND EXISTS (SELECT 1 FROM group_client o WHERE o.group_id = c.group_id AND (o.left_at IS NULL
      OR (o.left_at, o.client_id, o.node_id) > (c.left_at, c.client_id, c.node_id)));
END $$;
