import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FAILED_EVENT, WITH_MEMBERS } from './failed-event';

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
      `WITH clock AS (SELECT date_trunc('minute', clock_timestamp()) AS minute), ${WITH_MEMBERS}, own AS (
       SELECT date_trunc('minute', f.reported_at) AS minute, count(*)::int AS failed
         FROM clock c JOIN consumer_group g ON g.group_id = $groupId AND g.delivery_order = 'ordered'
         JOIN failure_cause k ON k.group_id = g.group_id
          AND k.last_seen >= c.minute - $minutes::int * interval '1 minute'
        CROSS JOIN LATERAL (SELECT r.* FROM failure_report r WHERE r.group_id = k.group_id
          AND r.fingerprint = k.fingerprint AND r.reported_at >= c.minute - ($minutes::int - 1) * interval '1 minute') f
        WHERE NOT EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = f.group_id AND e.queue_id = f.queue_id
            AND e.off = f.off AND e.generation = f.generation AND e.attempt = f.attempt AND e.state <> 'Inflight')
        GROUP BY 1
     )
     SELECT m.minute AS at, n.failed + coalesce(o.failed, 0) AS failed, n.died
       FROM clock c CROSS JOIN LATERAL generate_series(c.minute - ($minutes::int - 1) * interval '1 minute', c.minute,
         interval '1 minute') AS m (minute)
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(x.n - x.died), 0)::int AS failed, coalesce(sum(x.died), 0)::int AS died FROM member b
         CROSS JOIN LATERAL (
           SELECT count(*) AS n, count(*) FILTER (WHERE e.state = 'DLQ') AS died FROM delivery_event e
            WHERE e.group_id = b.group_id AND e.at >= m.minute AND e.at < m.minute + interval '1 minute'
              AND ${FAILED_EVENT}) x) n
       LEFT JOIN own o ON o.minute = m.minute
      ORDER BY m.minute`,
      { groupId, minutes },
    ),
  );
  return rows;
}
