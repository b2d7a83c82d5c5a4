-- What each process that serves clients knows, for the consoles of other nodes: its clients, and how much of each limit
-- it uses. Both go with the row of the process.
CREATE TABLE node_session (
  node_id    text NOT NULL REFERENCES broker_node ON DELETE CASCADE,
  client     text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('producer', 'push', 'simple')),
  group_name text,
  topics     text[] NOT NULL,
  filters    jsonb NOT NULL,
  language   text NOT NULL,
  version    text NOT NULL,
  address    text NOT NULL,
  access_key text,
  since      timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL,
  PRIMARY KEY (node_id, client)
);
CREATE TABLE node_limits (
  node_id     text PRIMARY KEY REFERENCES broker_node ON DELETE CASCADE,
  uses        jsonb NOT NULL,
  reported_at timestamptz NOT NULL
);

-- The practice incident of this database: what the process that runs it says, and what another one asks of it.
CREATE TABLE practice_run (
  one        boolean PRIMARY KEY DEFAULT true CHECK (one),
  state      jsonb NOT NULL,
  wish       text CHECK (wish IN ('fix', 'break', 'stop')),
  changed_at timestamptz NOT NULL
);
