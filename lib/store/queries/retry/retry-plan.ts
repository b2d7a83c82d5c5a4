import type { RetryVerb } from '../../../model/delivery/retry-change';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { isDeep, LAST_FAILURE, matchValues, RETRY_DEEP_WHERE, RETRY_WHERE, type RetryMatch } from './retry-match';

/** Why a change leaves a waiting message `r` of group `g`; null: it takes it. As retry_change decides. */
const WHY_NOT = {
  now: `CASE WHEN r.held_due_at IS NOT NULL THEN 'held' WHEN r.visible_at <= t.now THEN 'due already'
    WHEN r.attempt > g.max_retries THEN 'over the limit of retries' END`,
  bury: 'NULL::text',
  hold: `CASE WHEN r.held_due_at IS NOT NULL THEN 'held already' END`,
  release: `CASE WHEN r.held_due_at IS NULL THEN 'not held' END`,
} as const satisfies Record<RetryVerb, string>;

export interface RetryPlanRow {
  readonly why: string | null;
  readonly messages: number;
}

/** What a change of these would do now. */
export async function retryPlan(
  db: Queryable,
  now: Date | null,
  verb: RetryVerb,
  match: RetryMatch,
): Promise<RetryPlanRow[]> {
  const { rows } = await db.query<RetryPlanRow>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now)
     SELECT w.why, count(*) AS messages FROM (
       SELECT ${WHY_NOT[verb]} AS why FROM t, retry r JOIN consumer_group g ON g.group_id = r.group_id
           ${isDeep(match) ? LAST_FAILURE : ''}
        WHERE r.group_id = $groupId AND ${RETRY_WHERE} ${isDeep(match) ? `AND ${RETRY_DEEP_WHERE}` : ''}) w GROUP BY w.why`,
      { now, ...matchValues(match) },
    ),
  );
  return rows;
}

/** The newest change of any message: a set that is frozen at it has nothing that changed later. */
export async function epochNow(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ epoch: number }>('SELECT last_value AS epoch FROM epoch_seq');
  return rows[0]?.epoch ?? 0;
}

/** Where messages with these ids wait for a group, of messages that changed with `throughEpoch` at the latest. */
export async function waitingPlaces(
  db: Queryable,
  groupId: number,
  messageIds: readonly string[],
  throughEpoch: number | null = null,
): Promise<{ readonly queueId: number; readonly off: number }[]> {
  const { rows } = await db.query<{ queueId: number; off: number }>(
    sql(
      `SELECT DISTINCT r.queue_id AS "queueId", r.off FROM (
         SELECT m.queue_id, m.off FROM message m WHERE m.msg_id = ANY ($messageIds::text[])
         UNION ALL SELECT k.queue_id, k.off FROM kept_message k WHERE k.msg_id = ANY ($messageIds::text[])) w
        CROSS JOIN LATERAL (SELECT a.queue_id, a.off FROM retry a WHERE a.group_id = $groupId
          AND a.queue_id = w.queue_id AND a.off = w.off AND NOT a.leased
            AND ($throughEpoch::bigint IS NULL OR a.epoch <= $throughEpoch) LIMIT 1) r`,
      { groupId, messageIds, throughEpoch },
    ),
  );
  return rows;
}
