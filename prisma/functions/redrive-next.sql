-- The items of a re-drive that may be released now, in their order. One whose forerunner of the same key is not
-- released, or is under way, waits. Looks at the first thousand: a key that blocks more than that delays the others.
CREATE OR REPLACE FUNCTION redrive_next(p_redrive int, p_limit int) RETURNS SETOF redrive_item
LANGUAGE sql STABLE AS $$
  SELECT i.* FROM (
    SELECT s.* FROM redrive_item s WHERE s.redrive_id = p_redrive AND s.state = 'selected'
     ORDER BY s.ord LIMIT greatest(p_limit, 1000)) i
   WHERE i.prev_ord IS NULL OR NOT EXISTS (
     SELECT 1 FROM redrive_item b WHERE b.redrive_id = p_redrive AND b.ord = i.prev_ord
        AND (b.state = 'selected' OR (b.state = 'moved' AND EXISTS (
          SELECT 1 FROM retry r WHERE r.group_id = b.group_id AND r.queue_id = b.queue_id AND r.off = b.off
             AND r.generation = b.generation + 1))))
   ORDER BY i.ord LIMIT p_limit;
$$;
