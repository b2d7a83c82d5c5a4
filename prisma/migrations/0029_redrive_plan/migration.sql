-- What a re-drive changes and where it goes. Nodes of the release before start re-drives that change nothing and go back
-- to their group.
ALTER TABLE redrive ADD COLUMN target_topic_id int REFERENCES topic;
ALTER TABLE redrive ADD COLUMN edits jsonb;

-- Its message was sent to another topic: nobody's verdict follows. The list is extended as it stands, whatever it holds.
DO $$
DECLARE
  v_check text := (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                    WHERE c.conrelid = 'redrive_item'::regclass AND c.conname = 'redrive_item_state_check');
BEGIN
  ALTER TABLE redrive_item DROP CONSTRAINT redrive_item_state_check;
  EXECUTE 'ALTER TABLE redrive_item ADD CONSTRAINT redrive_item_state_check '
    || replace(v_check, 'ARRAY[', 'ARRAY[''sent''::text, ');
END $$;

DO $$
DECLARE
  v_state text := (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                    WHERE c.conrelid = 'delivery_event'::regclass AND c.conname = 'delivery_event_state_check');
  v_cause text := (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                    WHERE c.conrelid = 'delivery_event'::regclass AND c.conname = 'delivery_event_cause_check');
BEGIN
  ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_state_check;
  EXECUTE 'ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_state_check '
    || replace(v_state, 'ARRAY[', 'ARRAY[''Sent''::text, ');
  ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_cause_check;
  EXECUTE 'ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_cause_check '
    || replace(v_cause, 'ARRAY[', 'ARRAY[''sent-to-topic''::text, ');
END $$;

-- A message as an operator changed it for one re-drive, and what it was before. The re-driven message points here by its
-- segment, which is negative and belongs to this copy alone: a claim finds it where it finds any other message, and no other
-- group ever does. It stays as long as the history of the message.
CREATE SEQUENCE edited_message_seg AS int;
CREATE TABLE edited_message (
  LIKE kept_message INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  redrive_id      int NOT NULL REFERENCES redrive,
  group_id        int NOT NULL,
  generation      int NOT NULL,     -- of the dead letter that it was made from
  former_seg      int NOT NULL,
  former_tag      text,
  former_keys     text[],
  former_props    jsonb,
  former_encoding text NOT NULL,
  former_body     bytea NOT NULL,
  PRIMARY KEY (queue_id, off, seg),
  CHECK (seg < 0),
  UNIQUE (redrive_id, queue_id, off)
);

-- Three plain selects: a join by (queue_id, off, seg) reaches three primary keys. One without seg wants the message as it was
-- sent and says seg >= 0.
CREATE OR REPLACE VIEW any_message AS
  SELECT seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context, stored_at, body
    FROM message
  UNION ALL
  SELECT seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context, stored_at, body
    FROM kept_message
  UNION ALL
  SELECT seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context, stored_at, body
    FROM edited_message;
