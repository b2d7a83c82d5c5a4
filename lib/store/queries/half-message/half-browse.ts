import type { HalfResolver, HalfState } from '../../../model/message/half-message';
import type { BodyEncoding } from '../../../model/message/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A half message without its body. */
export interface HalfMessageRow {
  readonly topic: string;
  readonly queueId: number;
  readonly messageId: string;
  readonly state: HalfState;
  /** Client id. */
  readonly producer: string;
  readonly tag: string | null;
  readonly keys: string[] | null;
  readonly properties: Record<string, string> | null;
  readonly encoding: BodyEncoding;
  readonly bodyBytes: number;
  readonly bornAt: Date;
  readonly bornHost: string;
  readonly storedAt: Date;
  readonly checks: number;
  readonly lastCheckAt: Date | null;
  /** Null: resolved, or no check is left. */
  readonly nextCheckAt: Date | null;
  readonly givesUpAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: HalfResolver | null;
  /** Client id or operator; null: the broker gave up. */
  readonly resolver: string | null;
  /** Its body is stored: it can be committed, also by an operator after the broker gave it up. */
  readonly hasBody: boolean;
  /** What the page is ordered by, to the microsecond. */
  readonly orderAt: string;
}

export interface HalfCursor {
  readonly at: string;
  readonly messageId: string;
}

const COLUMNS = `
  t.name AS topic, m.queue_id AS "queueId", m.msg_id AS "messageId", m.state, m.producer, m.tag, m.keys,
    m.props AS properties, m.body_encoding AS encoding,
  m.body_bytes AS "bodyBytes", m.born_at AS "bornAt", m.born_host AS "bornHost", m.stored_at AS "storedAt",
    m.checks::int AS checks,
  m.last_check_at AS "lastCheckAt", m.next_check_at AS "nextCheckAt", m.gives_up_at AS "givesUpAt",
    m.resolved_at AS "resolvedAt",
  m.resolved_by AS "resolvedBy", m.resolver, m.body IS NOT NULL AS "hasBody",
  to_char(coalesce(m.resolved_at, m.stored_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "orderAt"`;

/** Of one topic: waiting ones, the longest waiting first. */
export async function halfPending(
  db: Queryable,
  topicId: number,
  after: HalfCursor | null,
  limit: number,
): Promise<HalfMessageRow[]> {
  const { rows } = await db.query<HalfMessageRow>(
    sql(
      `SELECT ${COLUMNS} FROM half_message m JOIN topic t ON t.topic_id = m.topic_id
      WHERE pair(m.topic_id, 0) = pair($topicId, 0) AND m.state = 'pending' AND ($afterAt::timestamptz IS NULL
        OR (m.stored_at, m.msg_id) > ($afterAt, $afterMessageId))
      ORDER BY m.stored_at, m.msg_id LIMIT $limit`,
      { topicId, afterAt: after?.at ?? null, afterMessageId: after?.messageId ?? null, limit },
    ),
  );
  return rows;
}

/** Of one topic: resolved ones in any of the states, the newest resolution first. */
export async function halfResolved(
  db: Queryable,
  topicId: number,
  states: readonly HalfState[],
  before: HalfCursor | null,
  limit: number,
): Promise<HalfMessageRow[]> {
  const { rows } = await db.query<HalfMessageRow>(
    sql(
      `SELECT ${COLUMNS} FROM half_message m JOIN topic t ON t.topic_id = m.topic_id
      WHERE pair(m.topic_id, 0) = pair($topicId, 0) AND m.state <> 'pending' AND m.state = ANY ($states)
        AND ($beforeAt::timestamptz IS NULL OR m.resolved_at < $beforeAt OR (m.resolved_at = $beforeAt
          AND m.msg_id > $beforeMessageId))
      ORDER BY m.resolved_at DESC, m.msg_id LIMIT $limit`,
      { topicId, states, beforeAt: before?.at ?? null, beforeMessageId: before?.messageId ?? null, limit },
    ),
  );
  return rows;
}

/** Every topic's half message with this id, newest first. */
export async function halfFind(db: Queryable, messageId: string): Promise<HalfMessageRow[]> {
  const { rows } = await db.query<HalfMessageRow>(
    `SELECT ${COLUMNS} FROM half_message m JOIN topic t ON t.topic_id = m.topic_id WHERE m.msg_id = $1
      ORDER BY m.stored_at DESC LIMIT 50`,
    [messageId],
  );
  return rows;
}

/** So many given-up ones of a topic are counted. */
const GIVEN_UP_COUNTED = 100_000;

/** The two indexes of keys are partial: each state is asked for by itself. */
const withKey = (state: 'pending' | 'given-up') => `
  (SELECT h.msg_id, h.topic_id, h.stored_at FROM half_message h
    WHERE short_keys(h.keys) @> short_keys(ARRAY[$key]) AND h.keys IS NOT NULL AND h.state = '${state}'
      AND h.keys @> ARRAY[$key] AND ($topicId::int IS NULL OR h.topic_id = $topicId)
    ORDER BY h.stored_at DESC LIMIT $limit)`;

/** Pending and given-up ones with a key, newest first. */
export async function halfByKey(
  db: Queryable,
  key: string,
  topicId: number | null,
  limit: number,
): Promise<HalfMessageRow[]> {
  const { rows } = await db.query<HalfMessageRow>(
    sql(
      `WITH found AS MATERIALIZED (${withKey('pending')} UNION ALL ${withKey('given-up')})
       SELECT ${COLUMNS} FROM found f JOIN half_message m ON m.msg_id = f.msg_id AND m.topic_id = f.topic_id
         JOIN topic t ON t.topic_id = m.topic_id
        ORDER BY m.stored_at DESC LIMIT $limit`,
      { key, topicId, limit },
    ),
  );
  return rows;
}

/** Waiting half messages by topic; topics without any are left out. */
export async function halfCount(db: Queryable): Promise<{ topic: string; pending: number }[]> {
  const { rows } = await db.query<{ topic: string; pending: number }>(
    `SELECT t.name AS topic, n.pending
       FROM (SELECT m.topic_id, count(*) AS pending FROM half_message m WHERE m.state = 'pending' GROUP BY m.topic_id) n
       JOIN topic t ON t.topic_id = n.topic_id ORDER BY t.name`,
  );
  return rows;
}

/** Given-up half messages that can still be committed, by topic. @param most counted of each topic at most */
export async function halfGivenUpCount(
  db: Queryable,
  most = GIVEN_UP_COUNTED,
): Promise<{ topic: string; givenUp: number }[]> {
  const { rows } = await db.query<{ topic: string; givenUp: number }>(
    sql(
      `SELECT t.name AS topic, n.given_up AS "givenUp" FROM topic t
        CROSS JOIN LATERAL (SELECT count(*) AS given_up FROM (SELECT 1 FROM half_message m
          WHERE m.topic_id = t.topic_id AND m.state = 'given-up' AND m.body IS NOT NULL LIMIT $most) c) n
        WHERE n.given_up > 0 ORDER BY t.name`,
      { most },
    ),
  );
  return rows;
}
