import type { BodyEncoding } from '../../../model/message/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** One delayed message outside the log, without its body. */
export interface ScheduledRow {
  readonly messageId: string;
  readonly topic: string;
  readonly queueNo: number;
  readonly dueAt: Date;
  readonly scheduledAt: Date;
  readonly tag: string | null;
  readonly messageGroup: string | null;
  readonly keys: string[];
  readonly properties: Record<string, string>;
  readonly encoding: BodyEncoding;
  readonly bodyBytes: number;
  readonly bornAt: Date;
  readonly bornHost: string;
  /** Null: it waits. */
  readonly recalledAt: Date | null;
  /** Null, of a recalled one: its producer. */
  readonly recalledBy: string | null;
}

export interface ScheduledCursor {
  /** ISO, milliseconds: due times come with no more. */
  readonly dueAt: string;
  readonly messageId: string;
}

export interface ScheduledFigures {
  readonly topicId: number;
  /** Counted up to COUNTED_TO; one more means "more than that". */
  readonly waiting: number;
  readonly nextDueAt: Date | null;
}

export const COUNTED_TO = 100_000;

const COLUMNS = `s.msg_id AS "messageId", t.name AS topic, q.queue_no::int AS "queueNo", s.due_at AS "dueAt",
  s.scheduled_at AS "scheduledAt", s.tag,
  s.mgroup AS "messageGroup", coalesce(s.keys, '{}') AS keys, coalesce(s.props, '{}') AS properties,
    s.body_encoding AS encoding,
  octet_length(s.body) AS "bodyBytes", s.born_at AS "bornAt", s.born_host AS "bornHost", s.recalled_at AS "recalledAt",
    s.recalled_by AS "recalledBy"`;

/** What waits on a topic, next due first. */
export async function scheduledList(
  db: Queryable,
  topicId: number,
  after: ScheduledCursor | null,
  limit: number,
): Promise<ScheduledRow[]> {
  const { rows } = await db.query<ScheduledRow>(
    sql(
      `SELECT ${COLUMNS} FROM scheduled_message s JOIN topic t ON t.topic_id = s.topic_id
        JOIN queue q ON q.queue_id = s.queue_id
      WHERE s.topic_id = $topicId AND s.recalled_at IS NULL
        ${after === null ? '' : 'AND (s.due_at, s.msg_id) > ($afterDueAt::timestamptz, $afterId)'}
      ORDER BY s.due_at, s.msg_id LIMIT $limit`,
      { topicId, limit, afterDueAt: after?.dueAt ?? null, afterId: after?.messageId ?? null },
    ),
  );
  return rows;
}

/** An id on every DELAY topic: waiting or recalled. */
export async function scheduledFind(db: Queryable, messageId: string): Promise<ScheduledRow[]> {
  const { rows } = await db.query<ScheduledRow>(
    `SELECT ${COLUMNS} FROM topic t
       CROSS JOIN LATERAL (SELECT * FROM scheduled_message x WHERE x.topic_id = t.topic_id AND x.msg_id = $1 LIMIT 1) s
       JOIN queue q ON q.queue_id = s.queue_id
      WHERE t.message_type = 'DELAY' ORDER BY s.due_at DESC, t.name`,
    [messageId],
  );
  return rows;
}

/** Waiting or recalled ones with a key, sent last first. */
export async function scheduledByKey(
  db: Queryable,
  key: string,
  topicId: number | null,
  limit: number,
): Promise<ScheduledRow[]> {
  const { rows } = await db.query<ScheduledRow>(
    sql(
      `SELECT ${COLUMNS} FROM scheduled_message s JOIN topic t ON t.topic_id = s.topic_id
        JOIN queue q ON q.queue_id = s.queue_id
      WHERE short_keys(s.keys) @> short_keys(ARRAY[$key]) AND s.keys IS NOT NULL AND s.keys @> ARRAY[$key]
        AND ($topicId::int IS NULL OR s.topic_id = $topicId)
      ORDER BY s.scheduled_at DESC LIMIT $limit`,
      { key, topicId, limit },
    ),
  );
  return rows;
}

/** Of one topic, or of every DELAY topic. */
export async function scheduledFigures(db: Queryable, topicId: number | null): Promise<ScheduledFigures[]> {
  const { rows } = await db.query<ScheduledFigures>(
    `SELECT t.topic_id AS "topicId", c.n::int AS waiting, d.due_at AS "nextDueAt" FROM topic t
       CROSS JOIN LATERAL (SELECT count(*) AS n FROM (
         SELECT 1 FROM scheduled_message s WHERE s.topic_id = t.topic_id AND s.recalled_at IS NULL
           LIMIT ${COUNTED_TO + 1}) x) c
       LEFT JOIN LATERAL (
         SELECT s.due_at FROM scheduled_message s WHERE s.topic_id = t.topic_id AND s.recalled_at IS NULL
           ORDER BY s.due_at, s.msg_id LIMIT 1) d ON true
      WHERE t.message_type = 'DELAY' AND ($1::int IS NULL OR t.topic_id = $1)`,
    [topicId],
  );
  return rows;
}
