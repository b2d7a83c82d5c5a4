import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface FailureMinuteRow {
  readonly at: Date;
  /** Deliveries that failed and did not end the message; in a broadcast group all that failed. */
  readonly failed: number;
  /** Deliveries after which the message was dead. */
  readonly died: number;
}

/**
 * Failed deliveries of a group per minute, oldest first; minutes without any are in it with 0. A try that an ordered
 * client made by itself and reported is one of them.
 */
export async function failureMinutes(db: Queryable, groupId: number, minutes: number): Promise<FailureMinuteRow[]> {
  const { rows } = await db.query<FailureMinuteRow>(
    sql(
      `WITH clock AS (SELECT date_trunc('minute', clock_timestamp()) AS minute), counted AS (
       SELECT date_trunc('minute', e.at) AS minute, count(*) FILTER (WHERE e.state <> 'DLQ')::int AS failed,
         count(*) FILTER (WHERE e.state = 'DLQ')::int AS died
         FROM delivery_event e, clock c
        WHERE e.at >= c.minute - ($minutes::int - 1) * interval '1 minute' AND (e.group_id = $groupId
          OR e.group_id IN (SELECT m.group_id FROM consumer_group m WHERE m.broadcast_of = $groupId)) AND e.attempt > 0
          AND e.cause IN ('nack', 'timeout', 'consumption-timeout', 'client-gone', 'forwarded', 'limit-lowered')
        GROUP BY 1
     ), own AS (
       SELECT date_trunc('minute', f.reported_at) AS minute, count(*)::int AS failed
         FROM clock c, consumer_group g JOIN failure_report f ON f.group_id = g.group_id
        WHERE g.group_id = $groupId AND g.delivery_order = 'ordered' AND f.reported_at >= c.minute - ($minutes::int - 1) * interval '1 minute'
          AND NOT EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = f.group_id AND e.queue_id = f.queue_id
            AND e.off = f.off AND e.generation = f.generation AND e.attempt = f.attempt AND e.state <> 'Inflight')
        GROUP BY 1
     )
     SELECT m.minute AS at, coalesce(n.failed, 0) + coalesce(o.failed, 0) AS failed, coalesce(n.died, 0) AS died
       FROM clock c CROSS JOIN LATERAL generate_series(c.minute - ($minutes::int - 1) * interval '1 minute', c.minute,
         interval '1 minute') AS m (minute)
       LEFT JOIN counted n ON n.minute = m.minute
       LEFT JOIN own o ON o.minute = m.minute
      ORDER BY m.minute`,
      { groupId, minutes },
    ),
  );
  return rows;
}
