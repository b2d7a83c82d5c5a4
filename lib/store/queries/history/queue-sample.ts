import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { BEHIND, PASSED_OVER } from '../backlog/behind';

/** What one queue has for one group, all read at one moment. */
export interface QueueLevels {
  readonly groupId: number;
  readonly topicId: number;
  readonly queueNo: number;
  /** Where the group began to read. */
  readonly startOff: number;
  readonly storedTo: number;
  readonly takenTo: number;
  readonly passedOver: number;
  readonly inFlight: number;
  readonly retryReady: number;
  readonly retryInFlight: number;
  readonly waiting: number;
  readonly oldestAt: Date | null;
  readonly oldestOpenAt: Date | null;
  readonly oldestDueAt: Date | null;
  readonly oldestRetryAt: Date | null;
}

/** The newest step of every group, with what names a queue. */
export interface QueueLevelsRow extends QueueLevels {
  readonly group: string;
  readonly topic: string;
  readonly at: Date;
}

const LEVELS = `q.group_id AS "groupId", i.topic_id AS "topicId", i.queue_no::int AS "queueNo",
  gq.start_off AS "startOff", q.stored_to AS "storedTo",
  q.taken_to AS "takenTo", q.passed_over AS "passedOver", q.in_flight AS "inFlight", q.retry_ready AS "retryReady",
    q.retry_in_flight AS "retryInFlight",
  q.waiting, q.oldest_at AS "oldestAt", q.oldest_open_at AS "oldestOpenAt", q.oldest_due_at AS "oldestDueAt",
    q.oldest_retry_at AS "oldestRetryAt"`;

/**
 * Reads every queue of every group in one statement, so that what is ready, held and waiting adds up, and keeps it as
 * the step of 10 s that `now` is in. Members of broadcast groups are not in it.
 */
export async function queueSampleTake(db: Queryable, now: Date | null): Promise<QueueLevels[]> {
  const { rows } = await db.query<QueueLevels>(
    `WITH t AS (SELECT coalesce($1::timestamptz, clock_timestamp()) AS now),
     open AS MATERIALIZED (
       SELECT l.group_id, l.queue_id, l.lease_id, l.base_off, l.offs, l.open, bit_count(l.open::bit(64)) AS n
         FROM lease l WHERE l.live
     ), held AS (
       SELECT group_id, queue_id, sum(n) AS n FROM open GROUP BY group_id, queue_id
     ), first_open AS (
       SELECT DISTINCT ON (o.group_id, o.queue_id) o.group_id, o.queue_id,
              CASE WHEN o.offs IS NULL THEN o.base_off + b.bit ELSE o.offs[b.bit + 1] END AS off
         FROM open o CROSS JOIN LATERAL (SELECT min(s) AS bit FROM generate_series(0, 63) s
           WHERE (o.open >> s) & 1 = 1) b
        ORDER BY o.group_id, o.queue_id, o.lease_id
     ), failed AS (
       SELECT r.group_id, r.queue_id, count(*) FILTER (WHERE r.leased) AS leased,
              count(*) FILTER (WHERE NOT r.leased AND r.visible_at <= t.now) AS due,
              count(*) FILTER (WHERE NOT r.leased AND r.visible_at > t.now) AS waiting,
              min(r.visible_at) FILTER (WHERE NOT r.leased AND r.visible_at <= t.now) AS oldest_due_at,
              min(CASE WHEN r.leased THEN r.leased_at ELSE r.visible_at END) FILTER (WHERE r.leased
                OR r.visible_at <= t.now) AS oldest_at
         FROM retry r, t GROUP BY r.group_id, r.queue_id
     ), passed AS (
       SELECT f.group_id, f.queue_id, sum(w.n)::bigint AS n, min(w.oldest_at) AS oldest_at
         FROM fifo_group f
        ${PASSED_OVER}
        WHERE f.skipped AND f.state <> 2 GROUP BY f.group_id, f.queue_id
     ), q AS (
       INSERT INTO queue_sample AS k (group_id, queue_id, at, stored_to, taken_to, passed_over, in_flight, retry_ready,
         retry_in_flight, waiting,
                                      oldest_at, oldest_open_at, oldest_due_at, oldest_retry_at)
       SELECT gq.group_id, gq.queue_id, date_bin('10 seconds', t.now, 'epoch'), greatest(e.tail, c.cursor), c.cursor,
         coalesce(passed.n, 0), coalesce(held.n, 0),
              coalesce(failed.due, 0), coalesce(failed.leased, 0), coalesce(failed.waiting, 0),
              least(o.stored_at, passed.oldest_at), least(u.stored_at, o.stored_at, passed.oldest_at),
                failed.oldest_due_at, failed.oldest_at
         FROM t
        CROSS JOIN group_queue gq
         JOIN consumer_group g ON g.group_id = gq.group_id AND g.broadcast_of IS NULL
         JOIN queue q ON q.queue_id = gq.queue_id AND NOT q.closed
        ${BEHIND}
         LEFT JOIN held ON held.group_id = gq.group_id AND held.queue_id = gq.queue_id
         LEFT JOIN failed ON failed.group_id = gq.group_id AND failed.queue_id = gq.queue_id
         LEFT JOIN passed ON passed.group_id = gq.group_id AND passed.queue_id = gq.queue_id
         LEFT JOIN first_open fo ON fo.group_id = gq.group_id AND fo.queue_id = gq.queue_id
         LEFT JOIN LATERAL (SELECT m.stored_at FROM message m WHERE m.queue_id = fo.queue_id AND m.off = fo.off
           LIMIT 1) u ON true
       ON CONFLICT (group_id, queue_id, at) DO NOTHING
       RETURNING k.*
     )
     SELECT ${LEVELS} FROM q JOIN queue i ON i.queue_id = q.queue_id JOIN group_queue gq ON gq.group_id = q.group_id
       AND gq.queue_id = q.queue_id`,
    [now],
  );
  return rows;
}

