-- The console's own tables: who may do what, and what they did. Tokens and links are stored as SHA-256 only.

CREATE TABLE operator (
  operator_id     int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email           text NOT NULL UNIQUE CHECK (email = lower(email) AND octet_length(email) BETWEEN 3 AND 254),
  role            text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  password_hash   text CHECK (password_hash LIKE '$argon2id$%'),  -- null until the person has set one
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at     timestamptz,
  last_sign_in_at timestamptz
);

CREATE TABLE operator_session (
  token_hash   bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  session_id   int GENERATED ALWAYS AS IDENTITY UNIQUE,           -- names it in lists without giving it away
  operator_id  int NOT NULL REFERENCES operator ON DELETE CASCADE,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  address      text NOT NULL CHECK (octet_length(address) <= 64),
  agent        text NOT NULL CHECK (octet_length(agent) <= 400),
  CHECK (last_seen_at >= created_at)
);
CREATE INDEX operator_session_owner ON operator_session (operator_id);

-- One-time links: the first administrator (no operator yet), or an operator setting a password.
CREATE TABLE sign_in_link (
  token_hash  bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  purpose     text NOT NULL CHECK (purpose IN ('first-admin', 'set-password')),
  operator_id int REFERENCES operator ON DELETE CASCADE,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  CHECK ((purpose = 'first-admin') = (operator_id IS NULL)),
  CHECK (expires_at > created_at)
);
CREATE INDEX sign_in_link_owner ON sign_in_link (operator_id) WHERE operator_id IS NOT NULL;

CREATE TABLE api_token (
  api_token_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name         text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 100),
  token_hash   bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  shown_start  text NOT NULL CHECK (octet_length(shown_start) <= 12),   -- enough to recognise it, too little to use it
  rights       text NOT NULL CHECK (rights IN ('viewer', 'operator', 'admin', 'failures')),
  created_by   text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz,
  revoked_at   timestamptz
);

-- Kept in the database so that a restart forgives nobody. Rows older than a day are of no use and are removed.
CREATE TABLE sign_in_attempt (
  attempt_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account    text NOT NULL CHECK (octet_length(account) <= 254),
  address    text NOT NULL CHECK (octet_length(address) <= 64),
  succeeded  boolean NOT NULL DEFAULT false,
  at         timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX sign_in_attempt_account ON sign_in_attempt (account, at);
CREATE INDEX sign_in_attempt_address ON sign_in_attempt (address, at);

CREATE TABLE audit (
  audit_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_kind text NOT NULL CHECK (actor_kind IN ('operator', 'token', 'system')),
  actor      text NOT NULL CHECK (octet_length(actor) BETWEEN 1 AND 254),
  address    text CHECK (octet_length(address) <= 64),
  action     text NOT NULL CHECK (action ~ '^[a-z][a-z-]*[.][a-z][a-z-]*$'),
  target     text NOT NULL CHECK (octet_length(target) BETWEEN 1 AND 400),
  reason     text CHECK (octet_length(reason) <= 2000),
  before     jsonb,
  after      jsonb,
  counts     jsonb
);
CREATE INDEX audit_actor ON audit (actor, audit_id DESC);
CREATE INDEX audit_action ON audit (action, audit_id DESC);
CREATE INDEX audit_target ON audit (target, audit_id DESC);

CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit rows are never changed or removed';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
