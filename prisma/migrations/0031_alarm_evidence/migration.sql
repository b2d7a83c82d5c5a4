-- The re-drives of an alarm about dead letters: those started for it, and those of its group while it was open. Its end is
-- their verdict. `by`: who started the re-drive for this alarm; null: the alarm found it.
CREATE TABLE alarm_redrive (
  incident_id int NOT NULL REFERENCES alarm_incident ON DELETE CASCADE,
  redrive_id  int NOT NULL,
  at          timestamptz NOT NULL,
  by          text,
  died_again  int NOT NULL DEFAULT 0 CHECK (died_again >= 0),
  PRIMARY KEY (incident_id, redrive_id)
);
CREATE INDEX alarm_redrive_of ON alarm_redrive (redrive_id);
INSERT INTO alarm_redrive (incident_id, redrive_id, at)
SELECT i.incident_id, i.redrive_id, i.fired_at FROM alarm_incident i WHERE i.redrive_id IS NOT NULL;

-- What became of its dead letters since it fired, as of its last evaluation; `remaining` are left. Null: not read, or not
-- about dead letters.
ALTER TABLE alarm_incident
  ADD COLUMN consumed     int CHECK (consumed >= 0),
  ADD COLUMN discarded    int CHECK (discarded >= 0),
  ADD COLUMN accepted     int CHECK (accepted >= 0),
  ADD COLUMN expired      int CHECK (expired >= 0),
  ADD COLUMN elsewhere    int CHECK (elsewhere >= 0),
  ADD COLUMN discarded_by text[],
  ADD COLUMN accepted_by  text[];
-- dealt-with: its letters were consumed, discarded or accepted, as the columns say. expired: some were lost.
ALTER TABLE alarm_incident DROP CONSTRAINT alarm_incident_resolved_why_check;
ALTER TABLE alarm_incident ADD CONSTRAINT alarm_incident_resolved_why_check
  CHECK (resolved_why IN ('cleared', 'redriven', 'rule-changed', 'fired-again', 'dealt-with', 'expired'));

-- died-again: messages of one of its re-drives did.
ALTER TABLE alarm_event DROP CONSTRAINT alarm_event_kind_check;
ALTER TABLE alarm_event ADD CONSTRAINT alarm_event_kind_check CHECK (
  kind IN ('fired', 'repeated', 'acknowledged', 'silenced', 'unsilenced', 'redrive', 'died-again', 'resolved'));

-- Of what a message died before it was chosen, so that the end of one cause can be counted. Null: not known.
ALTER TABLE redrive_item ADD COLUMN fingerprint text;
ALTER TABLE expired_letter ADD COLUMN fingerprint text;
-- An operator had accepted it: it was dealt with before its time was over.
ALTER TABLE expired_letter ADD COLUMN accepted_at timestamptz;
ALTER TABLE expired_letter ADD COLUMN accepted_by text;
CREATE INDEX expired_letter_group ON expired_letter (group_id, expired_at);

-- The rules that every broker starts with, beside each one on dead letters present: as severe, for the same channels, on or
-- off. Where that rule was removed, nobody wanted to be notified.
INSERT INTO alarm_rule (watch, subject, threshold, window_ms, for_ms, clear_below, clear_for_ms, severity, on_unknown,
                        unknown_for_ms, repeat_ms, channel_ids, enabled, version, reason, updated_by, updated_at)
SELECT n.watch, r.subject, n.threshold, 0, n.for_ms, n.threshold, 120000, r.severity, 'hold',
       300000, r.repeat_ms, r.channel_ids, r.enabled, 1, 'made beside the rule on dead letters present', 'redrive',
       clock_timestamp()
  FROM alarm_rule r
  CROSS JOIN (VALUES ('dead-letters-of-cause', 100, 300000), ('dead-letter-age', 86400, 0)) n (watch, threshold, for_ms)
 WHERE r.watch = 'dead-letters'
ON CONFLICT (watch, subject) DO NOTHING;
