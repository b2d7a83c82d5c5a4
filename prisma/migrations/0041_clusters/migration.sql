-- An Apache RocketMQ cluster that this console is attached to. Its name is the workspace in addresses.
CREATE TABLE cluster (
  cluster_id     int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seal_id        text NOT NULL UNIQUE,
  name           text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'),
  environment    text NOT NULL,
  name_servers   text[] NOT NULL CHECK (cardinality(name_servers) BETWEEN 1 AND 16),
  -- What brokers announce to what is reached from here, both host:port.
  address_map    jsonb NOT NULL DEFAULT '{}',
  access_key     text,
  -- Of the access key, sealed.
  secret         bytea,
  -- An administrator allows changes; until then nothing is written to the cluster.
  allows_changes boolean NOT NULL DEFAULT false,
  version        int NOT NULL,
  updated_by     text NOT NULL,
  updated_at     timestamptz NOT NULL,
  CHECK (secret IS NULL OR access_key IS NOT NULL)
);

-- The settings of a group of a cluster as they were at one time: saved here, or noticed to be other than before. The brokers
-- keep no history, and overwrite without comparing.
CREATE TABLE cluster_group_version (
  cluster_id int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  group_name text NOT NULL,
  version    int NOT NULL,
  -- Of all that the brokers had then, unknown fields included: the next change is compared with it.
  seen       text NOT NULL,
  -- By broker: {"broker-a": {...}, "broker-b": null}; null: the group was missing there.
  brokers    jsonb NOT NULL,
  -- Null: changed by something else than this console.
  actor      text,
  reason     text,
  at         timestamptz NOT NULL,
  PRIMARY KEY (cluster_id, group_name, version)
);

-- The attached cluster that a change was made in; null: this installation.
ALTER TABLE audit ADD COLUMN workspace text;
