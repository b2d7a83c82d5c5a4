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
