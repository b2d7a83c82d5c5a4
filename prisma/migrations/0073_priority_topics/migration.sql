-- Topics of type PRIORITY. NOT VALID: no stored row has the new word, and none of them needs to be read for it.
ALTER TABLE topic DROP CONSTRAINT topic_message_type_check;
ALTER TABLE topic ADD CONSTRAINT topic_message_type_check
  CHECK (message_type IN ('NORMAL', 'FIFO', 'DELAY', 'TRANSACTION', 'PRIORITY'));
ALTER TABLE message DROP CONSTRAINT message_kind_check;
ALTER TABLE message ADD CONSTRAINT message_kind_check
  CHECK (kind IN ('NORMAL', 'FIFO', 'DELAY', 'TRANSACTION', 'PRIORITY')) NOT VALID;
ALTER TABLE kept_message DROP CONSTRAINT message_kind_check;
ALTER TABLE kept_message ADD CONSTRAINT message_kind_check
  CHECK (kind IN ('NORMAL', 'FIFO', 'DELAY', 'TRANSACTION', 'PRIORITY')) NOT VALID;
-- Each queue of such a topic is one priority, and a claim asks for the retries of one queue that are due. The ids of
-- these queues are a range of their own, so that one partial index has them and other retries cost nothing more.
-- Queues of attached clusters begin at 1000000000.
CREATE SEQUENCE priority_queue_id_seq AS int START 1500000000 MINVALUE 1500000000;
CREATE INDEX retry_due_priority ON retry (pair(group_id, queue_id), visible_at)
  WHERE NOT leased AND queue_id >= 1500000000;
