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
  /** The first of them that falls due; null: they are held. */
  readonly dueAt: Date | null;
  readonly messages: number;
}

/**
 * What waits, of one group or of all, in heaps of the same attempt that fall due within the same `stepMs`; what is due
 * later than `untilMs` from now is one heap for each attempt. One pass over what waits.
 */
export async function retryTide(
  db: Queryable,
  now: Date | null,
  groupId: number | null,
  { stepMs, untilMs }: { readonly stepMs: number; readonly untilMs: number },
): Promise<TideRow[]> {
  const { rows } = await db.query<TideRow>(
    sql(
      `WITH t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), heap AS (
       SELECT r.group_id, r.attempt, r.held_due_at IS NOT NULL AS held, min(r.visible_at) AS due_at, count(*) AS n
         FROM retry r, t WHERE NOT r.leased AND ($groupId::int IS NULL OR r.group_id = $groupId)
        GROUP BY r.group_id, r.attempt, r.held_due_at IS NOT NULL,
          CASE WHEN r.visible_at < t.now + $untilMs * interval '1 ms'
            THEN date_bin($stepMs * interval '1 ms', r.visible_at, 'epoch') END
     )
     SELECT h.group_id AS "groupId", g.name AS "group", g.max_retries AS "maxRetries", g.retry_policy AS "retryPolicy",
            h.attempt::int AS attempt, CASE WHEN NOT h.held THEN h.due_at END AS "dueAt", h.n AS messages
       FROM heap h JOIN consumer_group g ON g.group_id = h.group_id AND g.broadcast_of IS NULL`,
      { now, groupId, stepMs, untilMs },
    ),
  );
  return rows;
}
