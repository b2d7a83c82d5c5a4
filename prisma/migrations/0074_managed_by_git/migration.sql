-- What a file in git decides (redrive apply), and what was changed here although it does.
CREATE TABLE managed (
  -- The name of an attached cluster; empty: this installation.
  workspace       text NOT NULL DEFAULT '',
  kind            text NOT NULL
    CHECK (kind IN ('topic', 'group', 'limit', 'alarm-rule', 'alarm-channel', 'team', 'setting')),
  name            text NOT NULL,
  -- Where the file is, as redrive apply was told: an address, or a file name.
  source          text NOT NULL,
  applied_by      text NOT NULL,
  applied_at      timestamptz NOT NULL,
  -- The last change here since then.
  overridden_by   text,
  overridden_at   timestamptz,
  override_reason text,
  PRIMARY KEY (workspace, kind, name),
  CHECK ((overridden_by IS NULL) = (overridden_at IS NULL)),
  CHECK ((overridden_by IS NULL) = (override_reason IS NULL))
);
