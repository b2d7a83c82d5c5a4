-- Dead letters may expire: how long they are kept is the setting "dead-letter-retention".

-- Not removed before, whatever the retention says: a cancelled re-drive gives back what may be past its time.
ALTER TABLE dead_letter ADD COLUMN kept_until timestamptz;
CREATE INDEX dead_letter_kept ON dead_letter (group_id, kept_until) WHERE kept_until IS NOT NULL;

ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_state_check;
ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_state_check
  CHECK (state IN ('Ready', 'Inflight', 'WaitingRetry', 'Commit', 'DLQ', 'Dropped', 'Expired'));

-- The list of causes is extended as it stands, whatever it holds.
DO $$
DECLARE
  v_check text := (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                    WHERE c.conrelid = 'delivery_event'::regclass AND c.conname = 'delivery_event_cause_check');
BEGIN
  ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_cause_check;
  EXECUTE 'ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_cause_check ' || replace(v_check, 'ARRAY[', 'ARRAY[''expired''::text, ');
END $$;

-- That there was one, for as long as history is kept: whoever looks for it is told that it is gone, and since when.
CREATE TABLE expired_letter (
  dead_letter_id bigint PRIMARY KEY,
  group_id       int NOT NULL,
  queue_id       int NOT NULL,
  topic_id       int NOT NULL,
  msg_id         text COLLATE "C" NOT NULL,
  attempts       smallint NOT NULL,
  dead_at        timestamptz NOT NULL,
  expired_at     timestamptz NOT NULL
);
CREATE INDEX expired_letter_msg_id ON expired_letter (msg_id);
CREATE INDEX expired_letter_at ON expired_letter (expired_at);

-- Levels that alarms watch, so that a rule can be tried on the past. Null: not read, or older than these columns.
ALTER TABLE group_sample
  ADD COLUMN deaths_due int CHECK (deaths_due >= 0),   -- on their last try, which ends within the next 60 minutes
  ADD COLUMN expiring   int CHECK (expiring >= 0),     -- dead letters that expire within the next 24 hours
  ADD COLUMN consumers  int CHECK (consumers >= 0);    -- connected to any living node
-- Steps in which alarms were looked at, and what the one on the broker's health saw, seconds; null: it could not tell.
CREATE TABLE alarm_sample (
  step_s   smallint NOT NULL CHECK (step_s IN (10, 60)),
  at       timestamptz NOT NULL,
  unwell_s int CHECK (unwell_s >= 0),
  PRIMARY KEY (step_s, at)
);

-- The rule that every broker starts with, where the others are made already.
INSERT INTO alarm_rule (watch, subject, threshold, window_ms, for_ms, clear_below, clear_for_ms, severity, on_unknown, unknown_for_ms, repeat_ms, channel_ids,
                        enabled, version, reason, updated_by, updated_at)
SELECT 'expiring-dead-letters', '', 1, 86400000, 0, 1, 120000, 'warning', 'hold', 300000, 0, NULL, true, 1, 'made with the retention of dead letters', 'redrive',
       clock_timestamp()
  FROM alarm_pass p WHERE p.defaults_at IS NOT NULL
ON CONFLICT (watch, subject) DO NOTHING;
