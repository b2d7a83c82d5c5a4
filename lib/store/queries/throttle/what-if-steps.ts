import type { FlowStep, LevelStep } from '../../../model/throttle/what-if';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { HistoryRange } from '../history/history-read';

/** Sends of a topic, or of all topics (null: whose busiest seconds need not be the same one). */
export async function sendFlow(
  db: Queryable,
  topic: string | null,
  unit: 'messages' | 'bytes',
  { stepSeconds, from, until }: HistoryRange,
): Promise<FlowStep[]> {
  const accepted = unit === 'bytes' ? 'bytes_in' : 'messages_in';
  const peak = unit === 'bytes' ? 'peak_bytes_per_s' : 'peak_messages_per_s';
  const { rows } = await db.query<FlowStep>(
    sql(
      `SELECT sum(accepted)::float8 AS accepted,
        ${topic === null ? 'NULL::float8' : 'max(peak)::float8'} AS "peakPerSecond",
            ${unit === 'bytes' ? 'NULL::float8' : 'sum(refused)::float8'} AS refused FROM (
       SELECT s.at, s.${accepted} AS accepted, s.${peak} AS peak, 0 AS refused FROM topic_sample s
        WHERE s.step_s = $stepSeconds AND s.at >= $from AND s.at < $until
          AND ($topic::text IS NULL OR s.topic_id = (SELECT t.topic_id FROM topic t WHERE t.name = $topic))
        UNION ALL
       SELECT r.at, 0, 0, r.refused FROM refusal_sample r
        WHERE r.step_s = $stepSeconds AND r.at >= $from AND r.at < $until AND r.consumer_group = '' AND r.topic <> ''
          AND ($topic::text IS NULL OR r.topic = $topic)) x
      GROUP BY at ORDER BY at`,
      { stepSeconds, from, until, topic },
    ),
  );
  return rows;
}

/** Deliveries to a group; what was refused to it cannot be counted in messages. */
export async function deliveryFlow(
  db: Queryable,
  group: string,
  { stepSeconds, from, until }: HistoryRange,
): Promise<FlowStep[]> {
  const { rows } = await db.query<FlowStep>(
    sql(
      `SELECT s.delivered::float8 AS accepted, NULL::float8 AS "peakPerSecond", NULL::float8 AS refused
       FROM group_sample s
      WHERE s.group_id = (SELECT g.group_id FROM consumer_group g WHERE g.name = $group) AND s.step_s = $stepSeconds
        AND s.at >= $from AND s.at < $until
      ORDER BY s.at`,
      { stepSeconds, from, until, group },
    ),
  );
  return rows;
}

/** The worst backlog among the groups of a topic, or that of one group, with what the topics took in meanwhile. */
export async function backlogSteps(
  db: Queryable,
  scope: 'topic' | 'group',
  subject: string,
  measure: 'count' | 'age',
  { stepSeconds, from, until }: HistoryRange,
): Promise<LevelStep[]> {
  const level = measure === 'count' ? 's.ready' : 'extract(epoch FROM s.at - s.oldest_ready_at)';
  const { rows } = await db.query<LevelStep>(
    sql(
      `WITH pairs AS (
       SELECT DISTINCT t.topic_id, g.group_id FROM group_queue gq
         JOIN consumer_group g ON g.group_id = gq.group_id JOIN queue q ON q.queue_id = gq.queue_id
           JOIN topic t ON t.topic_id = q.topic_id
        WHERE ${scope === 'topic' ? 't.name' : 'g.name'} = $subject)
     SELECT max(x.level)::float8 AS level, sum(x.accepted)::float8 AS accepted FROM (
       SELECT s.at, CASE WHEN s.in_flight IS NULL THEN NULL ELSE coalesce(greatest(0, ${level}), 0) END AS level,
         0 AS accepted
         FROM group_sample s WHERE s.group_id IN (SELECT group_id FROM pairs) AND s.step_s = $stepSeconds
           AND s.at >= $from AND s.at < $until
        UNION ALL
       SELECT i.at, NULL, i.messages_in FROM topic_sample i
        WHERE i.topic_id IN (SELECT topic_id FROM pairs) AND i.step_s = $stepSeconds AND i.at >= $from
          AND i.at < $until) x
      GROUP BY x.at ORDER BY x.at`,
      { stepSeconds, from, until, subject },
    ),
  );
  return rows;
}

export async function storageSteps(db: Queryable, { stepSeconds, from, until }: HistoryRange): Promise<LevelStep[]> {
  const { rows } = await db.query<LevelStep>(
    sql(
      `SELECT b.database_bytes::float8 AS level,
            coalesce((SELECT sum(s.messages_in) FROM topic_sample s WHERE s.step_s = $stepSeconds AND s.at = b.at),
              0)::float8 AS accepted
       FROM broker_sample b WHERE b.step_s = $stepSeconds AND b.at >= $from AND b.at < $until ORDER BY b.at`,
      { stepSeconds, from, until },
    ),
  );
  return rows;
}
