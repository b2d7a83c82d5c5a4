const NEXT = `SELECT pair(r.group_id, r.topic_id) AS pair, r.visible_at AS first_at FROM retry r
    WHERE NOT r.leased AND ($groupId::int IS NULL OR pair(r.group_id, r.topic_id) < pair($groupId + 1, 0))`;

/**
 * For a WITH RECURSIVE: every group and topic that has something waiting, of $groupId or of all, as `pair`, and when
 * the first of it is due, as `first_at`. The index of what is due is asked for one after the other.
 */
export const PLACES = `place AS (
         (${NEXT} AND pair(r.group_id, r.topic_id) >= pair(coalesce($groupId, 0), 0)
           ORDER BY pair(r.group_id, r.topic_id), r.visible_at LIMIT 1)
         UNION ALL
         SELECT n.* FROM place p CROSS JOIN LATERAL (${NEXT} AND pair(r.group_id, r.topic_id) > p.pair
           ORDER BY pair(r.group_id, r.topic_id), r.visible_at LIMIT 1) n
       )`;

/**
 * Of a message `r` (retry) that a client has: an operator holds its key, so nothing follows when this attempt fails.
 */
export const KEY_IS_HELD = `EXISTS (SELECT 1 FROM fifo_group f WHERE f.hold_job IS NOT NULL
  AND f.group_id = r.group_id AND f.queue_id = r.queue_id AND f.mgroup = r.mgroup)`;
