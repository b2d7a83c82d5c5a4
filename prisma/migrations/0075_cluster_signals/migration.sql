-- Replicas that are behind, masters that move, and queues that stand still, for alarms of attached clusters.
ALTER TABLE cluster_peer
  -- What the master says of its replicas is known; false: so is nothing of behind_since.
  ADD COLUMN replicas_known boolean NOT NULL DEFAULT false,
  -- Since when one of its replicas is not connected or not in sync; null: all are.
  ADD COLUMN behind_since   timestamptz,
  ADD COLUMN behind_why     text,
  -- Where its master is, where it was before, and since when it is there; null: it has not moved while it was watched.
  ADD COLUMN address        text,
  ADD COLUMN moved_from     text,
  ADD COLUMN moved_at       timestamptz;

ALTER TABLE cluster_group_state
  -- When its queues were last looked at; null: never.
  ADD COLUMN still_checked_at timestamptz,
  -- Since when the first of its queues stands still with messages to deliver; null: none does.
  ADD COLUMN still_since      timestamptz,
  ADD COLUMN still_why        text;
