import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { BEHIND } from '../backlog/behind';

export interface TopicQueueRow {
  readonly queueNo: number;
  /** Messages in the log, failed and consumed ones included. */
  readonly stored: number;
  /** The offset the next message gets. */
  readonly tail: number;
  readonly lastStoredAt: Date | null;
  readonly oldestStoredAt: Date | null;
  /** Stored in the last minute, counted up to LOOKED_AT. */
  readonly lastMinute: number;
}

/** The rate is found from at most this many messages of one queue. */
export const LOOKED_AT = 1000;

/** Counts come from offsets, which have no holes: nothing is counted row by row but the last minute. */
export async function topicQueues(db: Queryable, now: Date | null, topicId: number): Promise<TopicQueueRow[]> {
  const { rows } = await db.query<TopicQueueRow>(
    sql(
      `SELECT q.queue_no::int AS "queueNo", coalesce(e.off - b.off + 1, 0) AS stored,
        coalesce(e.off + 1, q.base_off) AS tail,
            e.stored_at AS "lastStoredAt", b.stored_at AS "oldestStoredAt", r.n AS "lastMinute"
       FROM queue q
       LEFT JOIN LATERAL (SELECT m.off, m.stored_at FROM message m WHERE m.queue_id = q.queue_id ORDER BY m.off DESC
         LIMIT 1) e ON true
       LEFT JOIN LATERAL (SELECT m.off, m.stored_at FROM message m WHERE m.queue_id = q.queue_id ORDER BY m.off
         LIMIT 1) b ON true
      CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE w.stored_at > coalesce($now, clock_timestamp()) - interval '1 minute')::int AS n
           FROM (SELECT m.stored_at FROM message m WHERE m.queue_id = q.queue_id ORDER BY m.off DESC
             LIMIT ${LOOKED_AT}) w) r
      WHERE q.topic_id = $topicId ORDER BY q.queue_no`,
      { now, topicId },
    ),
  );
  return rows;
}

export interface TopicReaderRow {
  readonly group: string;
  /** Messages of the log this group has not taken. */
  readonly behind: number;
  readonly oldestAt: Date | null;
  /** Messages of this topic that failed and wait, due ones included. */
  readonly waiting: number;
  readonly since: Date;
}

/** Every group that has subscribed to a topic, with its place in the log. */
export async function topicReaders(db: Queryable, topicId: number): Promise<TopicReaderRow[]> {
  const { rows } = await db.query<TopicReaderRow>(
    `SELECT g.name AS "group", sum(greatest(e.tail, c.cursor) - c.cursor)::bigint AS behind,
      min(o.stored_at) AS "oldestAt", min(gq.since) AS since,
            (SELECT count(*) FROM retry r WHERE pair(r.group_id, r.topic_id) = pair(g.group_id, $1)
              AND NOT r.leased) AS waiting
       FROM queue q
       JOIN group_queue gq ON gq.queue_id = q.queue_id
       JOIN consumer_group g ON g.group_id = gq.group_id
      ${BEHIND}
      WHERE q.topic_id = $1
      GROUP BY g.group_id, g.name ORDER BY g.name`,
    [topicId],
  );
  return rows;
}
