-- Dead letters as a topic: `%DLQ%<group>` is a topic with one queue. It is made when a client first asks for it; from then
-- on every death of the group appends a copy of the message to its log.

-- A message may die more than once, so its id may be in a dead-letter log more than once: each copy has a number of its own.
-- Everything else is 0, and an id is stored once per topic and segment as before.
ALTER TABLE message ADD COLUMN copy int NOT NULL DEFAULT 0 CHECK (copy >= 0);
ALTER TABLE message DROP CONSTRAINT message_msg_id_topic_id_seg_key;
ALTER TABLE message ADD UNIQUE (msg_id, topic_id, seg, copy);

CREATE TABLE dead_letter_topic (
  group_id     int PRIMARY KEY REFERENCES consumer_group,
  topic_id     int NOT NULL UNIQUE REFERENCES topic,
  queue_id     int NOT NULL UNIQUE REFERENCES queue,
  -- Dead letters that were there before the topic are copied in steps, oldest first: those with an id up to
  -- `copy_through`, after the one named last. Null: all are copied.
  copy_through bigint,
  copied_at    timestamptz NOT NULL DEFAULT '-infinity',
  copied_id    bigint NOT NULL DEFAULT 0
);
CREATE INDEX dead_letter_topic_filling ON dead_letter_topic (group_id) WHERE copy_through IS NOT NULL;
