import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface WaitingRetryRow {
  readonly messageId: string;
  readonly topic: string;
  readonly queueId: number;
  readonly off: number;
  /** Its keys; one without: the message group it is ordered by. */
  readonly key: string | null;
  /** Deliveries made so far. */
  readonly attempt: number;
  readonly leased: boolean;
  readonly visibleAt: Date;
  /** The same to the microsecond, for the cursor. */
  readonly visibleAtText: string;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
}

export interface WaitingRetryCursor {
  readonly visibleAt: string;
  readonly queueId: number;
  readonly off: number;
}

/** Failed messages of a group by the time of their next try. Those a client has now are not in it. */
export async function waitingRetries(
  db: Queryable,
  groupId: number,
  after: WaitingRetryCursor | null,
  limit: number,
): Promise<WaitingRetryRow[]> {
  const { rows } = await db.query<WaitingRetryRow>(
    sql(
      `SELECT m.msg_id AS "messageId", t.name AS topic, r.queue_id AS "queueId", r.off,
        coalesce(nullif(array_to_string(m.keys, ', '), ''), m.mgroup) AS key, r.attempt::int AS attempt, r.leased,
            r.visible_at AS "visibleAt", to_char(r.visible_at AT TIME ZONE 'UTC',
              'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "visibleAtText", f.error_type AS "errorType",
              left(f.message, 300) AS "errorMessage"
       FROM retry r
       JOIN topic t ON t.topic_id = r.topic_id
       JOIN any_message m ON m.queue_id = r.queue_id AND m.off = r.off AND m.seg = r.seg
       LEFT JOIN failure_report f ON f.group_id = r.group_id AND f.queue_id = r.queue_id AND f.off = r.off
         AND f.generation = r.generation AND f.attempt = r.attempt
      WHERE r.group_id = $groupId AND NOT r.leased
        AND ($afterVisibleAt::timestamptz IS NULL OR (r.visible_at, r.queue_id, r.off) > ($afterVisibleAt::timestamptz,
          $afterQueueId::int, $afterOff::bigint))
      ORDER BY r.visible_at, r.queue_id, r.off LIMIT $limit`,
      {
        groupId,
        afterVisibleAt: after?.visibleAt ?? null,
        afterQueueId: after?.queueId ?? 0,
        afterOff: after?.off ?? 0,
        limit,
      },
    ),
  );
  return rows;
}
