-- An operator takes a delivery back from the client that has it. What the client answers afterwards is refused; the
-- first such answer is kept with the transition that took the delivery back.
ALTER TABLE delivery_event
  ADD COLUMN late_at timestamptz,
  ADD COLUMN late_answer text CHECK (late_answer IN ('acknowledged', 'failed')),
  ADD CHECK ((late_at IS NULL) = (late_answer IS NULL));

-- The list of causes is extended as it stands, whatever it holds.
DO $$
DECLARE
  v_check text := (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                    WHERE c.conrelid = 'delivery_event'::regclass AND c.conname = 'delivery_event_cause_check');
BEGIN
  ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_cause_check;
  EXECUTE 'ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_cause_check '
    || replace(v_check, 'ARRAY[', 'ARRAY[''revoked''::text, ''returned''::text, ');
END $$;
