-- The dead letters of attached clusters, indexed so that they outlive the brokers' retention.
--
-- The tables have the columns of the embedded broker's. The schema in_cluster shows those of one cluster under the names of
-- the embedded tables: a connection with "search_path = in_cluster, public" and "redrive.cluster = <id>" reads and changes
-- them with the statements of the embedded broker, which stay as they are. Numbers of groups, topics and queues begin at
-- 1,000,000,000, so that no statement can take one for another.

-- Who indexes a cluster: one process, until its time is over.
CREATE TABLE cluster_index (
  cluster_id  int PRIMARY KEY REFERENCES cluster ON DELETE CASCADE,
  owner       text NOT NULL,
  owned_until timestamptz NOT NULL,
  -- Of the last round that went through all brokers, and what each silent one said: {"broker-b": "no answer within 5 s"}.
  round_at    timestamptz,
  brokers     text[] NOT NULL DEFAULT '{}',
  silent      jsonb NOT NULL DEFAULT '{}'
);

CREATE TABLE cluster_consumer_group (
  LIKE consumer_group INCLUDING DEFAULTS,
  cluster_id int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  PRIMARY KEY (group_id),
  UNIQUE (cluster_id, name)
);
ALTER TABLE cluster_consumer_group ALTER COLUMN group_id ADD GENERATED ALWAYS AS IDENTITY (START WITH 1000000000);

CREATE TABLE cluster_topic (
  LIKE topic INCLUDING DEFAULTS,
  cluster_id int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  PRIMARY KEY (topic_id),
  UNIQUE (cluster_id, name)
);
ALTER TABLE cluster_topic ALTER COLUMN topic_id ADD GENERATED ALWAYS AS IDENTITY (START WITH 1000000000);

-- One life of a dead-letter topic at one broker, and how far it is indexed: the cursor moves with the rows. A topic that was
-- deleted and made again, or a broker that lost its disk, begins another life.
CREATE TABLE cluster_letter_queue (
  queue_id   int GENERATED ALWAYS AS IDENTITY (START WITH 1000000000) PRIMARY KEY,
  cluster_id int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  broker     text NOT NULL,
  group_id   int NOT NULL REFERENCES cluster_consumer_group ON DELETE CASCADE,
  queue_no   int NOT NULL,
  -- 1 is the first that was seen.
  life       int NOT NULL,
  -- The next offset to read; everything before it is a row, a gap, or of before.
  next_off   bigint NOT NULL,
  -- What the broker had when it was last read; below min_off its retention took it.
  min_off    bigint NOT NULL,
  max_off    bigint NOT NULL,
  -- Null: it was never read.
  read_at    timestamptz,
  -- Why it cannot be read now, as the broker says.
  problem    text,
  -- No broker has it any more: what was indexed stays.
  ended_at   timestamptz,
  UNIQUE (cluster_id, broker, group_id, queue_no, life)
);
CREATE INDEX cluster_letter_queue_group ON cluster_letter_queue (group_id);

-- Offsets that are not indexed: [from_off, to_off).
CREATE TABLE cluster_letter_gap (
  queue_id int NOT NULL REFERENCES cluster_letter_queue ON DELETE CASCADE,
  from_off bigint NOT NULL,
  to_off   bigint NOT NULL CHECK (to_off > from_off),
  -- 'retention': the broker had removed them before they were read; 'before': before the cluster was attached;
  -- 'unreadable': their bytes are no message.
  why      text NOT NULL CHECK (why IN ('retention', 'before', 'unreadable')),
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (queue_id, from_off)
);

-- A dead letter as it lay in the dead-letter topic of a broker: (queue_id, off) is its place, dead_letter_id its number.
-- dead_at is the broker's store time, topic_id the topic that it came from, props all properties as stored.
CREATE TABLE cluster_dead_letter (
  LIKE dead_letter INCLUDING DEFAULTS,
  -- Not a foreign key: letters of a detached cluster are removed step by step.
  cluster_id      int NOT NULL,
  broker          text NOT NULL,
  -- As the client uses it: 'pop', 'pop-ordered', 'classic', 'classic-ordered'; null: it does not show.
  consumer        text,
  reconsume_times int NOT NULL,
  flag            int NOT NULL,
  -- Bits of the stored message; its body is kept as it was stored.
  sys_flag        int NOT NULL,
  -- What the broker called this copy.
  store_id        text NOT NULL,
  -- The open re-drive that has chosen it.
  chosen_by       int,
  PRIMARY KEY (group_id, queue_id, off)
);
ALTER TABLE cluster_dead_letter ALTER COLUMN dead_letter_id ADD GENERATED ALWAYS AS IDENTITY (START WITH 1000000000000);
ALTER TABLE cluster_dead_letter ADD UNIQUE (dead_letter_id);
-- Each begins with the cluster, as every view does: what is counted is read from the index alone.
CREATE INDEX cluster_dead_letter_recent ON cluster_dead_letter (cluster_id, dead_at DESC, dead_letter_id DESC)
  INCLUDE (group_id);
