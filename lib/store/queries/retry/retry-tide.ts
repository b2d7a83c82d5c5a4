import type { RetryPolicy } from '../../../model/retry-policy';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface TideRow {
  readonly groupId: number;
  readonly group: string;
  readonly maxRetries: number;
  readonly retryPolicy: RetryPolicy;
  /** Deliveries made so far. */
  readonly attempt: number;
  /** The first of them that falls due, of running ones now; null: they are held. */
  readonly dueAt: Date | null;
  readonly messages: number;
  /** The last of these deliveries is with a client now. */
  readonly running: boolean;
}

export interface TideSteps {
  readonly stepMs: number;
  readonly untilMs: number;
  /** What is due before `fineUntilMs` from now is counted in these steps. */
  readonly fineMs?: number;
  readonly fineUntilMs?: number;
}

/**
 * What waits or is tried again now, of one group or of all, in heaps of the same attempt that fall due within the same
 * `stepMs`; what is due later than `untilMs` from now is one heap for each attempt. One pass over what waits.
 */
export async function retryTide(
  db: Queryable,
  now: Date | null,
  groupId: number | null,
  { stepMs, untilMs, fineMs = stepMs, fineUntilMs = untilMs }: TideSteps,
): Promise<TideRow[]> {
  const { rows } = await db.query<TideRow>(
    sql(
      `WITH t AS MATERIALIZED (
       SELECT n.now, n.now + $untilMs * interval '1 ms' AS until, n.now + $fineUntilMs * interval '1 ms' AS fine_until,
              $stepMs * interval '1 ms' AS step, $fineMs * interval '1 ms' AS fine
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) n
     ), heap AS (
       SELECT r.group_id, r.attempt, r.leased, r.held_due_at IS NOT NULL AS held, min(r.visible_at) AS due_at,
              count(*) AS n
         FROM retry r
        WHERE ($groupId::int IS NULL OR r.group_id = $groupId) AND NOT (r.leased AND (r.early OR r.attempt = 0))
        GROUP BY r.group_id, r.attempt, r.leased, r.held_due_at IS NOT NULL,
          -- Each by itself: they are the same for all rows, and joined they would be worked out for each.
          CASE WHEN NOT r.leased AND r.visible_at < (SELECT t.until FROM t)
            THEN date_bin(CASE WHEN r.visible_at < (SELECT t.fine_until FROM t) THEN (SELECT t.fine FROM t)
              ELSE (SELECT t.step FROM t) END, r.visible_at, 'epoch') END
     )
     SELECT h.group_id AS "groupId", g.name AS "group", g.max_retries AS "maxRetries", g.retry_policy AS "retryPolicy",
            h.attempt::int AS attempt, CASE WHEN h.leased THEN t.now WHEN NOT h.held THEN h.due_at END AS "dueAt",
            h.n AS messages, h.leased AS running
       FROM t CROSS JOIN heap h JOIN consumer_group g ON g.group_id = h.group_id AND g.broadcast_of IS NULL`,
      { now, groupId, stepMs, untilMs, fineMs, fineUntilMs },
    ),
  );
  return rows;
}

/**
 * How far ahead the last try is that is due within `untilMs`; null: none is. The index of what is due is asked for each
 * group and topic that has something, and for the last one before that time.
 */
export async function lastDueMs(
  db: Queryable,
  now: Date | null,
  groupId: number | null,
  untilMs: number,
): Promise<number | null> {
  const next = `SELECT pair(r.group_id, r.topic_id) AS pair FROM retry r
    WHERE NOT r.leased AND ($groupId::int IS NULL OR pair(r.group_id, r.topic_id) < pair($groupId + 1, 0))`;
  const { rows } = await db.query<{ ms: number | null }>(
    sql(
      `WITH RECURSIVE t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), place AS (
         (${next} AND pair(r.group_id, r.topic_id) >= pair(coalesce($groupId, 0), 0)
           ORDER BY pair(r.group_id, r.topic_id) LIMIT 1)
         UNION ALL
         SELECT n.pair FROM place p CROSS JOIN LATERAL (${next} AND pair(r.group_id, r.topic_id) > p.pair
           ORDER BY pair(r.group_id, r.topic_id) LIMIT 1) n
       )
       SELECT extract(epoch FROM max(l.visible_at) - (SELECT t.now FROM t))::float8 * 1000 AS ms
         FROM place p
        CROSS JOIN LATERAL (SELECT r.visible_at FROM retry r WHERE NOT r.leased
          AND pair(r.group_id, r.topic_id) = p.pair
          AND r.visible_at < (SELECT t.now + $untilMs * interval '1 ms' FROM t) ORDER BY r.visible_at DESC LIMIT 1) l`,
      { now, groupId, untilMs },
    ),
  );
  return rows[0]?.ms ?? null;
}
