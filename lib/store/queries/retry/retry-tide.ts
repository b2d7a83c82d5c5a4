import type { RetryPolicy } from '../../../model/retry-policy';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { KEY_IS_HELD, PLACES } from './places';

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
  now: Date,
  groupId: number | null,
  { stepMs, untilMs, fineMs = stepMs, fineUntilMs = untilMs }: TideSteps,
): Promise<TideRow[]> {
  const { rows } = await db.query<TideRow>(
    sql(
      `WITH heap AS (
       -- The fewest keys, and conditions of constants: what is worked out for each row is all of the time.
       -- OFFSET 0: else the planner expects as many heaps as messages, and a hash table for these is slow to fill.
       SELECT w.group_id, w.attempt, false AS leased, min(w.visible_at) AS due_at, count(*) AS n
         FROM (SELECT r.group_id, r.attempt, r.visible_at,
          CASE WHEN r.visible_at < $fineUntil::timestamptz
            THEN date_bin($fineMs * interval '1 ms', r.visible_at, 'epoch')
            WHEN r.visible_at < $until::timestamptz THEN date_bin($stepMs * interval '1 ms', r.visible_at, 'epoch')
            WHEN r.held_due_at IS NOT NULL THEN 'infinity' END AS heap
         FROM retry r WHERE NOT r.leased AND ($groupId::int IS NULL OR r.group_id = $groupId) OFFSET 0) w
        GROUP BY w.group_id, w.attempt, w.heap
        UNION ALL
       SELECT r.group_id, r.attempt, true, $now::timestamptz, count(*)
         FROM retry r JOIN consumer_group c ON c.group_id = r.group_id WHERE r.leased AND NOT r.early AND r.attempt <> 0
          AND ($groupId::int IS NULL OR r.group_id = $groupId)
          -- In a held key only the last attempt may still move it to the DLQ.
          AND (r.attempt > c.max_retries OR NOT ${KEY_IS_HELD}) GROUP BY r.group_id, r.attempt
     )
     SELECT h.group_id AS "groupId", g.name AS "group", g.max_retries AS "maxRetries", g.retry_policy AS "retryPolicy",
            h.attempt::int AS attempt, nullif(h.due_at, 'infinity') AS "dueAt", h.n AS messages, h.leased AS running
       FROM heap h JOIN consumer_group g ON g.group_id = h.group_id AND g.broadcast_of IS NULL`,
      {
        ...{ now, groupId, stepMs, until: new Date(now.getTime() + untilMs) },
        ...{ fineMs, fineUntil: new Date(now.getTime() + fineUntilMs) },
      },
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
  const { rows } = await db.query<{ ms: number | null }>(
    sql(
      `WITH RECURSIVE t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), ${PLACES}
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
