-- A half message that the broker gave up keeps its body until its record is removed: an operator can still commit it.
DO $$
DECLARE
  v_name text;
BEGIN
  SELECT c.conname INTO STRICT v_name FROM pg_constraint c
   WHERE c.conrelid = 'half_message'::regclass AND c.contype = 'c'
     AND pg_get_constraintdef(c.oid) LIKE '%(state = ''pending''::text) = (body IS NOT NULL)%';
  EXECUTE format('ALTER TABLE half_message DROP CONSTRAINT %I', v_name);
END $$;
ALTER TABLE half_message
  ADD CONSTRAINT half_message_body CHECK ((state <> 'pending' OR body IS NOT NULL)
    AND (state IN ('pending', 'given-up') OR body IS NULL)) NOT VALID;
ALTER TABLE half_message VALIDATE CONSTRAINT half_message_body;
