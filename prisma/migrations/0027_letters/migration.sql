-- What operators decide about dead letters beside re-driving them.

-- Held: not removed when its time is over, until it is released. Accepted: may stay, and no alarm counts it.
ALTER TABLE dead_letter
  ADD COLUMN held_at timestamptz,
  ADD COLUMN held_by text,
  ADD COLUMN hold_reason text,
  ADD COLUMN accepted_at timestamptz,
  ADD COLUMN accepted_by text,
  ADD COLUMN accept_reason text;
CREATE INDEX dead_letter_held ON dead_letter (group_id, dead_at) WHERE held_at IS NOT NULL;
CREATE INDEX dead_letter_accepted ON dead_letter (group_id, dead_at) WHERE accepted_at IS NOT NULL;
CREATE INDEX dead_letter_keys ON dead_letter USING gin (keys);
CREATE INDEX dead_letter_mgroup ON dead_letter (mgroup) WHERE mgroup IS NOT NULL;

-- One request of an operator about a frozen set of dead letters. It is carried out in parts, each a transaction.
CREATE TABLE letter_job (
  job_id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id      int NOT NULL REFERENCES consumer_group,
  verb          text NOT NULL CHECK (verb IN ('discard', 'restore', 'hold', 'release', 'extend', 'accept', 'unaccept')),
  -- The request as it was made, for people to read later.
  selection     jsonb NOT NULL,
  reason        text NOT NULL,
  actor_kind    text NOT NULL,
  actor         text NOT NULL,
  actor_address text,
  -- extend: kept until then; discard: can be restored until then, or until the retention of each is over.
  until         timestamptz,
  matched       int NOT NULL,
  changed       int NOT NULL DEFAULT 0,
  -- Why others were left as they were, with how many.
  excluded      jsonb NOT NULL DEFAULT '{}',
  started_at    timestamptz NOT NULL,
  finished_at   timestamptz
);
CREATE INDEX letter_job_open ON letter_job (job_id) WHERE finished_at IS NULL;
CREATE INDEX letter_job_group ON letter_job (group_id, job_id DESC);

-- What of a request is still to be done: the numbers of its dead letters, oldest first.
CREATE TABLE letter_job_part (
  job_id  int NOT NULL REFERENCES letter_job ON DELETE CASCADE,
  part_no int NOT NULL,
  ids     bigint[] NOT NULL,
  PRIMARY KEY (job_id, part_no)
);

-- Discarded: no dead letter any more, and brought back by "restore" until its deadline.
-- Every column of dead_letter, under the same names: lib/broker/dead-letter/discard.db.test.ts compares the two.
CREATE TABLE discarded_letter (LIKE dead_letter INCLUDING DEFAULTS);
ALTER TABLE discarded_letter
  ADD PRIMARY KEY (dead_letter_id),
  ADD COLUMN discard_job int NOT NULL REFERENCES letter_job,
  ADD COLUMN discarded_at timestamptz NOT NULL,
  ADD COLUMN restore_until timestamptz NOT NULL;
CREATE INDEX discarded_letter_message ON discarded_letter (group_id, queue_id, off);
CREATE INDEX discarded_letter_msg_id ON discarded_letter (msg_id);
CREATE INDEX discarded_letter_job ON discarded_letter (discard_job, dead_letter_id);
CREATE INDEX discarded_letter_until ON discarded_letter (restore_until);

-- The note that there was one: of a discarded one the request that discarded it. Null: its retention was over.
ALTER TABLE expired_letter ADD COLUMN discard_job int REFERENCES letter_job;
CREATE INDEX expired_letter_job ON expired_letter (discard_job) WHERE discard_job IS NOT NULL;

-- The words of a dead letter: its error, its ids and keys, and the first bytes of its body when that is text.
CREATE TABLE letter_text (
  dead_letter_id bigint PRIMARY KEY,
  words          tsvector NOT NULL
);
CREATE INDEX letter_text_words ON letter_text USING gin (words);
-- Dead letters whose words are to be read, or read again: a death and a report of one add to it, a worker takes away.
CREATE TABLE letter_text_due (dead_letter_id bigint PRIMARY KEY);
INSERT INTO letter_text_due (dead_letter_id) SELECT d.dead_letter_id FROM dead_letter d;

-- The lists of states and causes are extended as they stand, whatever they hold.
DO $$
DECLARE
  v_check record;
BEGIN
  FOR v_check IN
    SELECT c.conname, pg_get_constraintdef(c.oid) AS definition,
           CASE c.conname WHEN 'delivery_event_state_check' THEN 'ARRAY[''Discarded''::text, ''Restored''::text, '
             ELSE 'ARRAY[''discarded''::text, ''restored''::text, ' END AS begins
      FROM pg_constraint c
     WHERE c.conrelid = 'delivery_event'::regclass
       AND c.conname IN ('delivery_event_state_check', 'delivery_event_cause_check')
  LOOP
    EXECUTE format('ALTER TABLE delivery_event DROP CONSTRAINT %I', v_check.conname);
    EXECUTE format('ALTER TABLE delivery_event ADD CONSTRAINT %I %s', v_check.conname,
      replace(v_check.definition, 'ARRAY[', v_check.begins));
  END LOOP;
END $$;
