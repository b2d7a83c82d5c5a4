-- How an operator looks at a list: filters, sort and columns under a name. `query` is what the address has after its "?".
CREATE TABLE saved_view (
  view_id     int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id int NOT NULL REFERENCES operator ON DELETE CASCADE,
  list        text NOT NULL CHECK (octet_length(list) BETWEEN 1 AND 40),
  name        text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 240),
  query       text NOT NULL CHECK (octet_length(query) <= 4000),
  is_default  boolean NOT NULL DEFAULT false,
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (operator_id, list, name)
);
-- The list opens with it.
CREATE UNIQUE INDEX saved_view_default ON saved_view (operator_id, list) WHERE is_default;

-- Problems of the page Now that somebody has in hand, by their key. Tier and weight say how bad it was then: a problem that is
-- worse by now, or that began anew, is shown again.
CREATE TABLE problem_ack (
  problem  text PRIMARY KEY CHECK (octet_length(problem) BETWEEN 1 AND 800),
  tier     text NOT NULL,
  weight   float8 NOT NULL,
  acked_by text NOT NULL,
  acked_at timestamptz NOT NULL,
  until    timestamptz NOT NULL CHECK (until > acked_at),
  note     text NOT NULL DEFAULT ''
);
