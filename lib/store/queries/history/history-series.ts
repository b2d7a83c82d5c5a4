import type { GroupPoint, TopicPoint } from '../../../model/history';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { HistoryRange } from './history-read';

/** `every`: seconds per point, a multiple of the step: a point has its last known levels and the sum of its flows. */
export async function groupSeries(
  db: Queryable,
  groupId: number,
  { stepSeconds, from, until }: HistoryRange,
  every: number,
): Promise<GroupPoint[]> {
  const { rows } = await db.query<GroupPoint>(
    sql(
      `WITH point AS MATERIALIZED (
       SELECT date_bin($every * interval '1 second', s.at, 'epoch') AS at, sum(s.delivered)::bigint AS delivered,
              sum(s.redelivered)::bigint AS redelivered, sum(s.died)::bigint AS died,
              sum(s.redriven)::bigint AS redriven
         FROM group_sample s WHERE s.group_id = $groupId AND s.step_s = $stepSeconds AND s.at >= $from AND s.at < $until
        GROUP BY 1
     )
     SELECT p.at, l.ready, l.in_flight AS "inFlight", l.waiting, l.dead, l.blocked_keys AS "blockedKeys",
            l.oldest_ready_at AS "oldestReadyAt", l.arrived, l.unhandled, l.deaths_due AS "deathsDue", l.expiring,
            l.consumers, p.delivered, p.redelivered, p.died, p.redriven
       FROM point p
       LEFT JOIN LATERAL (
         SELECT s.* FROM group_sample s WHERE s.group_id = $groupId AND s.step_s = $stepSeconds AND s.at >= p.at
            AND s.at >= $from AND s.at < p.at + $every * interval '1 second' AND s.at < $until
            AND s.dead IS NOT NULL ORDER BY s.at DESC LIMIT 1) l ON true
      ORDER BY p.at`,
      { groupId, stepSeconds, from, until, every },
    ),
  );
  return rows;
}

export async function topicSeries(
  db: Queryable,
  topicId: number,
  { stepSeconds, from, until }: HistoryRange,
  every: number,
): Promise<TopicPoint[]> {
  const { rows } = await db.query<TopicPoint>(
    sql(
      `SELECT date_bin($every * interval '1 second', s.at, 'epoch') AS at, sum(s.messages_in)::bigint AS "messagesIn",
        sum(s.bytes_in)::bigint AS "bytesIn",
            sum(s.refused)::bigint AS refused, max(s.peak_messages_per_s)::bigint AS "peakMessagesPerSecond",
            max(s.peak_bytes_per_s)::bigint AS "peakBytesPerSecond"
       FROM topic_sample s WHERE s.topic_id = $topicId AND s.step_s = $stepSeconds AND s.at >= $from AND s.at < $until
         GROUP BY 1 ORDER BY 1`,
      { topicId, stepSeconds, from, until, every },
    ),
  );
  return rows;
}

export interface BrokerPoint {
  readonly at: Date;
  readonly databaseBytes: number | null;
}

export async function brokerSeries(
  db: Queryable,
  { stepSeconds, from, until }: HistoryRange,
  every: number,
): Promise<BrokerPoint[]> {
  const { rows } = await db.query<BrokerPoint>(
    sql(
      `SELECT date_bin($every * interval '1 second', s.at, 'epoch') AS at,
        max(s.database_bytes)::float8 AS "databaseBytes"
       FROM broker_sample s WHERE s.step_s = $stepSeconds AND s.at >= $from AND s.at < $until GROUP BY 1 ORDER BY 1`,
      { stepSeconds, from, until, every },
    ),
  );
  return rows;
}

export interface InflowRow {
  readonly minutes: number;
  readonly messages: number;
  /** Steps of the window in which the broker wrote samples at all. */
  readonly sampled: number;
}

/** What was stored on a topic in the last so many minutes, whole steps only. */
export async function topicInflow(
  db: Queryable,
  now: Date,
  topicId: number,
  minutes: readonly number[],
): Promise<InflowRow[]> {
  const { rows } = await db.query<InflowRow>(
    sql(
      `SELECT w.minutes, coalesce(f.n, 0) AS messages, b.n::int AS sampled
       FROM unnest($minutes::int[]) w (minutes)
      CROSS JOIN LATERAL (SELECT date_bin('10 seconds', $now::timestamptz, 'epoch') AS until) u
      CROSS JOIN LATERAL (
         SELECT sum(s.messages_in)::bigint AS n FROM topic_sample s
          WHERE s.topic_id = $topicId AND s.step_s = 10 AND s.at >= u.until - w.minutes * interval '1 minute'
            AND s.at < u.until) f
      CROSS JOIN LATERAL (
         SELECT count(*) AS n FROM broker_sample s WHERE s.step_s = 10
           AND s.at >= u.until - w.minutes * interval '1 minute' AND s.at < u.until) b
      ORDER BY w.minutes`,
      { now, topicId, minutes },
    ),
  );
  return rows;
}
