-- Finding messages by their keys, and topics that are deleted.

-- One row for each key of each message of the log, written in bulk by a worker and dropped with the segment. Keys are cut to
-- their first 200 characters: who looks for a longer one compares it with the message.
CREATE TABLE message_key (
  seg       int NOT NULL,
  key       text COLLATE "C" NOT NULL,
  stored_at timestamptz NOT NULL,
  queue_id  int NOT NULL,
  off       bigint NOT NULL,
  topic_id  int NOT NULL
) PARTITION BY LIST (seg);
-- Not unique: a message is read once, by its place, and looking for a conflict would cost as much as all the rest.
CREATE INDEX message_key_find ON message_key (key, stored_at, queue_id, off);
DO $$
DECLARE
  v_seg int;
BEGIN
  FOR v_seg IN SELECT s.seg FROM segment s ORDER BY s.seg LOOP
    EXECUTE format('CREATE TABLE message_key_s%s PARTITION OF message_key FOR VALUES IN (%s)', v_seg, v_seg);
  END LOOP;
END $$;

-- How far the worker has read each queue: everything before next_off is in message_key.
CREATE TABLE message_key_place (
  queue_id int PRIMARY KEY REFERENCES queue ON DELETE CASCADE,
  next_off bigint NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- Keys as an index can hold them: PostgreSQL refuses entries of more than 2,712 bytes, and with them the row.
CREATE FUNCTION short_keys(p_keys text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT ARRAY(SELECT left(k, 200) FROM unnest(p_keys) k) $$;
DROP INDEX dead_letter_keys;
CREATE INDEX dead_letter_keys ON dead_letter USING gin (short_keys(keys)) WHERE keys IS NOT NULL;
-- Outside the log: the few that are kept past it, wait for their time or for the end of their transaction, or were discarded.
CREATE INDEX kept_message_keys ON kept_message USING gin (short_keys(keys)) WHERE keys IS NOT NULL;
CREATE INDEX discarded_letter_keys ON discarded_letter USING gin (short_keys(keys)) WHERE keys IS NOT NULL;
CREATE INDEX kept_message_mgroup ON kept_message (mgroup) WHERE mgroup IS NOT NULL;
CREATE INDEX discarded_letter_mgroup ON discarded_letter (mgroup) WHERE mgroup IS NOT NULL;
CREATE INDEX scheduled_message_keys ON scheduled_message USING gin (short_keys(keys)) WHERE keys IS NOT NULL;
CREATE INDEX half_message_keys ON half_message USING gin (short_keys(keys)) WHERE state = 'pending' AND keys IS NOT NULL;

-- The lease that a message was first delivered with; the index before it was on every lease, and no statement used it.
DROP INDEX lease_off;
CREATE INDEX lease_first ON lease (pair(group_id, queue_id), base_off) WHERE kind = 0;

-- A deleted topic keeps its number, for the dead letters and the history that name it, and gives its name free. Its queues take
-- no message any more.
ALTER TABLE topic ADD COLUMN deleted_at timestamptz;
ALTER TABLE queue ADD COLUMN closed boolean NOT NULL DEFAULT false;

-- What ended with its topic. The list is extended as it stands, whatever it holds.
DO $$
DECLARE
  v_cause text := (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                    WHERE c.conrelid = 'delivery_event'::regclass AND c.conname = 'delivery_event_cause_check');
BEGIN
  ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_cause_check;
  EXECUTE 'ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_cause_check '
    || replace(v_cause, 'ARRAY[', 'ARRAY[''topic-deleted''::text, ');
END $$;
