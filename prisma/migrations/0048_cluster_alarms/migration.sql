-- Alarms of attached clusters: the tables of the embedded broker's, seen through in_cluster, so that the same statements
-- evaluate them. Rules and incidents are counted by the same sequences: alarm 12 is one alarm.
CREATE TABLE cluster_alarm_pass (
  LIKE alarm_pass INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  cluster_id int PRIMARY KEY DEFAULT current_setting('redrive.cluster')::int REFERENCES cluster ON DELETE CASCADE
);

CREATE TABLE cluster_alarm_rule (
  LIKE alarm_rule INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int REFERENCES cluster ON DELETE CASCADE,
  PRIMARY KEY (rule_id),
  UNIQUE (cluster_id, watch, subject)
);
ALTER TABLE cluster_alarm_rule ALTER COLUMN rule_id SET DEFAULT nextval('alarm_rule_rule_id_seq');

CREATE TABLE cluster_alarm_state (
  LIKE alarm_state INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int REFERENCES cluster ON DELETE CASCADE,
  PRIMARY KEY (rule_id, subject),
  FOREIGN KEY (rule_id) REFERENCES cluster_alarm_rule ON DELETE CASCADE
);
CREATE INDEX cluster_alarm_state_of ON cluster_alarm_state (cluster_id);

CREATE TABLE cluster_alarm_incident (
  LIKE alarm_incident INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int REFERENCES cluster ON DELETE CASCADE,
  PRIMARY KEY (incident_id)
);
ALTER TABLE cluster_alarm_incident ALTER COLUMN incident_id SET DEFAULT nextval('alarm_incident_incident_id_seq');
CREATE UNIQUE INDEX cluster_alarm_incident_open ON cluster_alarm_incident (rule_id, subject) WHERE resolved_at IS NULL;
CREATE INDEX cluster_alarm_incident_fired ON cluster_alarm_incident (cluster_id, fired_at);

CREATE TABLE cluster_alarm_event (
  LIKE alarm_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int REFERENCES cluster ON DELETE CASCADE,
  PRIMARY KEY (event_id),
  FOREIGN KEY (incident_id) REFERENCES cluster_alarm_incident ON DELETE CASCADE
);
ALTER TABLE cluster_alarm_event ALTER COLUMN event_id ADD GENERATED ALWAYS AS IDENTITY;
CREATE INDEX cluster_alarm_event_incident ON cluster_alarm_event (incident_id);

CREATE TABLE cluster_alarm_redrive (
  LIKE alarm_redrive INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  cluster_id int NOT NULL DEFAULT current_setting('redrive.cluster')::int REFERENCES cluster ON DELETE CASCADE,
  PRIMARY KEY (incident_id, redrive_id),
  FOREIGN KEY (incident_id) REFERENCES cluster_alarm_incident ON DELETE CASCADE
);
CREATE INDEX cluster_alarm_redrive_of ON cluster_alarm_redrive (redrive_id);

-- One queue of notifications and one log for all alarms: an incident is of either table.
ALTER TABLE alarm_delivery DROP CONSTRAINT alarm_delivery_incident_id_fkey;

-- Of what a letter died before it was chosen; null: chosen by a release before.
ALTER TABLE cluster_redrive_item ADD COLUMN fingerprint text;

CREATE VIEW in_cluster.alarm_pass AS SELECT * FROM public.cluster_alarm_pass WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.alarm_rule AS SELECT * FROM public.cluster_alarm_rule WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.alarm_state AS SELECT * FROM public.cluster_alarm_state WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.alarm_incident AS
  SELECT * FROM public.cluster_alarm_incident WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.alarm_event AS SELECT * FROM public.cluster_alarm_event WHERE cluster_id = in_cluster.cluster_id();
CREATE VIEW in_cluster.alarm_redrive AS
  SELECT * FROM public.cluster_alarm_redrive WHERE cluster_id = in_cluster.cluster_id();
CREATE OR REPLACE VIEW in_cluster.redrive_item AS
  SELECT d.chosen_by AS redrive_id, 0 AS ord, d.group_id, d.queue_id, d.off, d.generation, d.topic_id, d.msg_id,
         'selected'::text AS state, d.fingerprint
    FROM public.cluster_dead_letter d WHERE d.chosen_by IS NOT NULL AND d.cluster_id = in_cluster.cluster_id();
