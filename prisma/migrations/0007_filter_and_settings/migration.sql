-- Messages that an SQL filter left out after they were claimed: neither open, nor failed, nor acked by a client.
ALTER TABLE lease ADD COLUMN filtered bigint NOT NULL DEFAULT 0;
ALTER TABLE lease ADD CONSTRAINT lease_filtered_check CHECK (filtered & (open | failed) = 0);

-- A message that failed, and that the group's filter no longer matches when it is due. The list of causes is extended
-- as it stands, whatever it holds.
DO $$
DECLARE
  v_check text := (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                    WHERE c.conrelid = 'delivery_event'::regclass AND c.conname = 'delivery_event_cause_check');
BEGIN
  ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_cause_check;
  EXECUTE 'ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_cause_check ' || replace(v_check, 'ARRAY[', 'ARRAY[''filtered''::text, ');
END $$;

-- What an administrator sets for the whole broker. A name without a row has its documented default, version 0.
CREATE TABLE broker_setting (
  name       text PRIMARY KEY CHECK (name ~ '^[a-z][a-z-]*$'),
  value      jsonb NOT NULL,
  version    int NOT NULL CHECK (version >= 1),
  updated_by text NOT NULL CHECK (octet_length(updated_by) BETWEEN 1 AND 254),
  updated_at timestamptz NOT NULL
);
