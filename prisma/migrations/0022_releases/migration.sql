-- The versions of Redrive that have run on this database. A program of an older release line than the newest of them
-- does not start on it, and one that still runs stops serving.
CREATE TABLE installed_release (
  version      text PRIMARY KEY CHECK (version ~ '^\d+\.\d+\.\d+'),
  installed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
