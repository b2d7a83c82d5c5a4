-- The delivery under way is not on record yet: this row says when it began and who has it. Before the record, as in each
-- step of a delivery: the other way round, this and a client would wait for each other.
ALTER TABLE retry ADD COLUMN unrecorded boolean NOT NULL DEFAULT false;
-- What ends a delivery says when it began: a row of the record for each delivery, where there were two.
ALTER TABLE delivery_event
  ADD COLUMN begun_at timestamptz,
  ADD COLUMN begun_epoch bigint;   -- null: the epoch of the row

-- The record step by step, each delivery with its beginning: in the order of event_id and step.
CREATE VIEW delivery_step WITH (security_invoker = true) AS
  SELECT e.event_id, 1 AS step, e.group_id, e.queue_id, e.off, e.generation, e.attempt, e.state, e.cause, e.epoch,
         e.client_id, e.at, e.due_at, e.policy_version, e.redrive_id, e.job_id, e.late_at, e.late_answer
    FROM delivery_event e
  UNION ALL
  SELECT e.event_id, 0, e.group_id, e.queue_id, e.off, e.generation, e.attempt, 'Inflight', 'delivered',
         coalesce(e.begun_epoch, e.epoch), e.client_id, coalesce(e.begun_at, e.at), NULL, e.policy_version, e.redrive_id,
         NULL, NULL, NULL
    FROM delivery_event e WHERE e.begun_at IS NOT NULL
  UNION ALL
  SELECT 9007199254740991, 0, r.group_id, r.queue_id, r.off, r.generation, r.attempt, 'Inflight', 'delivered', r.epoch,
         r.client_id, coalesce(r.leased_at, r.visible_at), r.visible_at, r.policy_version, r.redrive_id, NULL, NULL, NULL
    FROM retry r WHERE r.leased AND r.unrecorded;
