-- Access keys of RocketMQ clients. A secret must be readable to check a signature, so it is kept sealed, not hashed.

CREATE TABLE access_key (
  access_key_id    text COLLATE "C" PRIMARY KEY CHECK (access_key_id ~ '^[A-Za-z0-9]{1,64}$'),
  name             text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 100),
  note             text NOT NULL DEFAULT '' CHECK (octet_length(note) <= 1000),
  rules            jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array'),
  version          int NOT NULL DEFAULT 1 CHECK (version >= 1),          -- grows with every change: processes compare it
  secret           bytea NOT NULL,
  secret_version   int NOT NULL DEFAULT 1 CHECK (secret_version >= 1),
  old_secret       bytea,                                                -- accepted beside the newest one until then
  old_secret_until timestamptz,
  created_by       text NOT NULL,
  created_at       timestamptz NOT NULL,
  disabled_at      timestamptz,
  expires_at       timestamptz,
  last_used_at     timestamptz,
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL))
);
