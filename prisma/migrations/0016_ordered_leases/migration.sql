-- Ordered groups: one lease for all that a receive gets of a queue, as for the others, instead of one per message group.
-- The row of a busy message group says which bits of that lease are its own.
ALTER TABLE fifo_group ADD COLUMN mask bigint NOT NULL DEFAULT 0;
UPDATE fifo_group f SET mask = (1::bigint << l.n) - 1
  FROM lease l WHERE l.group_id = f.group_id AND l.queue_id = f.queue_id AND l.lease_id = f.lease_id;
ALTER TABLE fifo_group ADD CHECK (lease_id IS NULL OR mask <> 0);
DROP INDEX fifo_lease;
CREATE INDEX fifo_lease ON fifo_group (lease_id) WHERE lease_id IS NOT NULL;
