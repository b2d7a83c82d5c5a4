-- Ordered groups: acknowledgements ahead of their turn, and receives that are repeated with their attempt id.

-- early: acknowledged while a message of its key before it was not finished. Final when that one is finished,
-- void when it fails: then delivery starts again at it, and this one comes again behind it.
ALTER TABLE retry
  ADD COLUMN early boolean NOT NULL DEFAULT false,
  ADD COLUMN attempt_id text,
  ADD CHECK (NOT early OR (leased AND mgroup IS NOT NULL AND NOT auto_renew));
CREATE INDEX retry_early ON retry (group_id, queue_id, mgroup) WHERE early;

-- What a receive handed out, by who asked: a repeated receive finds it again. Ordered groups only.
CREATE INDEX lease_attempt ON lease (group_id, client_id, attempt_id) WHERE live AND kind = 1 AND attempt_id IS NOT NULL;
CREATE INDEX retry_held_attempt ON retry (group_id, client_id, attempt_id) WHERE leased AND mgroup IS NOT NULL AND attempt_id IS NOT NULL;

ALTER TABLE delivery_event DROP CONSTRAINT delivery_event_cause_check;
ALTER TABLE delivery_event ADD CONSTRAINT delivery_event_cause_check
  CHECK (cause IN ('delivered', 'acked', 'nack', 'timeout', 'consumption-timeout', 'client-gone', 'forwarded', 'released', 'extended',
                   'limit-lowered', 're-driven', 'recalled', 'acked-early', 'restarted'));
