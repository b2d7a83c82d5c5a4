-- Makes one row of the rows that a group has in dead_letter_count. Counts stay what they are: a row is taken away and
-- counted again by one transaction only. At most p_limit rows at a time.
-- Never null: all.
CREATE OR REPLACE FUNCTION dead_letter_count_fold(p_limit int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_folded int;
BEGIN
  WITH chosen AS MATERIALIZED (
    SELECT c.count_id FROM dead_letter_count c
     WHERE c.group_id IN (SELECT n.group_id FROM dead_letter_count n GROUP BY n.group_id HAVING count(*) > 1)
     ORDER BY c.count_id LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), folded AS (
    DELETE FROM dead_letter_count c USING chosen w WHERE c.count_id = w.count_id RETURNING c.group_id, c.letters
  ), made AS (
    INSERT INTO dead_letter_count (group_id, letters)
    SELECT f.group_id, sum(f.letters) FROM folded f GROUP BY f.group_id HAVING sum(f.letters) <> 0
  )
  SELECT count(*) INTO v_folded FROM folded;
  RETURN v_folded;
END $$;

-- Counts the dead letters of every group and notes the difference to what dead_letter_count says, which there never
-- should be. One snapshot for both, so that what changes meanwhile is no difference. Returns how many groups differed.
-- Never null: all.
CREATE OR REPLACE FUNCTION dead_letter_count_mend() RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_mended int;
BEGIN
  INSERT INTO dead_letter_count (group_id, letters)
  SELECT coalesce(d.group_id, c.group_id), coalesce(d.n, 0) - coalesce(c.n, 0)
    FROM (SELECT t.group_id, count(*) AS n FROM dead_letter t GROUP BY t.group_id) d
    FULL JOIN (SELECT s.group_id, sum(s.letters) AS n FROM dead_letter_count s GROUP BY s.group_id) c USING (group_id)
   WHERE coalesce(d.n, 0) <> coalesce(c.n, 0);
  GET DIAGNOSTICS v_mended = ROW_COUNT;
  RETURN v_mended;
END $$;
