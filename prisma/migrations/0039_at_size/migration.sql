-- Failures of a group by time: its page counts those of the last hour without reading the others' and the successes.
CREATE INDEX delivery_event_failed ON delivery_event (group_id, at) INCLUDE (state)
  WHERE attempt > 0 AND cause IN ('nack', 'timeout', 'consumption-timeout', 'client-gone', 'forwarded', 'limit-lowered');

-- Releasing fails, again and again: since when, when last, and why. Null: the last step went well.
ALTER TABLE redrive
  ADD COLUMN failing_since timestamptz,
  ADD COLUMN failed_at timestamptz,
  ADD COLUMN failed_why text;
