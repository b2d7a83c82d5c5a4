import type { Queryable } from '../../queryable';

export interface TopicFiguresRow {
  readonly topicId: number;
  /** Messages in the log, failed and consumed ones included. */
  readonly stored: number;
  readonly lastStoredAt: Date | null;
  readonly groups: string[];
}

/** Stored = newest minus oldest offset of each queue: offsets have no holes, so nothing is counted row by row. */
export async function topicFigures(db: Queryable): Promise<TopicFiguresRow[]> {
  const { rows } = await db.query<TopicFiguresRow>(
    `SELECT t.topic_id AS "topicId", sum(coalesce(e.off - b.off + 1, 0))::bigint AS stored,
      max(e.stored_at) AS "lastStoredAt",
            coalesce((SELECT array_agg(DISTINCT g.name ORDER BY g.name)
                        FROM queue q2 JOIN group_queue gq ON gq.queue_id = q2.queue_id
                          JOIN consumer_group r ON r.group_id = gq.group_id
                             JOIN consumer_group g ON g.group_id = coalesce(r.broadcast_of, r.group_id)
                       WHERE q2.topic_id = t.topic_id), '{}') AS groups
       FROM topic t
       JOIN queue q ON q.topic_id = t.topic_id
       LEFT JOIN LATERAL (SELECT m.off, m.stored_at FROM message m WHERE m.queue_id = q.queue_id ORDER BY m.off DESC
         LIMIT 1) e ON true
       LEFT JOIN LATERAL (SELECT m.off FROM message m WHERE m.queue_id = q.queue_id ORDER BY m.off LIMIT 1) b ON true
      WHERE t.deleted_at IS NULL GROUP BY t.topic_id`,
  );
  return rows;
}
