import type { RetryPolicy } from '../../../model/delivery/retry-policy';
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
  /** A client has them. */
  readonly running: boolean;
  /**
   * When the first of a heap falls due, and how many messages it has. Of running ones it is now, or when the client
   * reported that this attempt failed: a client of an ordered group makes the next one by itself. Null: they are held.
   * One text for each attempt: thousands of rows take the driver longer than the database.
   */
  readonly heaps: readonly (readonly [dueMs: number | null, messages: number])[];
}

export interface TideSteps {
  readonly stepMs: number;
  readonly untilMs: number;
  /** What is due before `fineUntilMs` from now is counted in these steps. */
  readonly fineMs?: number;
  readonly fineUntilMs?: number;
}

/** A first delivery that takes no longer is not asked about. */
const HEALTHY_MS = 2000;

/** What the client of a head reported about attempts that it makes by itself. */
const OWN_RETRIES = (of: string, off: string, generation: string): string =>
  `SELECT f.attempt, f.reported_at FROM failure_report f WHERE f.group_id = ${of}.group_id
     AND f.queue_id = ${of}.queue_id AND f.off = ${off} AND f.generation = ${generation}`;

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
            -- Held.
            WHEN r.visible_at = 'infinity' THEN 'infinity' END AS heap
         FROM retry r WHERE NOT r.leased AND ($groupId::int IS NULL OR r.group_id = $groupId) OFFSET 0) w
        GROUP BY w.group_id, w.attempt, w.heap
        UNION ALL
       SELECT a.group_id, a.attempt, true, min(a.failed_at), count(*)
         FROM (
           SELECT r.group_id, greatest(r.attempt, e.attempt) AS attempt, coalesce(e.reported_at, $now) AS failed_at
             FROM retry r JOIN consumer_group c ON c.group_id = r.group_id
             LEFT JOIN LATERAL (${OWN_RETRIES('r', 'r.off', 'r.generation')} AND f.attempt >= r.attempt
               AND r.mgroup IS NOT NULL ORDER BY f.attempt DESC LIMIT 1) e ON true
            WHERE r.leased AND NOT r.early AND r.attempt <> 0 AND ($groupId::int IS NULL OR r.group_id = $groupId)
              -- In a held key only the last attempt may still move it to the DLQ.
              AND (r.attempt > c.max_retries OR NOT ${KEY_IS_HELD})
            UNION ALL
           -- The broker counts it as on its first attempt.
           SELECT b.group_id, e.attempt, e.reported_at
             FROM fifo_group b JOIN consumer_group c ON c.group_id = b.group_id
             JOIN lease l ON l.group_id = b.group_id AND l.queue_id = b.queue_id AND l.lease_id = b.lease_id
            CROSS JOIN LATERAL (SELECT min(w.off) AS off FROM unnest(l.offs) WITH ORDINALITY w (off, ord)
              WHERE ((l.open & b.mask) >> (w.ord - 1)::int) & 1 = 1) o
            CROSS JOIN LATERAL (${OWN_RETRIES('b', 'o.off', '0')} ORDER BY f.attempt DESC LIMIT 1) e
            WHERE b.state = 1 AND ($groupId::int IS NULL OR b.group_id = $groupId)
              AND b.since <= $now::timestamptz - ${HEALTHY_MS} * interval '1 ms'
              AND (e.attempt > c.max_retries OR b.hold_job IS NULL)
         ) a GROUP BY a.group_id, a.attempt, date_bin($fineMs * interval '1 ms', a.failed_at, 'epoch')
     )
     SELECT h.group_id AS "groupId", g.name AS "group", g.max_retries AS "maxRetries", g.retry_policy AS "retryPolicy",
            h.attempt::int AS attempt, h.leased AS running, ('[' || string_agg('[' || coalesce(
              ((date_part('epoch', nullif(h.due_at, 'infinity')) * 1000000)::bigint / 1000)::text, 'null')
              || ',' || h.n || ']', ',') || ']')::json AS heaps
       FROM heap h JOIN consumer_group g ON g.group_id = h.group_id AND g.broadcast_of IS NULL
      GROUP BY h.group_id, g.name, g.max_retries, g.retry_policy, h.attempt, h.leased`,
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
