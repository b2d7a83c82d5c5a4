-- Rates and the time to drain. `arrived` is how many messages the queues of a group have stored for it since it subscribed: a
-- level, so the difference of any two steps is what came between them. `redriven` is a flow: dead letters put back in the step.
ALTER TABLE group_sample ADD COLUMN arrived bigint, ADD COLUMN redriven bigint NOT NULL DEFAULT 0 CHECK (redriven >= 0);

-- What each queue of a group had when a step of 10 s ended. Kept for 20 minutes: enough for the rates of 15.
CREATE TABLE queue_sample (
  group_id        int NOT NULL,
  queue_id        int NOT NULL,
  at              timestamptz NOT NULL,
  stored_to       bigint NOT NULL,
  taken_to        bigint NOT NULL CHECK (taken_to <= stored_to),
  -- Of busy ordered keys, behind the cursor and not handed out.
  passed_over     bigint NOT NULL,
  in_flight       bigint NOT NULL,
  retry_ready     bigint NOT NULL,
  retry_in_flight bigint NOT NULL,
  waiting         bigint NOT NULL,
  oldest_at       timestamptz,     -- ready, never delivered: since when
  oldest_open_at  timestamptz,     -- not acknowledged, first delivery
  oldest_due_at   timestamptz,     -- a retry that is due: since when
  oldest_retry_at timestamptz,     -- a retry that is due, or was last taken then
  PRIMARY KEY (group_id, queue_id, at)
);
CREATE INDEX queue_sample_at ON queue_sample (at);

-- They have more parameters now.
DROP FUNCTION IF EXISTS history_add(timestamptz, int[], bigint[], bigint[], bigint[], int[], bigint[], bigint[], bigint[], bigint[], bigint[], jsonb);
DROP FUNCTION IF EXISTS history_set_levels(timestamptz, int[], bigint[], bigint[], bigint[], bigint[], int[], timestamptz[]);
