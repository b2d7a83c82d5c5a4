import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { HistoryRange } from '../history/history-read';

export interface SendStepRow {
  readonly at: Date;
  readonly accepted: number;
  /** Requests, sends only. */
  readonly refused: number;
}

/** Sends of a topic, or of all (null), step by step, oldest first; a step without any is not in it. */
export async function sendSteps(
  db: Queryable,
  topic: string | null,
  { stepSeconds, from, until }: HistoryRange,
): Promise<SendStepRow[]> {
  const { rows } = await db.query<SendStepRow>(
    sql(
      `SELECT at, sum(accepted)::bigint AS accepted, sum(refused)::bigint AS refused FROM (
       SELECT s.at, s.messages_in AS accepted, 0 AS refused FROM topic_sample s
        WHERE s.step_s = $stepSeconds AND s.at >= $from AND s.at < $until
          AND ($topic::text IS NULL OR s.topic_id = (SELECT t.topic_id FROM topic t WHERE t.name = $topic))
        UNION ALL
       SELECT r.at, 0, r.refused FROM refusal_sample r
        WHERE r.step_s = $stepSeconds AND r.at >= $from AND r.at < $until AND r.consumer_group = '' AND r.topic <> ''
          AND ($topic::text IS NULL OR r.topic = $topic)) x
      GROUP BY at ORDER BY at`,
      { stepSeconds, from, until, topic },
    ),
  );
  return rows;
}

/** Steps in which a broker wrote what there was, sends or not: what is missing in the others is unknown. */
export async function sampledSteps(db: Queryable, { stepSeconds, from, until }: HistoryRange): Promise<Date[]> {
  const { rows } = await db.query<{ at: Date }>(
    sql('SELECT at FROM broker_sample WHERE step_s = $stepSeconds AND at >= $from AND at < $until', {
      stepSeconds,
      from,
      until,
    }),
  );
  return rows.map(({ at }) => at);
}

export interface RefusedRow {
  readonly limit: string;
  readonly refused: number;
  readonly lastAt: Date;
}

/** Refusals of a range by limit. */
export async function refusedByLimit(db: Queryable, { stepSeconds, from, until }: HistoryRange): Promise<RefusedRow[]> {
  const { rows } = await db.query<RefusedRow>(
    sql(
      `SELECT limit_name AS "limit", sum(refused)::bigint AS refused, max(last_at) AS "lastAt"
       FROM refusal_sample WHERE step_s = $stepSeconds AND at >= $from AND at < $until GROUP BY limit_name`,
      { stepSeconds, from, until },
    ),
  );
  return rows;
}

export interface ThrottledTopicRow {
  readonly topic: string;
  readonly refused: number;
  /** The first of the refused sends that have gone on until now, with pauses of at most a minute. */
  readonly since: Date;
  readonly lastAt: Date;
}

/** So far back the first refusal is looked for. */
const REFUSED_LOOK_BACK = '6 hours';

/** Topics whose sends are refused: for how long, without a pause of more than a minute, the one up to now included. */
export async function throttledTopics(db: Queryable, now: Date): Promise<ThrottledTopicRow[]> {
  const { rows } = await db.query<ThrottledTopicRow>(
    sql(
      `SELECT topic, sum(refused)::bigint AS refused, min(at) AS since, max(last_at) AS "lastAt" FROM (
       SELECT r.*, count(*) FILTER (WHERE r.starts) OVER (PARTITION BY r.topic
         ORDER BY r.at DESC) - r.starts::int AS episode FROM (
         SELECT s.topic, s.at, sum(s.refused) AS refused, max(s.last_at) AS last_at,
                coalesce(s.at - lag(s.at) OVER (PARTITION BY s.topic ORDER BY s.at) > interval '1 minute',
                  true) AS starts
           FROM refusal_sample s
          WHERE s.step_s = 10 AND s.at >= $now::timestamptz - interval '${REFUSED_LOOK_BACK}' AND s.at <= $now
            AND s.consumer_group = '' AND s.topic <> ''
          GROUP BY s.topic, s.at) r) e
      WHERE episode = 0 GROUP BY topic HAVING max(last_at) >= $now::timestamptz - interval '1 minute'
      ORDER BY refused DESC, topic`,
      { now },
    ),
  );
  return rows;
}

export interface RetryLoadRow {
  readonly group: string;
  readonly delivered: number;
  readonly redelivered: number;
}

/** Deliveries per group, the most repeated first. */
export async function retryLoad(
  db: Queryable,
  { stepSeconds, from, until }: HistoryRange,
  limit: number,
): Promise<RetryLoadRow[]> {
  const { rows } = await db.query<RetryLoadRow>(
    sql(
      `SELECT g.name AS "group", sum(s.delivered)::bigint AS delivered, sum(s.redelivered)::bigint AS redelivered
       FROM group_sample s JOIN consumer_group g ON g.group_id = s.group_id
      WHERE s.step_s = $stepSeconds AND s.at >= $from AND s.at < $until AND s.delivered > 0
      GROUP BY g.name ORDER BY sum(s.redelivered)::float8 / sum(s.delivered) DESC, g.name LIMIT $limit`,
      { stepSeconds, from, until, limit },
    ),
  );
  return rows;
}
