-- Broker storage: log + cursor + exceptions.
-- The log is insert-only. A group's position is not a row of its own: it is `end_off` of the newest
-- lease row of that (group, queue). Only leases, failed deliveries and dead letters are rows.

-- One never-reset source of lease ids and epochs: a later claim always carries a higher number,
-- so a receipt handle of an earlier one can never match again.
CREATE SEQUENCE epoch_seq;

-- Two integers as one key. Secondary indexes of hot tables are built on it, so that a look-up by primary key has no
-- other index to choose from: planned while a table is small, and cached, the wrong one cost a factor of ten.
CREATE FUNCTION pair(p_high int, p_low int) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT (p_high::bigint << 32) + p_low $$;

CREATE TABLE topic (
  topic_id     int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name         text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 127),
  message_type text NOT NULL CHECK (message_type IN ('NORMAL', 'FIFO', 'DELAY', 'TRANSACTION')),
  queue_count  smallint NOT NULL CHECK (queue_count BETWEEN 1 AND 64),
  created_at   timestamptz NOT NULL
);

-- Lock rows: locking one serialises offset assignment of that queue. Updated only at segment change.
CREATE TABLE queue (
  queue_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic_id int NOT NULL REFERENCES topic,
  queue_no smallint NOT NULL CHECK (queue_no >= 0),
  seg      int NOT NULL DEFAULT 0,
  base_off bigint NOT NULL DEFAULT 0,
  UNIQUE (topic_id, queue_no)
) WITH (fillfactor = 20);

CREATE TABLE segment (
  seg       int PRIMARY KEY,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz CHECK (closed_at >= opened_at)
);

CREATE TABLE queue_segment (
  queue_id  int NOT NULL REFERENCES queue,
  seg       int NOT NULL REFERENCES segment,
  first_off bigint NOT NULL,
  PRIMARY KEY (queue_id, seg)
);

CREATE TABLE consumer_group (
  group_id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name                   text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 120),
  delivery_order         text NOT NULL CHECK (delivery_order IN ('concurrent', 'ordered')),
  max_retries            int NOT NULL CHECK (max_retries BETWEEN 0 AND 1000),
  retry_policy           jsonb NOT NULL CHECK (retry_policy ->> 'type' IN ('stepped', 'exponential', 'customized', 'fixed')),
  consumption_timeout_ms bigint NOT NULL CHECK (consumption_timeout_ms BETWEEN 1000 AND 43200000),
  version                int NOT NULL CHECK (version >= 1),
  created_at             timestamptz NOT NULL,
  updated_at             timestamptz NOT NULL
);

-- Every version a group ever had: a timeline entry names the policy version it was computed with.
CREATE TABLE consumer_group_version (
  group_id               int NOT NULL REFERENCES consumer_group,
  version                int NOT NULL,
  delivery_order         text NOT NULL,
  max_retries            int NOT NULL,
  retry_policy           jsonb NOT NULL,
  consumption_timeout_ms bigint NOT NULL,
  actor                  text NOT NULL,
  reason                 text,
  at                     timestamptz NOT NULL,
  PRIMARY KEY (group_id, version)
);

-- One per (group, queue) once the group has subscribed: the claim lock, and where the group started.
CREATE TABLE group_queue (
  group_id  int NOT NULL REFERENCES consumer_group,
  queue_id  int NOT NULL REFERENCES queue,
  start_seg int NOT NULL,
  start_off bigint NOT NULL,
  since     timestamptz NOT NULL,
  PRIMARY KEY (group_id, queue_id)
) WITH (fillfactor = 20);

CREATE TABLE client (
  client_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name      text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 1024)
);