/** Every queue of every group as the newest step since `from` has them. */
export async function queueSampleNewest(db: Queryable, from: Date): Promise<QueueLevelsRow[]> {
  const { rows } = await db.query<QueueLevelsRow>(
    `SELECT ${LEVELS}, q.at, g.name AS "group", tp.name AS topic
       FROM queue_sample q
       JOIN queue i ON i.queue_id = q.queue_id
       JOIN topic tp ON tp.topic_id = i.topic_id
       JOIN group_queue gq ON gq.group_id = q.group_id AND gq.queue_id = q.queue_id
       JOIN consumer_group g ON g.group_id = q.group_id
      WHERE q.at = (SELECT max(n.at) FROM queue_sample n WHERE n.at >= $1) ORDER BY g.name, tp.name, i.queue_no`,
    [from],
  );
  return rows;
}

/** What rates over some windows are counted from. */
export interface PartsAsk {
  /** Older steps say nothing. */
  readonly from: Date;
  /** Minutes. */
  readonly windows: readonly number[];
}

/**
 * Of the places, the newest step and the first one of each window before it, for all queues of a group alike: what came
 * and went between two steps is the difference of what they say, so that the steps between them are not read.
 */
const ENDS = (places: string): string => `
  WITH place AS MATERIALIZED (${places}),
  newest AS MATERIALIZED (
    SELECT max(n.at) AS at FROM place p
     CROSS JOIN LATERAL (SELECT s.at FROM queue_sample s WHERE s.group_id = p.group_id AND s.queue_id = p.queue_id
       AND s.at >= $from ORDER BY s.at DESC LIMIT 1) n
  ), step AS MATERIALIZED (
    SELECT DISTINCT p.group_id, f.at
      FROM newest n CROSS JOIN place p CROSS JOIN unnest(0 || $windows::int[]) w (minutes)
     CROSS JOIN LATERAL (SELECT s.at FROM queue_sample s WHERE s.group_id = p.group_id AND s.queue_id = p.queue_id
       AND s.at >= n.at - w.minutes * interval '1 minute' ORDER BY s.at LIMIT 1) f
  )
  SELECT ${LEVELS}, q.at, g.name AS "group", tp.name AS topic
    FROM step x JOIN place p ON p.group_id = x.group_id
   CROSS JOIN LATERAL (SELECT s.* FROM queue_sample s WHERE s.group_id = p.group_id AND s.queue_id = p.queue_id
     AND s.at = x.at LIMIT 1) q
    JOIN queue i ON i.queue_id = p.queue_id
    JOIN topic tp ON tp.topic_id = i.topic_id
    JOIN group_queue gq ON gq.group_id = p.group_id AND gq.queue_id = p.queue_id
    JOIN consumer_group g ON g.group_id = p.group_id
   ORDER BY q.at, g.name, tp.name, i.queue_no`;

/** Of one group's queues, oldest first. */
export async function queueSamplesOfGroup(
  db: Queryable,
  groupId: number,
  { from, windows }: PartsAsk,
): Promise<QueueLevelsRow[]> {
  const { rows } = await db.query<QueueLevelsRow>(
    sql(ENDS('SELECT o.group_id, o.queue_id FROM group_queue o WHERE o.group_id = $groupId'), {
      ...{ groupId, from, windows },
    }),
  );
  return rows;
}

/** Of a topic's queues, of every group that reads it, oldest first. */
export async function queueSamplesOfTopic(
  db: Queryable,
  topicId: number,
  { from, windows }: PartsAsk,
): Promise<QueueLevelsRow[]> {
  const { rows } = await db.query<QueueLevelsRow>(
    sql(
      ENDS(`SELECT o.group_id, o.queue_id FROM queue k JOIN group_queue o ON o.queue_id = k.queue_id
             WHERE k.topic_id = $topicId`),
      { topicId, from, windows },
    ),
  );
  return rows;
}
