-- What operators decide about messages that wait for a retry, and about keys that a failed message blocks.

-- One request of an operator about a frozen set. It is carried out in parts, each a transaction.
CREATE TABLE retry_job (
  job_id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id      int NOT NULL REFERENCES consumer_group ON DELETE CASCADE,
  verb          text NOT NULL CHECK (verb IN ('now', 'bury', 'hold', 'release')),
  -- The request as it was made, for people to read later.
  selection     jsonb NOT NULL,
  reason        text NOT NULL,
  actor_kind    text NOT NULL,
  actor         text NOT NULL,
  actor_address text,
  matched       int NOT NULL DEFAULT 0,
  changed       int NOT NULL DEFAULT 0,
  -- Why others were left as they were, with how many.
  excluded      jsonb NOT NULL DEFAULT '{}',
  started_at    timestamptz NOT NULL,
  finished_at   timestamptz
);
CREATE INDEX retry_job_open ON retry_job (job_id) WHERE finished_at IS NULL;
CREATE INDEX retry_job_group ON retry_job (group_id, job_id DESC);

-- What of a request is still to be done. The epoch says that nothing happened to the message since it was chosen.
CREATE TABLE retry_job_part (
  job_id    int NOT NULL REFERENCES retry_job ON DELETE CASCADE,
  part_no   int NOT NULL,
  queue_ids int[] NOT NULL,
  offs      bigint[] NOT NULL,
  epochs    bigint[] NOT NULL,
  PRIMARY KEY (job_id, part_no)
);

-- Held: due never, so no claim and no limit finds it. held_due_at is when it would be due.
-- hold_job: the request that held it, or its key. No foreign key: every failure would pay for it.
ALTER TABLE retry
  ADD COLUMN held_due_at timestamptz,
  ADD COLUMN hold_job int,
  ADD CHECK (held_due_at IS NULL OR (NOT leased AND visible_at = 'infinity' AND hold_job IS NOT NULL));
CREATE INDEX retry_held ON retry (group_id, held_due_at) WHERE held_due_at IS NOT NULL;

-- A held key: busy until it is released, whatever becomes of its messages.
ALTER TABLE fifo_group ADD COLUMN hold_job int, ADD CHECK (hold_job IS NULL OR state = 1);
CREATE INDEX fifo_held ON fifo_group (group_id, queue_id) WHERE hold_job IS NOT NULL;

-- The request of an operator that this is about.
ALTER TABLE delivery_event ADD COLUMN job_id int;

-- The lists of states and causes are extended as they stand, whatever they hold.
DO $$
DECLARE
  v_check record;
BEGIN
  FOR v_check IN
    SELECT c.conname, pg_get_constraintdef(c.oid) AS definition,
           CASE c.conname WHEN 'delivery_event_state_check' THEN 'ARRAY[''Held''::text, '
             ELSE 'ARRAY[''held''::text, ''hold-released''::text, ''retried-now''::text, ''buried''::text, ' END AS begins
      FROM pg_constraint c
     WHERE c.conrelid = 'delivery_event'::regclass
       AND c.conname IN ('delivery_event_state_check', 'delivery_event_cause_check')
  LOOP
    EXECUTE format('ALTER TABLE delivery_event DROP CONSTRAINT %I', v_check.conname);
    EXECUTE format('ALTER TABLE delivery_event ADD CONSTRAINT %I %s', v_check.conname,
      replace(v_check.definition, 'ARRAY[', v_check.begins));
  END LOOP;
END $$;
