-- How the clients of a group share lite topics, and how many one may subscribe. Clients of a group with 'all' receive
-- every lite topic: their one row in lite_subscription has the name '*', which no lite topic can have.
ALTER TABLE consumer_group
  ADD COLUMN lite_model text NOT NULL DEFAULT 'shared' CHECK (lite_model IN ('shared', 'exclusive', 'all')),
  ADD COLUMN lite_quota int NOT NULL DEFAULT 2000 CHECK (lite_quota BETWEEN 1 AND 100000);
ALTER TABLE consumer_group_version
  ADD COLUMN lite_model text NOT NULL DEFAULT 'shared',
  ADD COLUMN lite_quota int NOT NULL DEFAULT 2000;
-- Groups of a cluster have them for statements that serve both; brokers keep theirs in attributes.
ALTER TABLE cluster_consumer_group
  ADD COLUMN lite_model text NOT NULL DEFAULT 'shared',
  ADD COLUMN lite_quota int NOT NULL DEFAULT 2000;
CREATE OR REPLACE VIEW in_cluster.consumer_group AS
  SELECT * FROM public.cluster_consumer_group WHERE cluster_id = in_cluster.cluster_id();
