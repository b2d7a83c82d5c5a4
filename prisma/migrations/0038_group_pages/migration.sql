-- A group or topic whose name is gone and whose rows are still being removed, some at a time. Its row in
-- consumer_group, and the name of its row in topic, went in the transaction that wrote this one.
CREATE TABLE deletion (
  deletion_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind        text NOT NULL CHECK (kind IN ('group', 'topic')),
  name        text NOT NULL,
  -- Of a group: itself and the members of a broadcast group.
  group_ids   int[] NOT NULL DEFAULT '{}',
  topic_id    int,
  started_by  text NOT NULL,
  started_at  timestamptz NOT NULL,
  -- As far as they were counted when it began; history comes on top.
  counted     bigint NOT NULL,
  removed     bigint NOT NULL DEFAULT 0,
  finished_at timestamptz
);
CREATE INDEX deletion_open ON deletion (deletion_id) WHERE finished_at IS NULL;

-- Re-drives and requests about dead letters outlive their group until their own rows are removed.
ALTER TABLE redrive DROP CONSTRAINT redrive_group_id_fkey;
ALTER TABLE letter_job DROP CONSTRAINT letter_job_group_id_fkey;

-- What each client was last sent: the version of its group's settings, when, and whether its retry policy was written
-- differently for its SDK, which cannot follow it as it is set. Null: by a node that does not tell.
ALTER TABLE group_client
  ADD COLUMN settings_version int,
  ADD COLUMN settings_at timestamptz,
  ADD COLUMN settings_adapted boolean;
