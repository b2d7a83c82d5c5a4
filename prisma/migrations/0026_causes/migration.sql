-- Why a delivery failed, as a name that failures of one cause share: computed by the program when the report arrives.
-- Version 0: not named yet; a worker names what an older version of the rules has named, or nobody.
ALTER TABLE failure_report ADD COLUMN fingerprint text NOT NULL DEFAULT '';
ALTER TABLE failure_report ADD COLUMN fingerprint_version smallint NOT NULL DEFAULT 0;
-- What the application says its version is. Null: it says nothing.
ALTER TABLE failure_report ADD COLUMN app_version text;
CREATE INDEX failure_report_version ON failure_report (fingerprint_version);
CREATE INDEX failure_report_cause ON failure_report (group_id, fingerprint, reported_at);

-- Of the report of its last delivery; without one "unreported:" and how the broker saw that delivery end. Empty: not
-- named yet. Version 0: whether a report came is looked at once more.
ALTER TABLE dead_letter ADD COLUMN fingerprint text NOT NULL DEFAULT '';
ALTER TABLE dead_letter ADD COLUMN fingerprint_version smallint NOT NULL DEFAULT 0;
ALTER TABLE dead_letter ADD COLUMN app_version text;
CREATE INDEX dead_letter_cause ON dead_letter (group_id, fingerprint, dead_at DESC, dead_letter_id DESC);
CREATE INDEX dead_letter_version ON dead_letter (fingerprint_version, dead_letter_id);

-- One kind of failure of one group: what it says, and what operators decided about it.
CREATE TABLE failure_cause (
  group_id int NOT NULL REFERENCES consumer_group ON DELETE CASCADE,
  fingerprint text NOT NULL,
  -- Of the rules that made the fingerprint.
  version smallint NOT NULL DEFAULT 0,
  -- Null: a cause that was not reported.
  error_type text,
  -- One line without ids, numbers and quoted values.
  text text,
  -- Where in the application it was thrown.
  top_frame text,
  -- First and last report of a failed delivery. Null: a cause that was not reported.
  first_seen timestamptz,
  last_seen timestamptz,
  -- A better rule gave its failures this fingerprint.
  became text,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'ignored', 'resolved')),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 2000),
  owner text CHECK (char_length(owner) <= 200),
  -- Ignored until then, or until more die in an hour; both null: until somebody changes it.
  ignore_until timestamptz,
  ignore_per_hour int CHECK (ignore_per_hour > 0),
  resolved_at timestamptz,
  triaged_by text,
  triaged_at timestamptz,
  triage_version int NOT NULL DEFAULT 0,
  CHECK ((resolved_at IS NOT NULL) = (state = 'resolved')),
  CHECK (state = 'ignored' OR (ignore_until IS NULL AND ignore_per_hour IS NULL)),
  PRIMARY KEY (group_id, fingerprint)
);

-- Of one group by time: which versions of the application failed when.
CREATE INDEX failure_report_app_version ON failure_report (group_id, app_version, reported_at) WHERE app_version IS NOT NULL;
