-- Messages of DELAY topics that are not due: outside the log until then, because a log position is a promise of order of
-- delivery. A row goes in the transaction that appends its message to the log; a recalled one stays as the record of it.
CREATE TABLE scheduled_message (
  topic_id      int NOT NULL,
  msg_id        text COLLATE "C" NOT NULL CHECK (octet_length(msg_id) BETWEEN 1 AND 255),
  queue_id      int NOT NULL,                 -- chosen when it was sent
  due_at        timestamptz NOT NULL,
  scheduled_at  timestamptz NOT NULL,
  tag           text,
  mgroup        text COLLATE "C" CHECK (octet_length(mgroup) BETWEEN 1 AND 63),
  keys          text[],
  props         jsonb,
  body_encoding text NOT NULL CHECK (body_encoding IN ('IDENTITY', 'GZIP')),
  born_at       timestamptz NOT NULL,
  born_host     text NOT NULL,
  trace_context text,
  body          bytea NOT NULL CHECK (octet_length(body) <= 4194304),
  recalled_at   timestamptz,
  recalled_by   text CHECK (octet_length(recalled_by) BETWEEN 1 AND 254),  -- null: its producer
  PRIMARY KEY (topic_id, msg_id),
  CHECK (recalled_by IS NULL OR recalled_at IS NOT NULL)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX scheduled_due ON scheduled_message (due_at) WHERE recalled_at IS NULL;                     -- for the release loop only
CREATE INDEX scheduled_list ON scheduled_message (topic_id, due_at, msg_id) WHERE recalled_at IS NULL;  -- for lists and counts
CREATE INDEX scheduled_recalled ON scheduled_message (recalled_at) WHERE recalled_at IS NOT NULL;       -- for the retention
