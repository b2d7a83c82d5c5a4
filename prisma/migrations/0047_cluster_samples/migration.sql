-- Figures of attached clusters over time, read by one console for all.

-- Who reads the numbers of a cluster: one process, until its time is over.
CREATE TABLE cluster_sampler (
  cluster_id  int PRIMARY KEY REFERENCES cluster ON DELETE CASCADE,
  owner       text NOT NULL,
  owned_until timestamptz NOT NULL,
  -- The end of the last step.
  sampled_at  timestamptz,
  -- How long the last round through all groups took: readings that are younger than two of them are of now.
  round_ms    int,
  -- Why the last step could not be read; null: it was.
  problem     text
);

-- The columns of the embedded broker's, seen through in_cluster.group_sample. What brokers do not tell is null. Not removed
-- with the cluster: samples go with their age.
CREATE TABLE cluster_group_sample (
  LIKE group_sample INCLUDING DEFAULTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int,
  PRIMARY KEY (group_id, step_s, at)
);
CREATE INDEX cluster_group_sample_at ON cluster_group_sample (cluster_id, step_s, at);
CREATE INDEX cluster_group_sample_age ON cluster_group_sample (step_s, at);

-- Steps in which the cluster was read.
CREATE TABLE cluster_step_sample (
  LIKE broker_sample INCLUDING DEFAULTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int,
  PRIMARY KEY (cluster_id, step_s, at)
);

-- What each broker says of itself.
CREATE TABLE cluster_broker_sample (
  cluster_id   int NOT NULL,
  broker       text COLLATE "C" NOT NULL,
  step_s       smallint NOT NULL CHECK (step_s IN (10, 60)),
  at           timestamptz NOT NULL,
  -- Stored and handed out in the step; null: not known, as in the first step after it started.
  messages_in  bigint CHECK (messages_in >= 0),
  messages_out bigint CHECK (messages_out >= 0),
  -- Levels by the name of their mark: {"send-wait": 12}; of a minute the highest. A mark that is not in it was not told.
  marks        jsonb NOT NULL,
  PRIMARY KEY (cluster_id, broker, step_s, at)
);
CREATE INDEX cluster_broker_sample_age ON cluster_broker_sample (step_s, at);

-- Brokers and proxies as they were last looked at.
CREATE TABLE cluster_peer (
  cluster_id   int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind IN ('broker', 'proxy')),
  name         text COLLATE "C" NOT NULL,
  checked_at   timestamptz NOT NULL,
  -- When it last answered, or a client of it did; null: never since it was first seen.
  seen_at      timestamptz,
  -- When it last answered to this console; null: never, so that its silence says nothing.
  reached_at   timestamptz,
  -- Since when it does not answer; null: it does, or it is not known whether it does.
  away_since   timestamptz,
  away_why     text,
  -- Since when it says that it has too much to do or no room; null: it does not say so.
  unwell_since timestamptz,
  unwell_why   text,
  -- How long it keeps messages; null: it did not say.
  keeps_ms     bigint,
  PRIMARY KEY (cluster_id, kind, name)
);

-- A group as its brokers had it when they were last compared.
CREATE TABLE cluster_group_state (
  group_id      int PRIMARY KEY REFERENCES cluster_consumer_group ON DELETE CASCADE,
  cluster_id    int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  checked_at    timestamptz NOT NULL,
  -- Every broker answered: null below means that all is well.
  is_whole      boolean NOT NULL,
  differs_since timestamptz,
  differs_in    text,
  missing_since timestamptz,
  missing_on    text
);
CREATE INDEX cluster_group_state_of ON cluster_group_state (cluster_id);

-- Dead letters from here on are not in the samples yet; null: none is.
ALTER TABLE cluster_letter_queue ADD COLUMN counted_off bigint;
-- Counted every half minute.
CREATE INDEX cluster_dead_letter_accepted ON cluster_dead_letter (group_id) WHERE accepted_at IS NOT NULL;

CREATE VIEW in_cluster.group_sample AS SELECT * FROM public.cluster_group_sample WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.broker_sample AS SELECT * FROM public.cluster_step_sample WHERE cluster_id = in_cluster.cluster_id();
-- What it says of the embedded broker's health is not of a cluster.
CREATE VIEW in_cluster.alarm_sample AS SELECT * FROM public.alarm_sample WHERE false;
