-- Topics of type LITE. NOT VALID: no stored row has the new word or a longer name, and none needs to be read for it.
ALTER TABLE topic DROP CONSTRAINT topic_message_type_check;
ALTER TABLE topic ADD CONSTRAINT topic_message_type_check
  CHECK (message_type IN ('NORMAL', 'FIFO', 'DELAY', 'TRANSACTION', 'PRIORITY', 'LITE'));
ALTER TABLE topic ADD COLUMN lite_expiration_minutes int
  CHECK (lite_expiration_minutes IS NULL OR (message_type = 'LITE' AND lite_expiration_minutes BETWEEN 15 AND 43200));
-- Topics of a cluster have no expiration that is known here.
CREATE OR REPLACE VIEW in_cluster.topic AS
  SELECT *, NULL::int AS lite_expiration_minutes FROM public.cluster_topic WHERE cluster_id = in_cluster.cluster_id();
ALTER TABLE message DROP CONSTRAINT message_kind_check;
ALTER TABLE message ADD CONSTRAINT message_kind_check
  CHECK (kind IN ('NORMAL', 'FIFO', 'DELAY', 'TRANSACTION', 'PRIORITY', 'LITE')) NOT VALID;
ALTER TABLE kept_message DROP CONSTRAINT message_kind_check;
ALTER TABLE kept_message ADD CONSTRAINT message_kind_check
  CHECK (kind IN ('NORMAL', 'FIFO', 'DELAY', 'TRANSACTION', 'PRIORITY', 'LITE')) NOT VALID;
-- The name of a lite topic has up to 64 bytes, a message group up to 63.
ALTER TABLE message DROP CONSTRAINT message_mgroup_check;
ALTER TABLE message ADD CONSTRAINT message_mgroup_check CHECK (octet_length(mgroup) BETWEEN 1 AND 64) NOT VALID;
ALTER TABLE kept_message DROP CONSTRAINT message_mgroup_check;
ALTER TABLE kept_message ADD CONSTRAINT message_mgroup_check CHECK (octet_length(mgroup) BETWEEN 1 AND 64) NOT VALID;

-- Names that a LITE topic has, from the first message on until the newest is older than the expiration of the topic, or
-- out of the log. Messages of a name that were stored before `since` are of an earlier life of it: nobody gets them.
-- last_at is the time of the newest message, to the minute.
CREATE TABLE lite_topic (
  queue_id int NOT NULL,
  mgroup   text COLLATE "C" NOT NULL,
  topic_id int NOT NULL,
  since    timestamptz NOT NULL,
  last_at  timestamptz NOT NULL,
  PRIMARY KEY (queue_id, mgroup)
);
CREATE INDEX lite_topic_name ON lite_topic (topic_id, mgroup);
CREATE INDEX lite_topic_last ON lite_topic (topic_id, last_at);

-- Clients that subscribe names of a LITE topic, for their group. They repeat what they subscribe every 30 s.
CREATE TABLE lite_client (
  group_id  int NOT NULL,
  topic_id  int NOT NULL,
  client_id int NOT NULL,
  names     int NOT NULL DEFAULT 0,
  seen_at   timestamptz NOT NULL,
  PRIMARY KEY (group_id, topic_id, client_id)
) WITH (fillfactor = 80);
CREATE INDEX lite_client_seen ON lite_client (seen_at);
CREATE TABLE lite_subscription (
  group_id  int NOT NULL,
  topic_id  int NOT NULL,
  client_id int NOT NULL,
  mgroup    text COLLATE "C" NOT NULL,
  since     timestamptz NOT NULL,
  PRIMARY KEY (group_id, topic_id, client_id, mgroup)
);
CREATE INDEX lite_subscription_name ON lite_subscription (group_id, topic_id, mgroup);

-- State 2: the log holds messages of the name that the cursor passed over, and no client of the group subscribes it.
ALTER TABLE fifo_group DROP CONSTRAINT fifo_group_state_check;
ALTER TABLE fifo_group ADD CONSTRAINT fifo_group_state_check CHECK (state IN (0, 1, 2)) NOT VALID;
ALTER TABLE fifo_group DROP CONSTRAINT fifo_group_check;
ALTER TABLE fifo_group ADD CONSTRAINT fifo_group_check
  CHECK (state = 1 OR (lease_id IS NULL AND skipped AND (state = 0) = (ready_seq IS NOT NULL))) NOT VALID;
