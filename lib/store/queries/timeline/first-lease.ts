/**
 * The lease of the first delivery of a message, as `h`, with the bit of the message in it: for a statement that has the
 * group's place as `gq` (group_queue) and the message as `w` (queue_id, off).
 */
export const FIRST_LEASE = `
  LEFT JOIN LATERAL (
    SELECT s.*, p.bit FROM (
      (SELECT l.* FROM lease l WHERE pair(l.group_id, l.queue_id) = pair(gq.group_id, w.queue_id) AND l.kind = 0
        AND l.base_off <= w.off
        ORDER BY l.base_off DESC, l.lease_id DESC LIMIT 1)
      UNION ALL
      (SELECT l.* FROM lease l WHERE l.group_id = gq.group_id AND l.queue_id = w.queue_id AND l.kind = 1
        AND l.offs @> ARRAY[w.off]
        ORDER BY l.lease_id DESC LIMIT 1)) s
    CROSS JOIN LATERAL (SELECT CASE WHEN s.offs IS NULL THEN (w.off - s.base_off)::int
      ELSE array_position(s.offs, w.off) - 1 END AS bit) p
    WHERE p.bit BETWEEN 0 AND s.n - 1 ORDER BY s.lease_id DESC LIMIT 1) h ON true`;
