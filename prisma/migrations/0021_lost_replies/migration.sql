-- Replies that were lost: the delivery does not count as an attempt, a limited number of times per message and life.
ALTER TABLE retry ADD COLUMN lost_replies smallint NOT NULL DEFAULT 0 CHECK (lost_replies >= 0);

-- Ordered groups: a repeated receive gets the same delivery again. handed_at: when it did last, null: never. The consumption
-- timeout counts from then; `claimed_at` stays, the times of acknowledgements count from it.
ALTER TABLE lease
  ADD COLUMN lost_replies smallint NOT NULL DEFAULT 0 CHECK (lost_replies >= 0),
  ADD COLUMN handed_at timestamptz;

-- The list of causes is extended as it stands, whatever it holds.
DO $$
DECLARE
  v_check text := (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                    WHERE c.conrelid = 'delivery_event'::regclass AND c.conname = 'delivery_event_cause_check');
BEGIN
  ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_cause_check;
  EXECUTE 'ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_cause_check ' || replace(v_check, 'ARRAY[', 'ARRAY[''reply-lost''::text, ');
END $$;
