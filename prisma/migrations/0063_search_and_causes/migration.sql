-- A worker reads the words of all dead letters again: each run of Chinese, Japanese, Korean, Thai and the like was one
-- word, found by its beginning alone. Until then the earlier words are found, and the page says how many are left.
INSERT INTO letter_text_due (dead_letter_id) SELECT t.dead_letter_id FROM letter_text t ON CONFLICT DO NOTHING;
INSERT INTO cluster_letter_text_due (dead_letter_id, cluster_id)
  SELECT t.dead_letter_id, t.cluster_id FROM cluster_letter_text t ON CONFLICT DO NOTHING;

-- The fingerprint that older rules gave to the failures of a cause: the old address of a split one finds all parts.
ALTER TABLE failure_cause ADD COLUMN former text;
CREATE INDEX failure_cause_former ON failure_cause (group_id, former) WHERE former IS NOT NULL;
ALTER TABLE cluster_failure_cause ADD COLUMN former text;
CREATE INDEX cluster_failure_cause_former ON cluster_failure_cause (group_id, former) WHERE former IS NOT NULL;
CREATE OR REPLACE VIEW in_cluster.failure_cause AS
  SELECT * FROM public.cluster_failure_cause WHERE cluster_id = in_cluster.cluster_id();
