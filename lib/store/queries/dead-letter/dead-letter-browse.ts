import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import {
  DEAD_LETTER_REASON,
  DEAD_LETTER_TAKEN,
  DEAD_LETTER_WHERE,
  type DeadLetterMatch,
  matchValues,
} from './dead-letter-match';

export interface DeadLetterRow {
  readonly id: number;
  readonly group: string;
  readonly topic: string;
  readonly messageId: string;
  readonly key: string | null;
  readonly messageGroup: string | null;
  readonly tag: string | null;
  /** Deliveries of this life. */
  readonly attempts: number;
  /** How often it was re-driven before. */
  readonly generation: number;
  readonly cause: string;
  readonly causeKey: string;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
  readonly client: string | null;
  readonly bodyBytes: number;
  readonly deadAt: Date;
  /** The same to the microsecond, for the cursor. */
  readonly deadAtText: string;
  readonly bornAt: Date;
  /** Not removed before. */
  readonly keptUntil: Date | null;
  /** The open re-drive that will take it. */
  readonly redriveId: number | null;
  /** Exempt from expiry since. */
  readonly heldAt: Date | null;
  readonly heldBy: string | null;
  readonly holdReason: string | null;
  /** It may stay, said this operator. */
  readonly acceptedAt: Date | null;
  readonly acceptedBy: string | null;
  readonly acceptReason: string | null;
}

export interface DeadLetterCursor {
  readonly deadAt: string;
  readonly id: number;
}

/** Newest first. */
export async function deadLetterBrowse(
  db: Queryable,
  match: DeadLetterMatch,
  before: DeadLetterCursor | null,
  limit: number,
): Promise<DeadLetterRow[]> {
  const { rows } = await db.query<DeadLetterRow>(
    sql(
      `WITH page AS MATERIALIZED (
       SELECT d.dead_letter_id, d.group_id, d.queue_id, d.off, d.dead_at
         FROM dead_letter d
        WHERE ${DEAD_LETTER_WHERE} AND ($beforeAt::timestamptz IS NULL OR (d.dead_at, d.dead_letter_id) < ($beforeAt,
          $beforeId::bigint))
        ORDER BY d.dead_at DESC, d.dead_letter_id DESC LIMIT $limit)
     SELECT d.dead_letter_id AS id, g.name AS "group", t.name AS topic, d.msg_id AS "messageId", d.keys[1] AS key,
       d.mgroup AS "messageGroup", d.tag,
            d.attempts::int AS attempts, d.generation, d.cause, d.fingerprint AS "causeKey",
            e.error_type AS "errorType", left(e.message, 500) AS "errorMessage", c.name AS client,
              octet_length(d.body) AS "bodyBytes",
            d.dead_at AS "deadAt", to_char(d.dead_at AT TIME ZONE 'UTC',
              'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "deadAtText", d.born_at AS "bornAt",
            d.kept_until AS "keptUntil", d.held_at AS "heldAt", d.held_by AS "heldBy", d.hold_reason AS "holdReason",
            d.accepted_at AS "acceptedAt", d.accepted_by AS "acceptedBy", d.accept_reason AS "acceptReason",
            CASE WHEN x.state = 'selected' THEN x.redrive_id END AS "redriveId"
       FROM page s
       JOIN dead_letter d ON d.group_id = s.group_id AND d.queue_id = s.queue_id AND d.off = s.off
       JOIN consumer_group g ON g.group_id = d.group_id
       JOIN topic t ON t.topic_id = d.topic_id
       LEFT JOIN client c ON c.client_id = d.client_id
       ${DEAD_LETTER_REASON}
       ${DEAD_LETTER_TAKEN}
      ORDER BY s.dead_at DESC, s.dead_letter_id DESC`,
      { ...matchValues(match), beforeAt: before?.deadAt ?? null, beforeId: before?.id ?? null, limit },
    ),
  );
  return rows;
}
