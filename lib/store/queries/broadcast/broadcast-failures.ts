import type { DeliveryCause } from '../../../model/delivery/delivery-state';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface BroadcastFailureRow {
  readonly eventId: number;
  readonly at: Date;
  /** Null: past the retention of the log. */
  readonly messageId: string | null;
  readonly topic: string;
  readonly client: string;
  readonly cause: DeliveryCause;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
  /** The report did not say which client it was. */
  readonly reportOfAnyone: boolean;
}

/** How far back transitions are looked through: bounded work on a table of any size. */
export const FAILURES_LOOKED_THROUGH = 20_000;

/** What failed for good at a client of this group, newest first. */
export async function broadcastFailures(db: Queryable, groupId: number, limit: number): Promise<BroadcastFailureRow[]> {
  const { rows } = await db.query<BroadcastFailureRow>(
    sql(
      `WITH newest AS MATERIALIZED (
       SELECT e.* FROM delivery_event e ORDER BY e.event_id DESC LIMIT ${FAILURES_LOOKED_THROUGH}
     ), page AS (
       SELECT n.* FROM newest n
         JOIN consumer_group m ON m.group_id = n.group_id AND m.broadcast_of = $groupId
        WHERE n.state = 'Dropped'
          AND NOT EXISTS (SELECT 1 FROM delivery_event l WHERE l.group_id = n.group_id AND l.queue_id = n.queue_id
            AND l.off = n.off AND l.event_id > n.event_id)
        ORDER BY n.event_id DESC LIMIT $limit
     )
     SELECT p.event_id AS "eventId", p.at, m.msg_id AS "messageId", t.name AS topic, c.name AS client, p.cause,
            coalesce(f.error_type, s.error_type) AS "errorType", left(coalesce(f.message, s.message),
              300) AS "errorMessage",
            f.error_type IS NULL AND s.error_type IS NOT NULL AS "reportOfAnyone"
       FROM page p
       JOIN broadcast_member b ON b.group_id = p.group_id
       JOIN client c ON c.client_id = b.client_id
       JOIN queue q ON q.queue_id = p.queue_id
       JOIN topic t ON t.topic_id = q.topic_id
       LEFT JOIN any_message m ON m.queue_id = p.queue_id AND m.off = p.off AND m.seg >= 0
       LEFT JOIN failure_report f ON f.group_id = p.group_id AND f.queue_id = p.queue_id AND f.off = p.off
         AND f.generation = 0 AND f.attempt = p.attempt
       LEFT JOIN failure_report s ON s.group_id = $groupId AND s.queue_id = p.queue_id AND s.off = p.off
         AND s.generation = 0 AND s.attempt = p.attempt
      ORDER BY p.event_id DESC`,
      { groupId, limit },
    ),
  );
  return rows;
}
