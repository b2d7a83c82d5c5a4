-- A node says that it lives and how many consumers of which groups it serves. Returns how many nodes live.
CREATE OR REPLACE FUNCTION node_beat(p_now timestamptz, p_node text, p_group int[], p_consumers int[], p_alive_ms bigint, p_forget_ms bigint) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
BEGIN
  INSERT INTO broker_node AS n (node_id, started_at, seen_at) VALUES (p_node, v_now, v_now)
  ON CONFLICT (node_id) DO UPDATE SET seen_at = greatest(n.seen_at, excluded.seen_at);
  DELETE FROM node_consumers c WHERE c.node_id = p_node AND c.group_id <> ALL (p_group);
  INSERT INTO node_consumers AS c (node_id, group_id, consumers)
  SELECT p_node, i.group_id, i.consumers FROM unnest(p_group, p_consumers) i (group_id, consumers)
  ON CONFLICT (node_id, group_id) DO UPDATE SET consumers = excluded.consumers WHERE c.consumers <> excluded.consumers;
  DELETE FROM broker_node n WHERE n.seen_at < v_now - p_forget_ms * interval '1 ms';
  RETURN (SELECT count(*) FROM broker_node n WHERE n.seen_at >= v_now - p_alive_ms * interval '1 ms');
END $$;
