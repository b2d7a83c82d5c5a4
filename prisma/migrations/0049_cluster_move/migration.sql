-- Topics, groups and messages of this installation that go to an attached cluster. What waits or is dead leaves this
-- installation in the transaction that makes it a dead letter of the cluster's workspace; from there a re-drive sends it.
CREATE TABLE cluster_move (
  move_id     int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cluster_id  int NOT NULL REFERENCES cluster ON DELETE CASCADE,
  -- What is next: settings, switch, pause, take, taking, send, sending; done and cancelled are the ends.
  step        text NOT NULL CHECK (step IN ('settings', 'switch', 'pause', 'take', 'taking', 'send', 'sending', 'done',
    'cancelled')),
  topics      text[] NOT NULL,
  -- Groups that are in the cluster with other settings get those of this installation.
  overwrite   boolean NOT NULL,
  -- Masters that the messages are spread over; known when they are taken.
  brokers     text[] NOT NULL DEFAULT '{}',
  -- What came of each step, oldest first: [{"step": "settings", "at": "...", "by": "...", "rows": [...]}].
  outcomes    jsonb NOT NULL DEFAULT '[]',
  reason      text NOT NULL,
  created_by  text NOT NULL,
  created_at  timestamptz NOT NULL,
  finished_at timestamptz,
  -- Why the last step of a worker failed.
  failed_why  text,
  CHECK ((finished_at IS NOT NULL) = (step IN ('done', 'cancelled')))
);
CREATE UNIQUE INDEX cluster_move_open ON cluster_move (cluster_id) WHERE finished_at IS NULL;

CREATE TABLE cluster_move_group (
  move_id     int NOT NULL REFERENCES cluster_move ON DELETE CASCADE,
  group_name  text NOT NULL,
  -- What waits and is dead goes along; else its clients finish it here.
  messages    boolean NOT NULL,
  -- It was paused by this move, and goes on when that is cancelled.
  paused      boolean NOT NULL DEFAULT false,
  waiting     int NOT NULL DEFAULT 0,
  dead        int NOT NULL DEFAULT 0,
  -- Everything of it was taken.
  taken_at    timestamptz,
  -- The re-drive that sends what waited.
  redrive_id  int,
  PRIMARY KEY (move_id, group_name)
);

-- The list of causes is extended as it stands, whatever it holds.
DO $$
DECLARE
  v_definition text;
BEGIN
  SELECT pg_get_constraintdef(c.oid) INTO v_definition FROM pg_constraint c
   WHERE c.conrelid = 'delivery_event'::regclass AND c.conname = 'delivery_event_cause_check';
  ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_cause_check;
  EXECUTE format('ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_cause_check %s',
    replace(v_definition, 'ARRAY[', 'ARRAY[''moved''::text, '));
END $$;
