-- What a page of a large re-drive counts, from indexes that hold each kind alone. A fetch is a row as a verdict is, but only the newest is ever asked for.
DROP INDEX delivery_event_redrive_first;
CREATE INDEX delivery_event_redrive_first ON delivery_event (redrive_id, at, event_id) INCLUDE (state, cause)
  WHERE redrive_id IS NOT NULL AND attempt = 1 AND state <> 'Inflight';
CREATE INDEX delivery_event_redrive_fetched ON delivery_event (redrive_id, at)
  WHERE redrive_id IS NOT NULL AND attempt = 1 AND state = 'Inflight';
CREATE INDEX delivery_event_redrive_failed ON delivery_event (redrive_id, state, cause)
  WHERE redrive_id IS NOT NULL AND attempt = 1 AND state IN ('WaitingRetry', 'Ready', 'DLQ');
CREATE INDEX redrive_item_moved ON redrive_item (redrive_id, moved_at) WHERE moved_at IS NOT NULL;
CREATE INDEX redrive_item_left ON redrive_item (redrive_id, state) WHERE state IN ('excluded', 'cancelled', 'recalled');
-- An index alone answers only for pages that a vacuum has seen: it sees them soon after they are written, however long the
-- record is. The work is the same: what is done is not done again.
ALTER TABLE delivery_event SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);

-- Words that were read before letters beyond ASCII counted as letters are read again.
INSERT INTO letter_text_due (dead_letter_id) SELECT t.dead_letter_id FROM letter_text t ON CONFLICT DO NOTHING;
