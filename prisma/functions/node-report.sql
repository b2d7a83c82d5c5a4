-- What a process that serves clients knows of them and of its limits, for the consoles of other nodes. A client that is
-- as it was is written again only after p_seen_every_ms. Returns whether one has come or left.
-- Never null: all.
CREATE OR REPLACE FUNCTION node_report(p_now timestamptz, p_node text, p_sessions jsonb, p_uses jsonb,
  p_seen_every_ms bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_left boolean;
  v_came boolean;
BEGIN
  -- It has left, or was forgotten: nothing is kept of it.
  PERFORM 1 FROM broker_node n WHERE n.node_id = p_node FOR KEY SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM node_session s WHERE s.node_id = p_node AND NOT EXISTS (
    SELECT 1 FROM jsonb_to_recordset(p_sessions) i (client text) WHERE i.client = s.client);
  v_left := FOUND;
  SELECT EXISTS (SELECT 1 FROM jsonb_to_recordset(p_sessions) i (client text) WHERE NOT EXISTS (
    SELECT 1 FROM node_session s WHERE s.node_id = p_node AND s.client = i.client)) INTO v_came;
  INSERT INTO node_session AS s (node_id, client, kind, group_name, topics, filters, language, version, address,
    access_key, since, seen_at)
  SELECT p_node, i.client, i.kind, i.group_name, i.topics, i.filters, i.language, i.version, i.address, i.access_key,
         v_now - i.since_ms * interval '1 ms', v_now - i.silent_ms * interval '1 ms'
    FROM jsonb_to_recordset(p_sessions) i (client text, kind text, group_name text, topics text[], filters jsonb,
      language text, version text, address text, access_key text, since_ms float8, silent_ms float8)
  ON CONFLICT (node_id, client) DO UPDATE
    SET kind = excluded.kind, group_name = excluded.group_name, topics = excluded.topics, filters = excluded.filters,
        language = excluded.language, version = excluded.version, address = excluded.address,
        access_key = excluded.access_key, since = excluded.since, seen_at = excluded.seen_at
  WHERE (s.kind, s.group_name, s.topics, s.filters, s.language, s.version, s.address, s.access_key) IS DISTINCT FROM
        (excluded.kind, excluded.group_name, excluded.topics, excluded.filters, excluded.language, excluded.version,
         excluded.address, excluded.access_key)
     OR excluded.seen_at >= s.seen_at + p_seen_every_ms * interval '1 ms';
  IF p_uses = '[]' THEN
    DELETE FROM node_limits l WHERE l.node_id = p_node;
  ELSE
    INSERT INTO node_limits AS l (node_id, uses, reported_at) VALUES (p_node, p_uses, v_now)
    ON CONFLICT (node_id) DO UPDATE SET uses = excluded.uses, reported_at = excluded.reported_at;
  END IF;
  RETURN v_left OR v_came;
END $$;
