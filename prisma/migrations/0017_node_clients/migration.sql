-- Push consumers that a node hears from. One that falls silent on one node may have moved to another: what it holds is let
-- go when no living node hears from it.
CREATE TABLE node_client (
  client_id int NOT NULL REFERENCES client,
  node_id   text NOT NULL REFERENCES broker_node ON DELETE CASCADE,
  PRIMARY KEY (client_id, node_id)
);
CREATE INDEX node_client_node ON node_client (node_id);
