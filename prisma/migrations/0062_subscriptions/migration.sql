-- Groups whose clients subscribe to one topic with different filters: a message counts as consumed for the whole group
-- when the filter of the client that comes to it does not match.
CREATE TABLE subscription_difference (
  group_id int PRIMARY KEY REFERENCES consumer_group ON DELETE CASCADE,
  since    timestamptz NOT NULL,
  -- When it was last seen; a difference that was not seen in the newest count is over.
  seen_at  timestamptz NOT NULL,
  -- [{"topic": "orders", "filters": [{"type": "TAG", "expression": "red", "clients": 2}, …]}]
  topics   jsonb NOT NULL
);

CREATE TABLE cluster_subscription_difference (
  LIKE subscription_difference,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int,
  PRIMARY KEY (group_id),
  FOREIGN KEY (group_id) REFERENCES cluster_consumer_group ON DELETE CASCADE
);
CREATE INDEX cluster_subscription_difference_of ON cluster_subscription_difference (cluster_id);
CREATE VIEW in_cluster.subscription_difference AS
  SELECT * FROM public.cluster_subscription_difference WHERE cluster_id = in_cluster.cluster_id();

-- Messages that a group passed over because the filter of the receiving client does not match them, in a step.
CREATE TABLE filter_sample (
  group_id int NOT NULL,
  topic_id int NOT NULL,
  step_s   smallint NOT NULL CHECK (step_s IN (10, 60)),
  at       timestamptz NOT NULL,
  filtered bigint NOT NULL CHECK (filtered >= 0),
  PRIMARY KEY (group_id, topic_id, step_s, at)
);
CREATE INDEX filter_sample_at ON filter_sample (step_s, at);

-- The bodies of dead letters that are stored packed, as applications see them: what a JSON path and a search read. Null:
-- it cannot be unpacked. Made by the worker that indexes; bodies that are not packed have no row.
CREATE TABLE letter_unpacked (
  dead_letter_id bigint PRIMARY KEY,
  body           bytea
);
CREATE TABLE cluster_letter_unpacked (
  LIKE letter_unpacked,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int,
  PRIMARY KEY (dead_letter_id)
);
CREATE INDEX cluster_letter_unpacked_of ON cluster_letter_unpacked (cluster_id);
CREATE VIEW in_cluster.letter_unpacked AS
  SELECT * FROM public.cluster_letter_unpacked WHERE cluster_id = in_cluster.cluster_id();
INSERT INTO letter_text_due (dead_letter_id)
  SELECT d.dead_letter_id FROM dead_letter d WHERE d.body_encoding <> 'IDENTITY' ON CONFLICT DO NOTHING;
INSERT INTO cluster_letter_text_due (dead_letter_id, cluster_id)
  SELECT d.dead_letter_id, d.cluster_id FROM cluster_dead_letter d WHERE d.body_encoding <> 'IDENTITY'
  ON CONFLICT DO NOTHING;
