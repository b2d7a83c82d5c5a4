-- Half messages: stored by a producer, outside the log and invisible, until somebody commits or rolls back. The commit
-- appends to the log like any send; the row stays for the retention as the record of how it ended.
CREATE TABLE half_message (
  msg_id         text COLLATE "C" NOT NULL CHECK (octet_length(msg_id) BETWEEN 1 AND 255),
  topic_id       int NOT NULL,
  transaction_id text COLLATE "C" NOT NULL CHECK (octet_length(transaction_id) BETWEEN 1 AND 255),
  queue_id       int NOT NULL,                -- where a commit puts it
  state          text NOT NULL CHECK (state IN ('pending', 'committed', 'rolled-back', 'given-up')),
  producer       text COLLATE "C" NOT NULL,   -- client id
  stored_at      timestamptz NOT NULL,
  checks         smallint NOT NULL DEFAULT 0 CHECK (checks >= 0),
  last_check_at  timestamptz,
  next_check_at  timestamptz,                 -- null: resolved, or the last check was made
  gives_up_at    timestamptz NOT NULL,        -- the end of its lifetime, or of the wait after its last check
  resolved_at    timestamptz,
  resolved_by    text CHECK (resolved_by IN ('client', 'server-check', 'operator', 'check-limit', 'lifetime')),
  resolver       text,                        -- client id, or the operator's name
  off            bigint,                      -- of the committed message, in queue_id
  tag            text,
  keys           text[],
  props          jsonb,
  body_encoding  text NOT NULL CHECK (body_encoding IN ('IDENTITY', 'GZIP')),
  born_at        timestamptz NOT NULL,
  born_host      text NOT NULL,
  trace_context  text,
  body_bytes     int NOT NULL,
  body           bytea CHECK (octet_length(body) <= 4194304),
  PRIMARY KEY (msg_id, topic_id),
  CHECK ((state = 'pending') = (resolved_at IS NULL)),
  CHECK ((state = 'pending') = (resolved_by IS NULL)),
  CHECK ((state = 'pending') = (body IS NOT NULL)),
  CHECK (state = 'pending' OR next_check_at IS NULL)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
-- On pair(), as everywhere: a plain topic_id would be a second way to a row that is asked for by its primary key.
CREATE INDEX half_message_check ON half_message (pair(topic_id, 0), next_check_at) WHERE state = 'pending';
CREATE INDEX half_message_end ON half_message (gives_up_at) WHERE state = 'pending';
CREATE INDEX half_message_waiting ON half_message (pair(topic_id, 0), stored_at, msg_id) WHERE state = 'pending';
CREATE INDEX half_message_resolved ON half_message (pair(topic_id, 0), resolved_at DESC, msg_id) WHERE state <> 'pending';
CREATE INDEX half_message_old ON half_message (resolved_at) WHERE state <> 'pending';
