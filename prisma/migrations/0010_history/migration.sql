-- Figures over time. Steps of 10 s are kept for a day, steps of 60 s for a fortnight; a row of 60 s is made of those of 10 s.
-- Levels are what a step ended with, null when they could not be read: unknown is not 0. Flows are added up over all processes.
CREATE TABLE group_sample (
  group_id        int NOT NULL,
  step_s          smallint NOT NULL CHECK (step_s IN (10, 60)),
  at              timestamptz NOT NULL,
  ready           bigint,
  in_flight       bigint,
  waiting         bigint,
  dead            bigint,
  blocked_keys    int,
  oldest_ready_at timestamptz,
  delivered       bigint NOT NULL DEFAULT 0 CHECK (delivered >= redelivered),
  redelivered     bigint NOT NULL DEFAULT 0 CHECK (redelivered >= 0),
  died            bigint NOT NULL DEFAULT 0 CHECK (died >= 0),
  PRIMARY KEY (group_id, step_s, at)
);
CREATE INDEX group_sample_at ON group_sample (step_s, at);

CREATE TABLE topic_sample (
  topic_id    int NOT NULL,
  step_s      smallint NOT NULL CHECK (step_s IN (10, 60)),
  at          timestamptz NOT NULL,
  messages_in bigint NOT NULL DEFAULT 0 CHECK (messages_in >= 0),
  bytes_in    bigint NOT NULL DEFAULT 0 CHECK (bytes_in >= 0),
  refused     bigint NOT NULL DEFAULT 0 CHECK (refused >= 0),
  -- The largest number of messages and bytes of any one second in the step, of one process.
  peak_messages_per_s bigint NOT NULL DEFAULT 0,
  peak_bytes_per_s    bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (topic_id, step_s, at)
);
CREATE INDEX topic_sample_at ON topic_sample (step_s, at);

-- Who was refused, and by which limit. Empty text: does not apply, or too many to be told apart.
CREATE TABLE refusal_sample (
  step_s         smallint NOT NULL CHECK (step_s IN (10, 60)),
  at             timestamptz NOT NULL,
  limit_name     text COLLATE "C" NOT NULL,
  topic          text COLLATE "C" NOT NULL,
  consumer_group text COLLATE "C" NOT NULL,
  client         text COLLATE "C" NOT NULL,
  refused        bigint NOT NULL CHECK (refused > 0),
  last_at        timestamptz NOT NULL,
  PRIMARY KEY (step_s, at, limit_name, topic, consumer_group, client)
);

CREATE TABLE broker_sample (
  step_s         smallint NOT NULL CHECK (step_s IN (10, 60)),
  at             timestamptz NOT NULL,
  database_bytes bigint,
  PRIMARY KEY (step_s, at)
);
