import type { Queryable } from '../../queryable';
import { BEHIND } from '../backlog/behind';

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
 * How far each queue of a group is behind; `groupId` null: of every group, without members of broadcast groups.
 */
export async function queueBacklog(db: Queryable, groupId: number | null): Promise<QueueBacklogRow[]> {
  const { rows } = await db.query<QueueBacklogRow>(
    `SELECT gq.group_id AS "groupId", t.name AS topic, q.queue_no AS "queueNo", c.cursor,
      greatest(e.tail, c.cursor) AS tail, o.stored_at AS "oldestAt"
       FROM group_queue gq
       JOIN queue q ON q.queue_id = gq.queue_id AND NOT q.closed
       JOIN topic t ON t.topic_id = q.topic_id
      ${BEHIND}
      WHERE CASE WHEN $1::int IS NULL THEN EXISTS (SELECT 1 FROM consumer_group g WHERE g.group_id = gq.group_id
        AND g.broadcast_of IS NULL)
                 ELSE gq.group_id = $1 END
      ORDER BY gq.group_id, t.name, q.queue_no`,
    [groupId],
  );
  return rows;
}
