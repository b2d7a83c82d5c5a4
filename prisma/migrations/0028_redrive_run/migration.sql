-- A re-drive that goes carefully: a canary, a rising rate, and a rule that stops it. Nodes of the release before write none of
-- these columns: their re-drives release as before. `stopped` is a state that they neither step nor resume.
ALTER TABLE redrive
  ADD COLUMN canary int CHECK (canary >= 1),                    -- null: none
  ADD COLUMN ramp jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(ramp) = 'array'),
  ADD COLUMN abort jsonb CHECK (jsonb_typeof(abort) = 'object'), -- null: never stops by itself
  ADD COLUMN phase text NOT NULL DEFAULT 'releasing' CHECK (phase IN ('canary', 'ramp', 'releasing')),
  ADD COLUMN phase_at timestamptz,
  ADD COLUMN released int NOT NULL DEFAULT 0 CHECK (released >= 0),
  -- A round begins with the start, and again when a stopped run is resumed: a new canary, and only deliveries since then count.
  ADD COLUMN round_at timestamptz,
  ADD COLUMN round_released int NOT NULL DEFAULT 0 CHECK (round_released >= 0),
  ADD COLUMN resumed_at timestamptz,
  ADD COLUMN next_at timestamptz,                               -- when the rate allows the next one
  ADD COLUMN stopped_at timestamptz,
  ADD COLUMN stopped_why text CHECK (stopped_why IN ('canary-failed', 'first-deliveries-failed', 'not-fetched')),
  ADD COLUMN stopped_failed int CHECK (stopped_failed >= 0),
  ADD COLUMN stopped_of int CHECK (stopped_of >= stopped_failed),
  ADD COLUMN held_at timestamptz,                               -- since when live messages come first
  ADD COLUMN held_delay_ms bigint CHECK (held_delay_ms >= 0);
ALTER TABLE redrive DROP CONSTRAINT redrive_state_check;
ALTER TABLE redrive ADD CONSTRAINT redrive_state_check CHECK (state IN ('running', 'paused', 'stopped', 'cancelled', 'completed'));
ALTER TABLE redrive ADD CONSTRAINT redrive_canary_phase_check CHECK (phase <> 'canary' OR canary IS NOT NULL);
ALTER TABLE redrive ADD CONSTRAINT redrive_stopped_check CHECK (state <> 'stopped' OR stopped_why IS NOT NULL);
ALTER TABLE redrive ADD CONSTRAINT redrive_stop_check
  CHECK ((stopped_why IS NULL) = (stopped_at IS NULL) AND (stopped_why IS NULL) = (stopped_failed IS NULL)
    AND (stopped_why IS NULL) = (stopped_of IS NULL));
ALTER TABLE redrive ADD CONSTRAINT redrive_held_check CHECK ((held_at IS NULL) = (held_delay_ms IS NULL));

UPDATE redrive r SET released = c.released, round_at = r.frozen_at, phase_at = r.frozen_at
  FROM (SELECT i.redrive_id, count(i.moved_at) AS released FROM redrive_item i GROUP BY i.redrive_id) c
 WHERE c.redrive_id = r.redrive_id;

-- Of an ordered group: the item of the same key that comes before it. It is released once that one has its verdict.
ALTER TABLE redrive_item ADD COLUMN prev_ord int;

-- What a re-drive sent and what came of it, found by the re-drive: partial, so that no other message pays for them.
CREATE INDEX retry_redrive ON retry (redrive_id, attempt, leased, visible_at) WHERE redrive_id IS NOT NULL;
CREATE INDEX delivery_event_redrive_first ON delivery_event (redrive_id, at, event_id) INCLUDE (state, cause)
  WHERE redrive_id IS NOT NULL AND attempt = 1;
CREATE INDEX delivery_event_redrive_end ON delivery_event (redrive_id, state, cause)
  WHERE redrive_id IS NOT NULL AND state IN ('Commit', 'DLQ');
