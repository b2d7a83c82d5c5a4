-- Limits of levels: closed at the hard line, open again below the soft one, for all nodes alike and across restarts. No edit, so neither
-- version nor updated_at go with it. settled_at: when the reading was made that last closed or opened it.
ALTER TABLE throttle_limit ADD COLUMN closed boolean NOT NULL DEFAULT false, ADD COLUMN settled_at timestamptz;
