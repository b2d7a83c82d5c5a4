-- Changes that wait for a second person. The input is what the operation takes, with its set frozen; who approves runs
-- it. An open one past expires_at has expired, whatever its state says.
CREATE TABLE approval (
  approval_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The attached cluster; null: this installation.
  workspace   text,
  operation   text NOT NULL,
  group_name  text NOT NULL,
  input       jsonb NOT NULL,
  -- Messages when it was asked; null: an engine could not count them.
  messages    bigint CHECK (messages >= 0),
  reason      text NOT NULL,
  asked_kind  text NOT NULL CHECK (asked_kind IN ('operator', 'token')),
  asked_by    text NOT NULL,
  asked_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at  timestamptz NOT NULL,
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'running', 'done', 'failed', 'refused', 'withdrawn')),
  decided_by  text,
  decided_at  timestamptz,
  -- Why it was refused, what came of it, or why it failed.
  outcome     text,
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX approval_open ON approval (expires_at) WHERE state = 'open';

-- The rule that a new broker starts with, where an older one has rules: as the rule on the health of the broker notifies.
INSERT INTO alarm_rule (watch, subject, threshold, window_ms, for_ms, clear_below, clear_for_ms, severity, on_unknown,
                        unknown_for_ms, repeat_ms, channel_ids, enabled, version, reason, updated_by, updated_at)
SELECT 'approval-waits', '', 1, 0, 0, 1, 0, 'warning', 'hold', 300000, 0, r.channel_ids, r.enabled, 1,
       'made beside the rule on the health of the broker', 'redrive', clock_timestamp()
  FROM alarm_rule r WHERE r.watch = 'broker-health' AND r.subject = ''
ON CONFLICT (watch, subject) DO NOTHING;
