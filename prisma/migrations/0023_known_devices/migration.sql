-- Browsers that have signed in before. Their guesses are counted on their own, so that strangers cannot lock their owner out:
-- sign_in_attempt.address holds "device 12" for them, "session 34" for who changes a password, else the block of the address.
CREATE TABLE known_device (
  token_hash   bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  operator_id  int NOT NULL REFERENCES operator ON DELETE CASCADE,
  device_id    int GENERATED ALWAYS AS IDENTITY UNIQUE,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (token_hash, operator_id)
);
CREATE INDEX known_device_owner ON known_device (operator_id, last_used_at);
