-- A node reports that it is alive, how many consumers of which groups it serves, and its push consumers. Returns how
-- many nodes live.
-- Never null: all.
CREATE OR REPLACE FUNCTION node_beat(
  p_now timestamptz, p_node text, p_group int[], p_consumers int[], p_client int[], p_alive_ms bigint,
    p_forget_ms bigint
) RETURNS int
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
  DELETE FROM node_client c WHERE c.node_id = p_node AND NOT EXISTS (SELECT 1 FROM unnest(p_client) i (client_id)
    WHERE i.client_id = c.client_id);
  INSERT INTO node_client (client_id, node_id)
  SELECT i.client_id, p_node FROM unnest(p_client) i (client_id)
   WHERE NOT EXISTS (SELECT 1 FROM node_client c WHERE c.client_id = i.client_id AND c.node_id = p_node)
  ON CONFLICT DO NOTHING;
  DELETE FROM broker_node n WHERE n.seen_at < v_now - p_forget_ms * interval '1 ms';
  RETURN (SELECT count(*) FROM broker_node n WHERE n.seen_at >= v_now - p_alive_ms * interval '1 ms');
END $$;

-- A push consumer of a node has been silent for long. Returns whether another live node still serves it. The lock is
-- for two nodes that notice at once: the second one sees that no node is left.
-- Never null: all.
CREATE OR REPLACE FUNCTION node_client_leave(p_now timestamptz, p_node text, p_client int,
  p_alive_ms bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM client c WHERE c.client_id = p_client FOR NO KEY UPDATE;
  DELETE FROM node_client c WHERE c.client_id = p_client AND c.node_id = p_node;
  RETURN EXISTS (SELECT 1 FROM node_client c JOIN broker_node n ON n.node_id = c.node_id
                  WHERE c.client_id = p_client AND n.seen_at >= coalesce(p_now,
                    clock_timestamp()) - p_alive_ms * interval '1 ms');
END $$;
