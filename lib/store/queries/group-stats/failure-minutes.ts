import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface FailureMinuteRow {
  readonly at: Date;
  /** Deliveries that failed and did not end the message; in a broadcast group all that failed. */
  readonly failed: number;
  /** Deliveries after which the message was dead. */
  readonly died: number;
}

/** Failed deliveries of a group per minute, oldest first; minutes without any are in it with 0. */
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
     )
     SELECT m.minute AS at, coalesce(n.failed, 0) AS failed, coalesce(n.died, 0) AS died
       FROM clock c CROSS JOIN LATERAL generate_series(c.minute - ($minutes::int - 1) * interval '1 minute', c.minute,
         interval '1 minute') AS m (minute)
       LEFT JOIN counted n ON n.minute = m.minute
      ORDER BY m.minute`,
      { groupId, minutes },
    ),
  );
  return rows;
}
