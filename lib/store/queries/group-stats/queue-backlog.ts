import type { Queryable } from '../../queryable';

export interface QueueBacklogRow {
  readonly groupId: number;
  readonly topic: string;
  readonly queueNo: number;
  /** The next message of the log this group has not taken; what is past the retention can no longer be taken. */
  readonly cursor: number;
  /** The offset the next stored message gets. */
  readonly tail: number;
  readonly oldestAt: Date | null;
}

/**
 * How far each queue of a group is behind; `groupId` null: of every group, without members of broadcast groups. A
 * group's cursor is the end of its newest lease.
 */
export async function queueBacklog(db: Queryable, groupId: number | null): Promise<QueueBacklogRow[]> {
  const { rows } = await db.query<QueueBacklogRow>(
    `SELECT gq.group_id AS "groupId", t.name AS topic, q.queue_no AS "queueNo", c.cursor,
      greatest(e.tail, c.cursor) AS tail, o.stored_at AS "oldestAt"
       FROM group_queue gq
       JOIN queue q ON q.queue_id = gq.queue_id
       JOIN topic t ON t.topic_id = q.topic_id
      CROSS JOIN LATERAL (
         SELECT greatest(
                  coalesce((SELECT l.end_off FROM lease l WHERE l.group_id = gq.group_id AND l.queue_id = gq.queue_id
                    ORDER BY l.lease_id DESC LIMIT 1),
                           gq.start_off),
                  (SELECT min(s.first_off) FROM queue_segment s WHERE s.queue_id = gq.queue_id)) AS cursor) c
      CROSS JOIN LATERAL (
         SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = gq.queue_id ORDER BY m.off DESC LIMIT 1),
           q.base_off) AS tail) e
       LEFT JOIN LATERAL (
         SELECT m.stored_at FROM message m WHERE m.queue_id = gq.queue_id AND m.off >= c.cursor ORDER BY m.off
           LIMIT 1) o ON true
      WHERE CASE WHEN $1::int IS NULL THEN EXISTS (SELECT 1 FROM consumer_group g WHERE g.group_id = gq.group_id
        AND g.broadcast_of IS NULL)
                 ELSE gq.group_id = $1 END
      ORDER BY gq.group_id, t.name, q.queue_no`,
    [groupId],
  );
  return rows;
}
