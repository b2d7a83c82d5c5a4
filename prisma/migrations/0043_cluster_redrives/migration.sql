-- Re-drives of dead letters of attached clusters. A run has the columns of the embedded broker's, so that the same
-- statements pause, stop and pace it in the schema in_cluster; its numbers are of the same sequence: RD-12 is one run.
CREATE TABLE cluster_redrive (
  LIKE redrive INCLUDING DEFAULTS,
  cluster_id  int NOT NULL DEFAULT current_setting('redrive.cluster')::int REFERENCES cluster ON DELETE CASCADE,
  -- How its copies come to the group: pop-retry, classic-retry, send-back, topic.
  way         text NOT NULL,
  -- Names the run in every copy, and stays with it over retries and death.
  lineage     text NOT NULL UNIQUE,
  -- Other groups that get a copy, each confirmed by who started it.
  others      text[] NOT NULL DEFAULT '{}',
  ordered     boolean NOT NULL,
  max_retries int NOT NULL,
  -- How far each topic was that tells what becomes of copies, before the first one was sent; null: nothing was sent.
  starts      jsonb,
  -- Nothing more can be learned of it.
  watched_to  timestamptz,
  PRIMARY KEY (redrive_id),
  UNIQUE (request_id)
);
ALTER TABLE cluster_redrive ALTER COLUMN redrive_id SET DEFAULT nextval('redrive_redrive_id_seq');
CREATE INDEX cluster_redrive_of ON cluster_redrive (cluster_id, redrive_id DESC);
CREATE INDEX cluster_redrive_open ON cluster_redrive (cluster_id, group_id) WHERE watched_to IS NULL;

CREATE VIEW in_cluster.redrive AS SELECT * FROM public.cluster_redrive WHERE cluster_id = in_cluster.cluster_id();

-- A dead letter of a run. planned -> sending -> sent -> delivered -> retrying -> consumed | died | bound; what was sent
-- perhaps stays in sending until the broker's topics say whether it was stored. bound: delivered, not failed so far.
CREATE TABLE cluster_redrive_item (
  redrive_id     int NOT NULL REFERENCES cluster_redrive ON DELETE CASCADE,
  ord            int NOT NULL,
  dead_letter_id bigint NOT NULL,
  broker         text NOT NULL,
  topic          text NOT NULL,
  msg_id         text NOT NULL,
  key            text,
  state          text NOT NULL CHECK (state IN ('planned', 'sending', 'sent', 'delivered', 'retrying', 'consumed',
    'died', 'bound', 'excluded', 'cancelled')),
  why            text,
  sending_at     timestamptz,
  sent_at        timestamptz,
  -- Where the copy lies.
  sent_topic     text,
  sent_queue     int,
  sent_off       bigint,
  store_id       text,
  -- Of the delivery that was last heard of, 0 is the first.
  attempt        int NOT NULL DEFAULT 0,
  due_at         timestamptz,
  delivered_at   timestamptz,
  -- How its first delivery ended.
  first_at       timestamptz,
  first_failed   boolean,
  decided_at     timestamptz,
  PRIMARY KEY (redrive_id, ord),
  CHECK ((state = 'excluded') = (why IS NOT NULL)),
  CHECK (state NOT IN ('sent', 'delivered', 'retrying', 'consumed', 'died', 'bound') OR sent_at IS NOT NULL)
);
CREATE INDEX cluster_redrive_item_state ON cluster_redrive_item (redrive_id, state, ord);
CREATE INDEX cluster_redrive_item_first ON cluster_redrive_item (redrive_id, first_at) WHERE first_at IS NOT NULL;
-- A dead letter is sent by at most one run.
CREATE UNIQUE INDEX cluster_redrive_item_once ON cluster_redrive_item (dead_letter_id)
  WHERE state IN ('planned', 'sending');

-- Who sends and watches for a group: one process, until its time is over.
CREATE TABLE cluster_redrive_owner (
  cluster_id  int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  group_id    int NOT NULL REFERENCES cluster_consumer_group ON DELETE CASCADE,
  owner       text NOT NULL,
  owned_until timestamptz NOT NULL,
  PRIMARY KEY (cluster_id, group_id)
);

-- Consumer groups that this console made for the time of sending: noted before they are made, until they are deleted.
CREATE TABLE cluster_redrive_helper (
  cluster_id int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  broker     text NOT NULL,
  group_name text NOT NULL,
  topic      text NOT NULL,
  PRIMARY KEY (cluster_id, broker, group_name, topic)
);