-- The log. Keys start with queue_id, not seg: `seg` only prunes partitions, look-ups without it still work.
CREATE TABLE message (
  seg           int NOT NULL,
  queue_id      int NOT NULL,
  off           bigint NOT NULL CHECK (off >= 0),
  topic_id      int NOT NULL,
  msg_id        text COLLATE "C" NOT NULL CHECK (octet_length(msg_id) BETWEEN 1 AND 255),
  kind          text NOT NULL CHECK (kind IN ('NORMAL', 'FIFO', 'DELAY', 'TRANSACTION')),
  tag           text,
  mgroup        text COLLATE "C" CHECK (octet_length(mgroup) BETWEEN 1 AND 63),
  keys          text[],
  props         jsonb,
  body_encoding text NOT NULL CHECK (body_encoding IN ('IDENTITY', 'GZIP')),
  born_at       timestamptz NOT NULL,
  born_host     text NOT NULL,
  trace_context text,
  stored_at     timestamptz NOT NULL,
  body          bytea NOT NULL CHECK (octet_length(body) <= 4194304),
  PRIMARY KEY (queue_id, off, seg),
  UNIQUE (msg_id, topic_id, seg)
) PARTITION BY LIST (seg);
CREATE INDEX message_mgroup ON message (queue_id, mgroup, off) WHERE mgroup IS NOT NULL;
CREATE TABLE message_s0 PARTITION OF message FOR VALUES IN (0);
INSERT INTO segment (seg, opened_at) VALUES (0, clock_timestamp());

-- Copies of messages that are still referenced when their segment is dropped, or re-driven after it was.
CREATE TABLE kept_message (
  LIKE message INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  PRIMARY KEY (queue_id, off)
);
CREATE INDEX kept_message_msg_id ON kept_message (msg_id, topic_id);

-- A copy is made only when the original goes (same transaction) or is gone: the two never hold the same message.
-- Two plain selects, so that a join by (queue_id, off) reaches both primary keys; anything more would scan the log.
CREATE VIEW any_message AS
  SELECT seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context, stored_at, body
    FROM message
  UNION ALL
  SELECT seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context, stored_at, body
    FROM kept_message;

