-- Whether a report, or a dead letter, is of the time after a re-drive sent the message again: found by its id.
CREATE INDEX cluster_redrive_item_message ON cluster_redrive_item (msg_id) WHERE sent_at IS NOT NULL;
