-- Pages count what waits and what is due in the index alone: it has all that the condition on its expression names.
DROP INDEX retry_due;
CREATE INDEX retry_due ON retry (pair(group_id, topic_id), visible_at) INCLUDE (group_id, topic_id) WHERE NOT leased;
