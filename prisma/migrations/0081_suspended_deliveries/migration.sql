-- A client suspended a lite topic: the delivery ended without counting as an attempt. The list of causes is extended as
-- it stands, whatever it holds.
DO $$
DECLARE
  v_check text := (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                    WHERE c.conrelid = 'delivery_event'::regclass AND c.conname = 'delivery_event_cause_check');
BEGIN
  ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_cause_check;
  EXECUTE 'ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_cause_check '
    || replace(v_check, 'ARRAY[', 'ARRAY[''suspended''::text, ') || ' NOT VALID';
END $$;
