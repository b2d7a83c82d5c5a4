import type { DeliveryCause } from '../../../model/delivery/delivery-state';
import type { MessageType } from '../../../model/topic/topic';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface RecentFailureRow {
  readonly eventId: number;
  readonly at: Date;
  readonly messageId: string | null;
  /** Null: it is gone from the log, or has none. */
  readonly keys: string[] | null;
  readonly messageGroup: string | null;
  readonly kind: MessageType | null;
  readonly topic: string;
  readonly group: string;
  readonly attempt: number;
  readonly maxRetries: number;
  readonly cause: DeliveryCause;
  readonly client: string | null;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
  /** Where the message stands now: null, it is finished. */
  readonly now: 'retrying' | 'in-flight' | 'dead' | 'dropped' | null;
  readonly dueAt: Date | null;
  /** The client that has it now. */
  readonly holder: string | null;
  readonly deadAt: Date | null;
}

/** How far back the newest transitions are looked through: bounded work on a table of any size. */
export const LOOKED_THROUGH = 5000;

/** The newest failure of each message and group among the newest transitions, newest first. */
export async function recentFailures(
  db: Queryable,
  groupId: number | null,
  limit: number,
): Promise<RecentFailureRow[]> {
  const { rows } = await db.query<RecentFailureRow>(
    sql(
      `WITH newest AS MATERIALIZED (
       SELECT e.* FROM delivery_event e ORDER BY e.event_id DESC LIMIT ${LOOKED_THROUGH}
     ), failed AS (
       SELECT DISTINCT ON (n.group_id, n.queue_id, n.off) n.* FROM newest n
        WHERE n.state IN ('WaitingRetry', 'Ready', 'DLQ', 'Dropped') AND n.attempt > 0
          AND n.cause NOT IN ('re-driven', 'recalled', 'restarted', 'reply-lost', 'suspended', 'revoked', 'returned',
            'retried-now', 'hold-released')
          AND ($groupId::int IS NULL OR n.group_id = $groupId OR n.group_id IN (SELECT m.group_id FROM consumer_group m
            WHERE m.broadcast_of = $groupId))
        ORDER BY n.group_id, n.queue_id, n.off, n.event_id DESC
     ), page AS (
       SELECT * FROM failed ORDER BY event_id DESC LIMIT $limit
     )
     SELECT p.event_id AS "eventId", p.at, coalesce(m.msg_id, d.msg_id) AS "messageId",
       coalesce(m.keys, d.keys) AS keys, coalesce(m.mgroup, d.mgroup) AS "messageGroup",
       coalesce(m.kind, d.kind) AS kind, t.name AS topic,
       s.name AS "group", p.attempt::int AS attempt,
            g.max_retries AS "maxRetries", p.cause, c.name AS client, f.error_type AS "errorType",
              left(f.message, 300) AS "errorMessage",
            CASE WHEN r.leased THEN 'in-flight' WHEN r.off IS NOT NULL THEN 'retrying'
              WHEN d.off IS NOT NULL THEN 'dead' WHEN p.state = 'Dropped' THEN 'dropped' END AS now,
            CASE WHEN NOT r.leased THEN nullif(r.visible_at, 'infinity') END AS "dueAt",
            CASE WHEN r.leased THEN h.name END AS holder, d.dead_at AS "deadAt"
       FROM page p
       JOIN consumer_group g ON g.group_id = p.group_id
       JOIN consumer_group s ON s.group_id = coalesce(g.broadcast_of, g.group_id)
       JOIN queue q ON q.queue_id = p.queue_id
       JOIN topic t ON t.topic_id = q.topic_id
       LEFT JOIN any_message m ON m.queue_id = p.queue_id AND m.off = p.off AND m.seg >= 0
       LEFT JOIN retry r ON r.group_id = p.group_id AND r.queue_id = p.queue_id AND r.off = p.off
       LEFT JOIN dead_letter d ON d.group_id = p.group_id AND d.queue_id = p.queue_id AND d.off = p.off
       LEFT JOIN client c ON c.client_id = p.client_id
       LEFT JOIN client h ON h.client_id = r.client_id
       LEFT JOIN failure_report f
              ON f.group_id = p.group_id AND f.queue_id = p.queue_id AND f.off = p.off AND f.generation = p.generation
                AND f.attempt = p.attempt
      ORDER BY p.event_id DESC`,
      { groupId, limit },
    ),
  );
  return rows;
}
