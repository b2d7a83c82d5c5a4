-- How connections to a cluster are encrypted, and where its 4.x clients trace to.
ALTER TABLE cluster
  ADD COLUMN uses_tls       boolean NOT NULL DEFAULT false,
  -- PEM of CAs whose certificates are trusted; null: those of the computer of the console.
  ADD COLUMN ca_certificate text CHECK (ca_certificate IS NULL OR uses_tls),
  -- Null: as each broker has it.
  ADD COLUMN trace_topic    text;

-- Dead letters of 4.x clients without a report: what those clients traced of them is still to be looked for.
CREATE TABLE cluster_trace_due (
  dead_letter_id bigint PRIMARY KEY,
  cluster_id     int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  dead_at        timestamptz NOT NULL,
  -- Clients trace a few seconds late.
  look_at        timestamptz NOT NULL,
  looks          int NOT NULL DEFAULT 0
);
CREATE INDEX cluster_trace_due_next ON cluster_trace_due (cluster_id, dead_at DESC);
