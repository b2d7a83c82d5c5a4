-- New dead letters of a group, or of one cause of it, go to another topic by themselves, until an end date. Each batch
-- is a re-drive of its own (redrive.redirect_id): its set is frozen, and its evidence is that of every re-drive.
CREATE TABLE redirect (
  redirect_id      int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id         int NOT NULL,
  -- The fingerprint of a cause; null: every dead letter of the group.
  cause            text,
  target_topic_id  int NOT NULL,
  rate_per_second  int NOT NULL CHECK (rate_per_second BETWEEN 1 AND 1000),
  canary           int NOT NULL CHECK (canary BETWEEN 1 AND 100),
  -- What was dead before stays.
  since            timestamptz NOT NULL,
  until            timestamptz NOT NULL,
  reason           text NOT NULL,
  created_by       text NOT NULL,
  state            text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'ended')),
  -- Who paused, resumed or ended it, and why.
  state_at         timestamptz,
  state_by         text,
  state_why        text,
  -- Paused, and not by a person: that is a problem until one decides.
  stopped_itself   boolean NOT NULL DEFAULT false,
  -- Runs up to this one are not of the current canary.
  round_after      int NOT NULL DEFAULT 0,
  canary_sent      int NOT NULL DEFAULT 0,
  -- Numbers of the copies (message.copy) that were seen consumed, before they left with the retention of the log.
  canary_consumed  int[] NOT NULL DEFAULT '{}' CHECK (cardinality(canary_consumed) <= 100),
  canary_passed_at timestamptz,
  -- Counts its runs: two processes that would start the same batch meet here.
  batch            int NOT NULL DEFAULT 0,
  next_at          timestamptz,
  -- A look at more dead letters than one statement reads goes on behind this one; null: at the first.
  looked_to        bigint,
  -- The first copies of the newest run that a group has not processed: the next batch waits for them.
  open_copies      int NOT NULL DEFAULT 0,
  -- The first copies of runs up to this one were all seen processed, before they left with the retention of the log.
  processed_to     int NOT NULL DEFAULT 0,
  sent             bigint NOT NULL DEFAULT 0,
  CHECK (until > since AND until <= since + interval '720 hours'),
  CHECK (NOT stopped_itself OR state = 'paused')
);
CREATE INDEX redirect_open ON redirect (group_id) WHERE state <> 'ended';

ALTER TABLE redrive ADD COLUMN redirect_id int REFERENCES redirect;
CREATE INDEX redrive_redirect ON redrive (redirect_id, redrive_id) WHERE redirect_id IS NOT NULL;
