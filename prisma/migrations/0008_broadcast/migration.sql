-- Broadcast groups: every client gets every message. In storage each client is a group of its own, a member, which never
-- has a name that anybody can ask for; cursor, leases, acks and expiry are those of any group.

ALTER TABLE consumer_group
  ADD COLUMN message_model text NOT NULL DEFAULT 'clustering' CHECK (message_model IN ('clustering', 'broadcasting')),
  ADD COLUMN model_since timestamptz,            -- null: since it was created; a group starts reading here
  ADD COLUMN broadcast_of int REFERENCES consumer_group,
  ADD CHECK (broadcast_of IS NULL OR max_retries = 0);
ALTER TABLE consumer_group_version
  ADD COLUMN message_model text NOT NULL DEFAULT 'clustering' CHECK (message_model IN ('clustering', 'broadcasting'));

-- Thousands of members must not be read to list a few groups.
CREATE INDEX consumer_group_named ON consumer_group (name) WHERE broadcast_of IS NULL;
CREATE INDEX consumer_group_members ON consumer_group (broadcast_of, group_id) WHERE broadcast_of IS NOT NULL;

CREATE TABLE broadcast_member (
  group_id  int PRIMARY KEY REFERENCES consumer_group,
  client_id int NOT NULL REFERENCES client,
  seen_at   timestamptz NOT NULL                 -- about a minute exact
) WITH (fillfactor = 50);

ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_state_check;
ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_state_check
  CHECK (state IN ('Ready', 'Inflight', 'WaitingRetry', 'Commit', 'DLQ', 'Dropped'));
