-- Since when an operator keeps the messages of a group from being handed out; null: they are. Not a setting: it has no
-- version, and clients are not notified. The members of a broadcast group follow it.
ALTER TABLE consumer_group
  ADD COLUMN paused_at    timestamptz,
  ADD COLUMN paused_by    text,
  ADD COLUMN pause_reason text;

-- A reset turned the position of a queue back: up to this message, those that wait for a retry and dead letters are
-- passed over, because they go their own way. Null: never turned back, or read past it.
ALTER TABLE group_queue ADD COLUMN repeat_to bigint;

-- The consumers that each node serves, as it last reported. A row of a node that lives is a client that is connected;
-- one that has left stays for two hours.
CREATE TABLE group_client (
  group_id     int NOT NULL,
  client_id    int NOT NULL REFERENCES client,
  node_id      text NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('push', 'simple')),
  language     text NOT NULL,
  version      text NOT NULL,
  address      text NOT NULL,
  access_key   text,
  since        timestamptz NOT NULL,
  seen_at      timestamptz NOT NULL,
  left_at      timestamptz,
  -- Per second, over about the last minute; null: connected for less than one report.
  received_per_s double precision,
  acked_per_s    double precision,
  PRIMARY KEY (group_id, client_id, node_id)
);
CREATE INDEX group_client_node ON group_client (node_id);
CREATE INDEX group_client_left ON group_client (left_at) WHERE left_at IS NOT NULL;
