-- A worker reads the words of all dead letters again: each run of Chinese, Japanese, Korean, Thai and the like was one
-- word, found by its beginning alone. Until then the earlier words are found, and the page says how many are left.
INSERT INTO letter_text_due (dead_letter_id) SELECT t.dead_letter_id FROM letter_text t ON CONFLICT DO NOTHING;
INSERT INTO cluster_letter_text_due (dead_letter_id, cluster_id)
  SELECT t.dead_letter_id, t.cluster_id FROM cluster_letter_text t ON CONFLICT DO NOTHING;
