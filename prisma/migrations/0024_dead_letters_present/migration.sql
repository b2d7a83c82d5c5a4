-- Dead letters that nobody has dealt with: those there, and those that a re-drive has sent and that are not consumed
-- yet. Null: not read, or older than this column.
ALTER TABLE group_sample ADD COLUMN unhandled bigint CHECK (unhandled >= 0);

-- Of an alarm about dead letters: how many of its group nobody had dealt with when it was last looked at.
ALTER TABLE alarm_incident ADD COLUMN remaining double precision;
-- fired-again: new ones came while its dead letters were there; the alarm that fired then goes on with both.
ALTER TABLE alarm_incident DROP CONSTRAINT alarm_incident_resolved_why_check;
ALTER TABLE alarm_incident ADD CONSTRAINT alarm_incident_resolved_why_check
  CHECK (resolved_why IN ('cleared', 'redriven', 'rule-changed', 'fired-again'));

-- kept-open: an alarm on new dead letters that has had none for long enough, and is open because of those there.
ALTER TABLE alarm_state DROP CONSTRAINT alarm_state_phase_check;
ALTER TABLE alarm_state ADD CONSTRAINT alarm_state_phase_check
  CHECK (phase IN ('quiet', 'pending', 'firing', 'clearing', 'kept-open'));
ALTER TABLE alarm_state DROP CONSTRAINT alarm_state_check;
ALTER TABLE alarm_state ADD CONSTRAINT alarm_state_check
  CHECK ((fired_at IS NOT NULL) = (phase IN ('firing', 'clearing', 'kept-open')));

-- The rule that every broker starts with, beside each one on new dead letters as it is by now: as severe, for the same
-- channels, on or off. Where the rule on new ones was removed, nobody wanted to be notified.
INSERT INTO alarm_rule (watch, subject, threshold, window_ms, for_ms, clear_below, clear_for_ms, severity, on_unknown,
                        unknown_for_ms, repeat_ms, channel_ids, enabled, version, reason, updated_by, updated_at)
SELECT 'dead-letters', r.subject, r.threshold, 0, 300000, r.clear_below, 120000, r.severity, 'hold',
       300000, r.repeat_ms, r.channel_ids, r.enabled, 1, 'made beside the rule on new dead letters', 'redrive',
       clock_timestamp()
  FROM alarm_rule r WHERE r.watch = 'deaths'
ON CONFLICT (watch, subject) DO NOTHING;
