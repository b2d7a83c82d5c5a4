-- Where the producers of a topic go when this broker goes on refusing them: advice to people, the broker never uses it.
CREATE TABLE topic_failover (
  topic_id   int PRIMARY KEY REFERENCES topic ON DELETE CASCADE,
  endpoints  text NOT NULL CHECK (endpoints <> ''),
  after_s    int NOT NULL CHECK (after_s BETWEEN 1 AND 86400),
  version    int NOT NULL CHECK (version >= 1),
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL
);