-- A first delivery: one row per received batch of at most 32, one bit per message; then its history.
-- kind: 0 concurrent delivery, 1 ordered delivery (one message group), 2 cursor only (nothing delivered).
CREATE TABLE lease (
  group_id     int NOT NULL,
  queue_id     int NOT NULL,
  lease_id     bigint NOT NULL,
  kind         smallint NOT NULL CHECK (kind BETWEEN 0 AND 2),
  seg          int NOT NULL,
  base_off     bigint NOT NULL,
  end_off      bigint NOT NULL,
  n            smallint NOT NULL CHECK (n BETWEEN 0 AND 32),
  offs         bigint[],
  open         bigint NOT NULL,
  failed       bigint NOT NULL DEFAULT 0,
  live         boolean NOT NULL,
  claimed_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  client_id    int,
  auto_renew   boolean NOT NULL DEFAULT false,
  gone         boolean NOT NULL DEFAULT false,
  attempt_id   text,
  acks         bigint[],            -- (ms since claim << 32) | bits, one element per ack
  PRIMARY KEY (group_id, queue_id, lease_id),
  CHECK (live = (open <> 0)),
  CHECK (open & failed = 0),
  CHECK (kind <> 2 OR n = 0),
  CHECK (kind = 1 OR end_off >= base_off),
  CHECK (offs IS NULL OR array_length(offs, 1) = n),
  CHECK (n = 0 OR offs IS NOT NULL OR end_off - base_off = n)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX lease_expiry ON lease (expires_at) WHERE live;          -- for the expiry and renewal loops only
CREATE INDEX lease_off ON lease (pair(group_id, queue_id), base_off);  -- timeline
CREATE INDEX lease_ordered_offs ON lease USING gin (offs) WHERE kind = 1;

-- A message that failed at least once for a group and is not finished there.
-- attempt = deliveries made so far in this generation; leased: the lease ends at visible_at, else: due then.
-- Every change of who may act on it takes a new epoch: a matching epoch alone says that the lease is the caller's.
CREATE TABLE retry (
  group_id       int NOT NULL,
  queue_id       int NOT NULL,
  off            bigint NOT NULL,
  seg            int NOT NULL,
  topic_id       int NOT NULL,
  mgroup         text COLLATE "C",       -- set only for ordered groups
  generation     int NOT NULL DEFAULT 0 CHECK (generation >= 0),
  attempt        smallint NOT NULL CHECK (attempt >= 0),
  epoch          bigint NOT NULL,
  leased         boolean NOT NULL,
  visible_at     timestamptz NOT NULL,
  waiting        boolean NOT NULL,       -- waits for a policy interval (WaitingRetry), else ready at visible_at (Ready)
  client_id      int,
  leased_at      timestamptz,
  auto_renew     boolean NOT NULL DEFAULT false,
  gone           boolean NOT NULL DEFAULT false,
  policy_version int NOT NULL,
  redrive_id     int,
  PRIMARY KEY (group_id, queue_id, off),
  CHECK (NOT leased OR (attempt >= 1 AND leased_at IS NOT NULL)),
  CHECK (NOT (leased AND waiting))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX retry_due ON retry (pair(group_id, topic_id), visible_at) WHERE NOT leased;
CREATE INDEX retry_expiry ON retry (visible_at) WHERE leased;
CREATE INDEX retry_attempt ON retry (pair(group_id, attempt)) WHERE NOT leased;
CREATE INDEX retry_mgroup ON retry (group_id, queue_id, mgroup, off) WHERE mgroup IS NOT NULL;

-- Append-only record of transitions, written in the same transaction as the change. A first delivery
-- that succeeds has no rows here (its lease row tells it); whatever failed once has all of its own.
CREATE TABLE delivery_event (
  event_id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id       int NOT NULL,
  queue_id       int NOT NULL,
  off            bigint NOT NULL,
  generation     int NOT NULL,
  attempt        smallint NOT NULL,
  state          text NOT NULL CHECK (state IN ('Ready', 'Inflight', 'WaitingRetry', 'Commit', 'DLQ')),
  cause          text NOT NULL CHECK (cause IN ('delivered', 'acked', 'nack', 'timeout', 'consumption-timeout', 'client-gone',
                   'forwarded', 'released', 'extended', 'limit-lowered', 're-driven', 'recalled')),
  epoch          bigint NOT NULL,
  client_id      int,
  at             timestamptz NOT NULL,
  due_at         timestamptz,
  policy_version int,
  redrive_id     int
);
CREATE INDEX delivery_event_message ON delivery_event (group_id, queue_id, off, event_id);
CREATE INDEX delivery_event_at ON delivery_event USING brin (at);      -- rows come in the order of time

-- Why a delivery failed, in the application's words. The protocol carries no error text; a listener wrapper reports it.
CREATE TABLE failure_report (
  group_id    int NOT NULL,
  queue_id    int NOT NULL,
  off         bigint NOT NULL,
  generation  int NOT NULL,
  attempt     smallint NOT NULL CHECK (attempt >= 1),
  error_type  text NOT NULL CHECK (char_length(error_type) BETWEEN 1 AND 200),
  message     text NOT NULL CHECK (char_length(message) <= 4000),
  stack       text CHECK (char_length(stack) <= 16000),
  reported_at timestamptz NOT NULL,
  PRIMARY KEY (group_id, queue_id, off, generation, attempt)
);

-- A full copy: survives the segment.
CREATE TABLE dead_letter (
  dead_letter_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  group_id       int NOT NULL,
  queue_id       int NOT NULL,
  off            bigint NOT NULL,
  generation     int NOT NULL,
  seg            int NOT NULL,
  topic_id       int NOT NULL,
  msg_id         text COLLATE "C" NOT NULL,
  attempts       smallint NOT NULL CHECK (attempts >= 0),
  cause          text NOT NULL,
  dead_at        timestamptz NOT NULL,
  client_id      int,
  policy_version int,
  redrive_id     int,
  kind           text NOT NULL,
  tag            text,
  mgroup         text COLLATE "C",
  keys           text[],
  props          jsonb,
  body_encoding  text NOT NULL,
  born_at        timestamptz NOT NULL,
  born_host      text NOT NULL,
  trace_context  text,
  stored_at      timestamptz NOT NULL,
  body           bytea NOT NULL,
  PRIMARY KEY (group_id, queue_id, off)
);
CREATE INDEX dead_letter_browse ON dead_letter (group_id, dead_at DESC, dead_letter_id DESC);
CREATE INDEX dead_letter_recent ON dead_letter (dead_at DESC, dead_letter_id DESC);
CREATE INDEX dead_letter_msg_id ON dead_letter (msg_id);

-- One row per (ordered group, message group) while it is busy.
-- state 1: a lease or retry rows block it; state 0: free again, and the log holds messages the cursor passed over.
-- A waiting message of a busy group is not copied: it is read from the log by (queue, mgroup, off > pos).
CREATE TABLE fifo_group (
  group_id  int NOT NULL,
  queue_id  int NOT NULL,
  mgroup    text COLLATE "C" NOT NULL,
  state     smallint NOT NULL CHECK (state IN (0, 1)),
  lease_id  bigint,
  pos       bigint NOT NULL,
  skipped   boolean NOT NULL DEFAULT false,
  ready_seq bigint,
  since     timestamptz NOT NULL,
  PRIMARY KEY (group_id, queue_id, mgroup),
  CHECK (state = 1 OR (lease_id IS NULL AND skipped AND ready_seq IS NOT NULL))
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX fifo_ready ON fifo_group (group_id, queue_id, ready_seq) WHERE state = 0;
CREATE UNIQUE INDEX fifo_lease ON fifo_group (lease_id) WHERE lease_id IS NOT NULL;

-- A re-drive is a durable job over a frozen set of dead letters.
CREATE TABLE redrive (
  redrive_id      int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id        int NOT NULL REFERENCES consumer_group,
  state           text NOT NULL CHECK (state IN ('running', 'paused', 'cancelled', 'completed')),
  selection       jsonb NOT NULL,
  selected        int NOT NULL CHECK (selected >= 0),
  rate_per_second int CHECK (rate_per_second BETWEEN 1 AND 100000),
  reason          text NOT NULL,
  created_by      text NOT NULL,
  request_id      text UNIQUE,
  frozen_at       timestamptz NOT NULL,
  finished_at     timestamptz,
  CHECK ((finished_at IS NOT NULL) = (state IN ('cancelled', 'completed')))
);
CREATE INDEX redrive_open ON redrive (redrive_id) WHERE finished_at IS NULL;

CREATE TABLE redrive_item (
  redrive_id int NOT NULL REFERENCES redrive,
  ord        int NOT NULL,
  group_id   int NOT NULL,
  queue_id   int NOT NULL,
  off        bigint NOT NULL,
  generation int NOT NULL,        -- the dead letter's; once moved the message lives on as generation + 1
  topic_id   int NOT NULL,
  msg_id     text COLLATE "C" NOT NULL,
  state      text NOT NULL CHECK (state IN ('selected', 'moved', 'excluded', 'recalled', 'cancelled')),
  why        text,
  moved_at   timestamptz,
  PRIMARY KEY (redrive_id, ord),
  CHECK ((state = 'excluded') = (why IS NOT NULL))
);
-- The marker: one dead letter is in at most one open re-drive, and is moved at most once.
CREATE UNIQUE INDEX redrive_item_once ON redrive_item (group_id, queue_id, off, generation) WHERE state IN ('selected', 'moved', 'recalled');
CREATE INDEX redrive_item_next ON redrive_item (redrive_id, ord) WHERE state = 'selected';

-- Keys the broker makes for itself at first start (receipt handle signature).
CREATE TABLE broker_secret (
  name  text PRIMARY KEY,
  value bytea NOT NULL CHECK (octet_length(value) >= 32)
);
