-- The forecast of all waiting messages and the last tries of a group are read in this index alone.
DROP INDEX retry_attempt;
CREATE INDEX retry_attempt ON retry (pair(group_id, attempt), visible_at) INCLUDE (group_id, attempt) WHERE NOT leased;
