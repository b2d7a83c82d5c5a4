const NEXT = `SELECT pair(r.group_id, r.topic_id) AS pair FROM retry r
    WHERE NOT r.leased AND ($groupId::int IS NULL OR pair(r.group_id, r.topic_id) < pair($groupId + 1, 0))`;

/**
 * For a WITH RECURSIVE: every group and topic that has something waiting, of $groupId or of all, as `pair`. The index
 * of what is due is asked for one after the other.
 */
export const PLACES = `place AS (
         (${NEXT} AND pair(r.group_id, r.topic_id) >= pair(coalesce($groupId, 0), 0)
           ORDER BY pair(r.group_id, r.topic_id) LIMIT 1)
         UNION ALL
         SELECT n.pair FROM place p CROSS JOIN LATERAL (${NEXT} AND pair(r.group_id, r.topic_id) > p.pair
           ORDER BY pair(r.group_id, r.topic_id) LIMIT 1) n
       )`;
