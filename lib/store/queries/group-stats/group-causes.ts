import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface GroupCauseRow {
  /** Null: no reason was reported. */
  readonly fingerprint: string | null;
  readonly errorType: string | null;
  readonly text: string | null;
  readonly failed: number;
  readonly died: number;
  /** @neverNull a cause has at least one failure */
  readonly lastAt: Date;
}

const MOST = 8;

/** Why deliveries of a group failed lately, most first, and how many of them were the last one of their message. */
export async function groupCauses(db: Queryable, groupId: number, minutes: number): Promise<GroupCauseRow[]> {
  const { rows } = await db.query<GroupCauseRow>(
    sql(
      `WITH failed AS MATERIALIZED (
       SELECT e.queue_id, e.off, e.generation, e.attempt, e.state, e.at FROM delivery_event e
        WHERE e.at >= clock_timestamp() - $minutes::int * interval '1 minute' AND e.attempt > 0
          AND (e.group_id = $groupId OR e.group_id IN (SELECT m.group_id FROM consumer_group m
            WHERE m.broadcast_of = $groupId))
          AND e.cause IN ('nack', 'timeout', 'consumption-timeout', 'client-gone', 'forwarded', 'limit-lowered')
        LIMIT 20000
     ), reported AS (
       SELECT r.fingerprint, count(*) AS failed, count(*) FILTER (WHERE f.state = 'DLQ') AS died, max(f.at) AS last_at
         FROM failed f LEFT JOIN failure_report r
           ON r.group_id = $groupId AND r.queue_id = f.queue_id AND r.off = f.off AND r.generation = f.generation
              AND r.attempt = f.attempt
        GROUP BY r.fingerprint)
     SELECT p.fingerprint, c.error_type AS "errorType", c.text, p.failed, p.died, p.last_at AS "lastAt"
       FROM reported p LEFT JOIN failure_cause c ON c.group_id = $groupId AND c.fingerprint = p.fingerprint
      ORDER BY p.failed DESC, p.last_at DESC LIMIT ${MOST}`,
      { groupId, minutes },
    ),
  );
  return rows;
}
