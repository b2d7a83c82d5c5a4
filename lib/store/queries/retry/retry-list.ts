import type { DeliveryCause } from '../../../model/delivery/delivery-state';
import type { DeliveryOrder, RetryPolicy } from '../../../model/delivery/retry-policy';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { LAST_FAILURE, matchValues, RETRY_DEEP_WHERE, RETRY_WHERE, type RetryMatch, rowValues } from './retry-match';

export interface WaitingRow {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  readonly group: string;
  readonly deliveryOrder: DeliveryOrder;
  readonly maxRetries: number;
  readonly retryPolicy: RetryPolicy;
  /** @neverNull a message that waits is kept */
  readonly messageId: string;
  /** @neverNull every message has a topic */
  readonly topic: string;
  readonly keys: string[] | null;
  readonly messageGroup: string | null;
  /** @neverNull a message that waits is kept */
  readonly storedAt: Date;
  readonly generation: number;
  /** Deliveries made so far. */
  readonly attempt: number;
  /** Null: held. */
  readonly dueAt: Date | null;
  readonly heldDueAt: Date | null;
  readonly heldAt: Date | null;
  readonly heldBy: string | null;
  readonly holdReason: string | null;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
  readonly fingerprint: string | null;
  readonly cause: DeliveryCause | null;
  /** Where it stands in the list. */
  readonly place: string;
}

/** Where a page begins: after this. */
export interface WaitingCursor {
  readonly visibleAt: string;
  readonly queueId: number;
  readonly off: number;
  readonly groupId: number;
}

/**
 * Which topics have waiting messages of which groups: the index of what is due is by this pair, so a page is read from
 * the front of a few short ranges.
 */
const PAIRS = `
  pairs AS MATERIALIZED (
    SELECT DISTINCT gq.group_id, q.topic_id FROM group_queue gq JOIN queue q ON q.queue_id = gq.queue_id
     WHERE CASE WHEN $groupId::int IS NULL THEN EXISTS (SELECT 1 FROM consumer_group b WHERE b.group_id = gq.group_id
       AND b.broadcast_of IS NULL) ELSE gq.group_id = $groupId END)`;

/** The next `look` candidates in the order of their next try, held ones last. */
const CANDIDATES = `${PAIRS}, candidate AS MATERIALIZED (
    SELECT w.* FROM pairs p CROSS JOIN LATERAL (
      SELECT r.* FROM retry r JOIN consumer_group g ON g.group_id = p.group_id
       WHERE pair(r.group_id, r.topic_id) = pair(p.group_id, p.topic_id) AND ${RETRY_WHERE}
         AND ($afterVisibleAt::timestamptz IS NULL OR (r.visible_at >= $afterVisibleAt
           AND (r.visible_at, r.queue_id, r.off, r.group_id) > ($afterVisibleAt, $afterQueueId::int, $afterOff::bigint,
             $afterGroupId::int)))
       ORDER BY r.visible_at, r.queue_id, r.off LIMIT $look) w
     ORDER BY w.visible_at, w.queue_id, w.off, w.group_id LIMIT $look)`;

/** The same where the places are known: each is one row of each group that reads the queue. */
const CANDIDATES_AT = `candidate AS MATERIALIZED (
    SELECT w.* FROM unnest($queueIds::int[], $offs::bigint[]) p (queue_id, off)
      JOIN group_queue gq ON gq.queue_id = p.queue_id AND ($groupId::int IS NULL OR gq.group_id = $groupId)
     CROSS JOIN LATERAL (
      SELECT r.* FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
       WHERE r.group_id = gq.group_id AND r.queue_id = p.queue_id AND r.off = p.off AND ${RETRY_WHERE}
         AND ($groupId::int IS NOT NULL OR g.broadcast_of IS NULL)
         AND ($afterVisibleAt::timestamptz IS NULL OR (r.visible_at, r.queue_id, r.off, r.group_id)
           > ($afterVisibleAt, $afterQueueId::int, $afterOff::bigint, $afterGroupId::int)) LIMIT 1) w
     ORDER BY w.visible_at, w.queue_id, w.off, w.group_id LIMIT $look)`;

const PLACE = `CASE WHEN r.visible_at = 'infinity' THEN 'infinity' ELSE to_char(r.visible_at AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END || '_' || r.queue_id || '_' || r.off || '_' || r.group_id`;

/** Waiting messages by their next try, from the next `look` candidates. */
export async function retryList(
  db: Queryable,
  match: RetryMatch,
  after: WaitingCursor | null,
  { look, limit }: { readonly look: number; readonly limit: number },
): Promise<WaitingRow[]> {
  const { rows } = await db.query<WaitingRow>(
    sql(
      `WITH ${match.places === undefined ? CANDIDATES : CANDIDATES_AT}, hit AS MATERIALIZED (
       SELECT r.*, f.error_type, f.message AS error_message, f.fingerprint, e.cause FROM candidate r ${LAST_FAILURE}
        WHERE ${RETRY_DEEP_WHERE}
        ORDER BY r.visible_at, r.queue_id, r.off, r.group_id LIMIT $limit)
     SELECT r.group_id AS "groupId", r.queue_id AS "queueId", r.off, g.name AS "group",
            g.delivery_order AS "deliveryOrder", g.max_retries AS "maxRetries", g.retry_policy AS "retryPolicy",
            m.msg_id AS "messageId", t.name AS topic, m.keys, m.mgroup AS "messageGroup", m.stored_at AS "storedAt",
            r.generation, r.attempt::int AS attempt, nullif(r.visible_at, 'infinity') AS "dueAt",
            r.held_due_at AS "heldDueAt", j.started_at AS "heldAt", j.actor AS "heldBy", j.reason AS "holdReason",
            r.error_type AS "errorType", left(r.error_message, 300) AS "errorMessage", r.fingerprint, r.cause,
            ${PLACE} AS place
       FROM hit r
       JOIN consumer_group g ON g.group_id = r.group_id
       JOIN topic t ON t.topic_id = r.topic_id
       CROSS JOIN LATERAL (SELECT a.msg_id, a.keys, a.mgroup, a.stored_at FROM any_message a
         WHERE a.queue_id = r.queue_id AND a.off = r.off AND a.seg = r.seg LIMIT 1) m
       LEFT JOIN retry_job j ON j.job_id = r.hold_job
      ORDER BY r.visible_at, r.queue_id, r.off, r.group_id`,
      { ...matchValues(match), ...cursorValues(after), look, limit },
    ),
  );
  return rows;
}

/** How many candidates there are within `look`, and the last of them: where a bounded look went to. */
export async function retryLooked(
  db: Queryable,
  match: RetryMatch,
  after: WaitingCursor | null,
  look: number,
): Promise<{ readonly looked: number; readonly last: string | null }> {
  const { rows } = await db.query<{ looked: number; last: string | null }>(
    sql(
      `WITH ${match.places === undefined ? CANDIDATES : CANDIDATES_AT}
     SELECT (SELECT count(*)::int FROM candidate) AS looked, (SELECT ${PLACE} FROM candidate r
       ORDER BY r.visible_at DESC, r.queue_id DESC, r.off DESC, r.group_id DESC LIMIT 1) AS last`,
      { ...rowValues(match), ...cursorValues(after), look },
    ),
  );
  return rows[0] ?? { looked: 0, last: null };
}

function cursorValues(after: WaitingCursor | null) {
  return {
    afterVisibleAt: after?.visibleAt ?? null,
    afterQueueId: after?.queueId ?? 0,
    afterOff: after?.off ?? 0,
    afterGroupId: after?.groupId ?? 0,
  };
}
