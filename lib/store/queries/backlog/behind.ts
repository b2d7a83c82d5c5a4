/**
 * How far a group is behind in a queue, for a statement that has its place as `gq` (group_queue) and the queue as `q`:
 * c.cursor, the next message that it takes (what is past the retention can no longer be taken); e.tail, the offset that
 * the next stored message gets; o.stored_at, when the oldest message that it has not taken was stored. A group's cursor
 * is the end of its newest lease. OFFSET 0: each is worked out once, not again wherever it is named.
 */
export const BEHIND = `
  CROSS JOIN LATERAL (
    SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = q.queue_id ORDER BY m.off DESC LIMIT 1),
      q.base_off) AS tail, (SELECT min(s.first_off) FROM queue_segment s WHERE s.queue_id = q.queue_id) AS kept
    OFFSET 0) e
  CROSS JOIN LATERAL (
    SELECT greatest(
      coalesce((SELECT l.end_off FROM lease l WHERE l.group_id = gq.group_id AND l.queue_id = gq.queue_id
        ORDER BY l.lease_id DESC LIMIT 1), gq.start_off), e.kept) AS cursor OFFSET 0) c
  LEFT JOIN LATERAL (
    SELECT m.stored_at FROM message m WHERE m.queue_id = gq.queue_id AND m.off >= c.cursor ORDER BY m.off LIMIT 1) o
    ON true`;

/**
 * Of a busy key of an ordered group, as `f` (fifo_group): how many of its messages the cursor has passed (w.n), and
 * when the oldest of them was stored (w.oldest_at).
 */
export const PASSED_OVER = `
  CROSS JOIN LATERAL (
    SELECT count(*) AS n, min(m.stored_at) AS oldest_at FROM message m
     WHERE m.queue_id = f.queue_id AND m.mgroup = f.mgroup AND m.off > f.pos
       AND m.off < coalesce((SELECT l.end_off FROM lease l WHERE l.group_id = f.group_id AND l.queue_id = f.queue_id
         ORDER BY l.lease_id DESC LIMIT 1), 0)) w`;