CREATE INDEX cluster_dead_letter_browse ON cluster_dead_letter (cluster_id, group_id, dead_at DESC, dead_letter_id DESC);
CREATE INDEX cluster_dead_letter_cause
  ON cluster_dead_letter (cluster_id, group_id, fingerprint, dead_at DESC, dead_letter_id DESC);
CREATE INDEX cluster_dead_letter_msg_id ON cluster_dead_letter (cluster_id, msg_id);
CREATE INDEX cluster_dead_letter_keys ON cluster_dead_letter USING gin (short_keys(keys)) WHERE keys IS NOT NULL;
CREATE INDEX cluster_dead_letter_mgroup ON cluster_dead_letter (mgroup) WHERE mgroup IS NOT NULL;
CREATE INDEX cluster_dead_letter_held ON cluster_dead_letter (group_id, dead_at) WHERE held_at IS NOT NULL;
CREATE INDEX cluster_dead_letter_kept ON cluster_dead_letter (group_id, kept_until) WHERE kept_until IS NOT NULL;
CREATE INDEX cluster_dead_letter_chosen ON cluster_dead_letter (chosen_by) WHERE chosen_by IS NOT NULL;

CREATE TABLE cluster_letter_text (
  LIKE letter_text INCLUDING DEFAULTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int,
  PRIMARY KEY (dead_letter_id)
);
CREATE INDEX cluster_letter_text_words ON cluster_letter_text USING gin (words);

CREATE TABLE cluster_letter_text_due (
  LIKE letter_text_due INCLUDING DEFAULTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int,
  PRIMARY KEY (dead_letter_id)
);

-- Why a delivery failed, as applications report it: by message and delivery, before or after the death.
CREATE TABLE cluster_report (
  cluster_id  int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  group_name  text NOT NULL,
  msg_id      text NOT NULL,
  attempt     int NOT NULL,
  error_type  text NOT NULL,
  message     text NOT NULL,
  stack       text,
  app_version text,
  reported_at timestamptz NOT NULL,
  PRIMARY KEY (cluster_id, msg_id, group_name, attempt)
);
CREATE INDEX cluster_report_at ON cluster_report (reported_at);

-- The report that says why a letter died.
CREATE TABLE cluster_failure_report (
  LIKE failure_report INCLUDING DEFAULTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int,
  PRIMARY KEY (group_id, queue_id, off, generation, attempt)
);
CREATE INDEX cluster_failure_report_cause ON cluster_failure_report (group_id, fingerprint, reported_at);

CREATE TABLE cluster_failure_cause (
  LIKE failure_cause INCLUDING DEFAULTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int,
  PRIMARY KEY (group_id, fingerprint)
);

CREATE SCHEMA in_cluster;
CREATE FUNCTION in_cluster.cluster_id() RETURNS int
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT current_setting('redrive.cluster')::int $$;

-- Views of one table each, so that they are changed like tables; lib/store/in-cluster.db.test.ts compares their columns with
-- the tables that they stand for.
CREATE VIEW in_cluster.consumer_group AS
  SELECT * FROM public.cluster_consumer_group WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.topic AS SELECT * FROM public.cluster_topic WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.dead_letter AS SELECT * FROM public.cluster_dead_letter WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.letter_text AS SELECT * FROM public.cluster_letter_text WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.letter_text_due AS
  SELECT * FROM public.cluster_letter_text_due WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.failure_report AS
  SELECT * FROM public.cluster_failure_report WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.failure_cause AS
  SELECT * FROM public.cluster_failure_cause WHERE cluster_id = in_cluster.cluster_id();
-- What open re-drives have chosen.
CREATE VIEW in_cluster.redrive_item AS
  SELECT d.chosen_by AS redrive_id, 0 AS ord, d.group_id, d.queue_id, d.off, d.generation, d.topic_id, d.msg_id,
         'selected'::text AS state
    FROM public.cluster_dead_letter d WHERE d.chosen_by IS NOT NULL AND d.cluster_id = in_cluster.cluster_id();

-- What is done on a connection that sees one cluster is of that workspace, also what functions write.
ALTER TABLE audit ALTER COLUMN workspace SET DEFAULT current_setting('redrive.workspace', true);
