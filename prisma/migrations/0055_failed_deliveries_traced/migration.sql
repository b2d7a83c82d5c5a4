-- Up to which transition the failed deliveries of traced messages are in their traces, for all processes together.
CREATE TABLE trace_place (
  one      boolean PRIMARY KEY DEFAULT true CHECK (one),
  event_id bigint NOT NULL,
  read_at  timestamptz NOT NULL
);
INSERT INTO trace_place (event_id, read_at) VALUES (0, '-infinity');
