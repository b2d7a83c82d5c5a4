-- The account as passkeys know it: authenticators keep it, so it says nothing about the person.
ALTER TABLE operator ADD COLUMN passkey_handle uuid NOT NULL DEFAULT gen_random_uuid();

-- How the person signed in.
ALTER TABLE operator_session ADD COLUMN method text NOT NULL DEFAULT 'password'
  CHECK (method IN ('password', 'password+code', 'password+recovery-code', 'passkey', 'single-sign-on'));

-- An authenticator app with codes that change every 30 seconds (RFC 6238).
CREATE TABLE totp (
  operator_id  int PRIMARY KEY REFERENCES operator ON DELETE CASCADE,
  -- Sealed.
  secret       bytea NOT NULL,
  -- Null: the person has not shown a code of it yet; it asks for nothing until then.
  confirmed_at timestamptz,
  -- Of the last code that was accepted: it and those before are not accepted again.
  last_step    bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_code (
  code_hash   bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
  operator_id int NOT NULL REFERENCES operator ON DELETE CASCADE,
  used_at     timestamptz
);
CREATE INDEX recovery_code_owner ON recovery_code (operator_id);

CREATE TABLE passkey (
  passkey_id    int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id   int NOT NULL REFERENCES operator ON DELETE CASCADE,
  -- As the browser writes it, base64url.
  credential_id text NOT NULL UNIQUE,
  public_key    bytea NOT NULL,
  -- Of signatures; authenticators that do not count say 0.
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  -- The host name that it works for.
  host          text NOT NULL,
  name          text NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at  timestamptz
);
CREATE INDEX passkey_owner ON passkey (operator_id);

-- Who a person is at an OpenID provider.
CREATE TABLE oidc_identity (
  issuer      text NOT NULL,
  subject     text NOT NULL,
  operator_id int NOT NULL REFERENCES operator ON DELETE CASCADE,
  linked_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (issuer, subject),
  UNIQUE (operator_id, issuer)
);

-- A sign-in under way: its browser holds the token in a cookie. It is used once.
CREATE TABLE sign_in_step (
  token_hash  bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  purpose     text NOT NULL CHECK (purpose IN ('second-factor', 'enrol', 'passkey-add', 'passkey-use', 'oidc')),
  -- Null: not known yet.
  operator_id int REFERENCES operator ON DELETE CASCADE,
  -- The block of addresses that began it.
  address     text NOT NULL,
  data        jsonb NOT NULL,
  tries       int NOT NULL DEFAULT 0,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX sign_in_step_address ON sign_in_step (address);
CREATE INDEX sign_in_step_owner ON sign_in_step (operator_id) WHERE operator_id IS NOT NULL;
CREATE INDEX sign_in_step_expiry ON sign_in_step (expires_at);
