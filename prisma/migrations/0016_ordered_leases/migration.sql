-- Ordered groups: one lease for all that a receive gets of a queue, as for the others, instead of one per message group.
-- The row of a busy message group says which bits of that lease are its own; -1: all, also of the leases there are now.
ALTER TABLE fifo_group
  ADD COLUMN mask bigint NOT NULL DEFAULT -1 CHECK (mask <> 0),
  ADD CHECK (lease_id IS NOT NULL OR mask = -1);
DROP INDEX fifo_lease;
CREATE INDEX fifo_lease ON fifo_group (lease_id) WHERE lease_id IS NOT NULL;
