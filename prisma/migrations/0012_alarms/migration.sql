-- Alarms: rules, what each rule sees of each subject, incidents with their history, and whom they are told to.

-- Where alarms are told. What must stay secret (passwords, keys, addresses that are keys) is sealed, never in `config`.
CREATE TABLE alarm_channel (
  channel_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seal_id    text NOT NULL UNIQUE,                 -- the sealed secret opens in this row alone
  name       text NOT NULL UNIQUE CHECK (octet_length(name) BETWEEN 1 AND 100),
  kind       text NOT NULL CHECK (kind IN ('webhook', 'slack', 'teams', 'pagerduty', 'opsgenie', 'email')),
  config     jsonb NOT NULL CHECK (jsonb_typeof(config) = 'object'),
  secret     bytea,
  enabled    boolean NOT NULL,
  version    int NOT NULL CHECK (version >= 1),
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE alarm_rule (
  rule_id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  watch          text NOT NULL CHECK (watch ~ '^[a-z][a-z-]*$'),
  subject        text COLLATE "C" NOT NULL,        -- empty: every group or topic without a rule of its own
  threshold      double precision NOT NULL CHECK (threshold >= 0),
  window_ms      bigint NOT NULL CHECK (window_ms >= 0),
  for_ms         bigint NOT NULL CHECK (for_ms >= 0),
  clear_below    double precision NOT NULL CHECK (clear_below <= threshold),
  clear_for_ms   bigint NOT NULL CHECK (clear_for_ms >= 0),
  severity       text NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
  on_unknown     text NOT NULL CHECK (on_unknown IN ('hold', 'fire', 'ignore')),
  unknown_for_ms bigint NOT NULL CHECK (unknown_for_ms >= 0),
  repeat_ms      bigint NOT NULL CHECK (repeat_ms >= 0),
  channel_ids    int[],                            -- null: every channel
  enabled        boolean NOT NULL,
  version        int NOT NULL CHECK (version >= 1),
  reason         text NOT NULL,
  updated_by     text NOT NULL,
  updated_at     timestamptz NOT NULL,
  UNIQUE (watch, subject)
);

-- What a rule last saw of a subject; no row: quiet since ever. Written only when something changed.
CREATE TABLE alarm_state (
  rule_id         int NOT NULL REFERENCES alarm_rule ON DELETE CASCADE,
  subject         text COLLATE "C" NOT NULL,
  phase           text NOT NULL CHECK (phase IN ('quiet', 'pending', 'firing', 'clearing')),
  since           timestamptz NOT NULL,
  fired_at        timestamptz,
  told_at         timestamptz,
  unknown_since   timestamptz,
  because_unknown boolean NOT NULL,
  -- Since when a condition without a duration of its own holds, e.g. that nobody consumes.
  holds_since     timestamptz,
  -- What died before is settled by a re-drive and does not count.
  counts_from     timestamptz,
  silenced_until  timestamptz,
  silenced_by     text,
  silence_reason  text,
  PRIMARY KEY (rule_id, subject),
  CHECK ((fired_at IS NOT NULL) = (phase IN ('firing', 'clearing')))
);

-- Outlives its rule.
CREATE TABLE alarm_incident (
  incident_id     int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule_id         int NOT NULL,
  watch           text NOT NULL,
  subject         text COLLATE "C" NOT NULL,
  severity        text NOT NULL,
  threshold       double precision NOT NULL,
  window_ms       bigint NOT NULL,
  fired_at        timestamptz NOT NULL,
  because_unknown boolean NOT NULL,
  value           double precision,                -- last known
  peak            double precision,
  told            boolean NOT NULL,                -- false: silenced since it fired
  acknowledged_by text,
  acknowledged_at timestamptz,
  resolved_at     timestamptz,
  resolved_why    text CHECK (resolved_why IN ('cleared', 'redriven', 'rule-changed')),
  redrive_id      int,
  CHECK ((resolved_at IS NULL) = (resolved_why IS NULL)),
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL))
);
CREATE UNIQUE INDEX alarm_incident_open ON alarm_incident (rule_id, subject) WHERE resolved_at IS NULL;
CREATE INDEX alarm_incident_fired ON alarm_incident (fired_at);

CREATE TABLE alarm_event (
  event_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id int NOT NULL REFERENCES alarm_incident ON DELETE CASCADE,
  at          timestamptz NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('fired', 'repeated', 'acknowledged', 'silenced', 'unsilenced', 'redrive', 'resolved')),
  actor       text,
  note        text,
  value       double precision
);
CREATE INDEX alarm_event_incident ON alarm_event (incident_id);

-- What is to be told, written with the change that it tells of; and the log of what was told.
CREATE TABLE alarm_delivery (
  delivery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id  int NOT NULL REFERENCES alarm_channel ON DELETE CASCADE,
  incident_id int REFERENCES alarm_incident ON DELETE CASCADE,   -- null: a test
  kind        text NOT NULL CHECK (kind IN ('fired', 'repeated', 'resolved', 'test')),
  notice      jsonb NOT NULL,
  state       text NOT NULL CHECK (state IN ('pending', 'sent', 'given-up')),
  attempts    int NOT NULL CHECK (attempts >= 0),
  created_at  timestamptz NOT NULL,
  next_at     timestamptz NOT NULL,
  tried_at    timestamptz,
  status      int,
  problem     text
);
CREATE INDEX alarm_delivery_pending ON alarm_delivery (next_at) WHERE state = 'pending';
CREATE INDEX alarm_delivery_channel ON alarm_delivery (channel_id, delivery_id);
CREATE INDEX alarm_delivery_incident ON alarm_delivery (incident_id);

-- One row: when all rules were last looked at, and whether the default rules were made.
CREATE TABLE alarm_pass (
  only_one     boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  evaluated_at timestamptz,
  defaults_at  timestamptz
);
INSERT INTO alarm_pass DEFAULT VALUES;
