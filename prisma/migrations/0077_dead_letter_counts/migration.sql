-- How many dead letters each group has: the sum of its rows here. A statement that adds or removes dead letters appends
-- what it changed in the same transaction, so that no row is shared by transactions and none waits for another.
-- dead_letter_count_fold() makes few rows of many, dead_letter_count_mend() compares them with the dead letters.
CREATE TABLE dead_letter_count (
  count_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id int NOT NULL,
  letters  bigint NOT NULL CHECK (letters <> 0)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX dead_letter_count_group ON dead_letter_count (group_id) INCLUDE (letters);

CREATE FUNCTION dead_letter_count_note() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO dead_letter_count (group_id, letters) SELECT d.group_id, count(*) FROM changed d GROUP BY d.group_id;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO dead_letter_count (group_id, letters) SELECT d.group_id, -count(*) FROM changed d GROUP BY d.group_id;
  ELSE
    DELETE FROM dead_letter_count;
  END IF;
  RETURN NULL;
END $$;

-- Its lock lets no dead letter come or go until the first count is stored. What is read is an index.
CREATE TRIGGER dead_letter_count_added AFTER INSERT ON dead_letter REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION dead_letter_count_note();
CREATE TRIGGER dead_letter_count_removed AFTER DELETE ON dead_letter REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION dead_letter_count_note();
CREATE TRIGGER dead_letter_count_emptied AFTER TRUNCATE ON dead_letter
  FOR EACH STATEMENT EXECUTE FUNCTION dead_letter_count_note();
INSERT INTO dead_letter_count (group_id, letters) SELECT d.group_id, count(*) FROM dead_letter d GROUP BY d.group_id;

-- Those of a cluster are counted when they are asked for.
CREATE VIEW in_cluster.dead_letter_count AS
  SELECT d.group_id, count(*) AS letters FROM in_cluster.dead_letter d GROUP BY d.group_id;
