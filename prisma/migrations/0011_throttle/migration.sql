-- Limits that operators set; those that protect the process are in the code.
CREATE TABLE throttle_limit (
  limit_id   int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('send-rate', 'send-bytes', 'receive-rate', 'receive-bytes', 'cold-read', 'backlog-count', 'backlog-bytes',
                                           'backlog-age', 'storage')),
  scope      text NOT NULL CHECK (scope IN ('broker', 'topic', 'group', 'access-key')),
  subject    text COLLATE "C" NOT NULL,
  hard       double precision NOT NULL CHECK (hard > 0 AND hard <= 1e15),
  soft_share double precision NOT NULL CHECK (soft_share >= 0.1 AND soft_share < 1),
  burst_ms   int NOT NULL CHECK (burst_ms BETWEEN 0 AND 600000),
  enabled    boolean NOT NULL,
  version    int NOT NULL CHECK (version >= 1),
  reason     text NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (kind, scope, subject),
  CHECK ((scope = 'broker') = (subject = ''))
);

-- Processes that serve clients of this broker, by what they last said. Rates are shared among the living.
CREATE TABLE broker_node (
  node_id    text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL
);

-- Consumers connected to each node, by group: an alarm on "no consumer" must know of all nodes.
CREATE TABLE node_consumers (
  node_id   text NOT NULL REFERENCES broker_node ON DELETE CASCADE,
  group_id  int NOT NULL,
  consumers int NOT NULL CHECK (consumers > 0),
  PRIMARY KEY (node_id, group_id)
);
