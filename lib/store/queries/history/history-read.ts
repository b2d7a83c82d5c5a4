import type { BrokerPoint, GroupPoint, Refusal, StepSeconds, TopicPoint } from '../../../model/history';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface HistoryRange {
  readonly stepSeconds: StepSeconds;
  readonly from: Date;
  /** Not in it. */
  readonly until: Date;
}

/** Steps of one group, oldest first; a step without a sample is left out. */
export async function groupHistory(
  db: Queryable,
  groupId: number,
  { stepSeconds, from, until }: HistoryRange,
): Promise<GroupPoint[]> {
  const { rows } = await db.query<GroupPoint>(
    sql(
      `SELECT at, ready, in_flight AS "inFlight", waiting, dead, blocked_keys AS "blockedKeys",
        oldest_ready_at AS "oldestReadyAt",
            arrived, deaths_due AS "deathsDue", expiring, consumers, unhandled, delivered, redelivered, died, redriven
       FROM group_sample WHERE group_id = $groupId AND step_s = $stepSeconds AND at >= $from AND at < $until
         ORDER BY at`,
      { groupId, stepSeconds, from, until },
    ),
  );
  return rows;
}

/** Steps of one topic, oldest first; a step without a sample is left out. */
export async function topicHistory(
  db: Queryable,
  topicId: number,
  { stepSeconds, from, until }: HistoryRange,
): Promise<TopicPoint[]> {
  const { rows } = await db.query<TopicPoint>(
    sql(
      `SELECT at, messages_in AS "messagesIn", bytes_in AS "bytesIn", refused,
        peak_messages_per_s AS "peakMessagesPerSecond",
            peak_bytes_per_s AS "peakBytesPerSecond"
       FROM topic_sample WHERE topic_id = $topicId AND step_s = $stepSeconds AND at >= $from AND at < $until
         ORDER BY at`,
      { topicId, stepSeconds, from, until },
    ),
  );
  return rows;
}

/** Steps in which levels were read or alarms evaluated, oldest first. */
export async function brokerHistory(db: Queryable, { stepSeconds, from, until }: HistoryRange): Promise<BrokerPoint[]> {
  const { rows } = await db.query<BrokerPoint>(
    sql(
      `SELECT at, a.unwell_s AS "unwellSeconds", b.sampled IS NOT NULL AS "isSampled"
       FROM (SELECT s.at, true AS sampled FROM broker_sample s WHERE s.step_s = $stepSeconds AND s.at >= $from
         AND s.at < $until) b
       FULL JOIN (SELECT s.at, s.unwell_s FROM alarm_sample s WHERE s.step_s = $stepSeconds AND s.at >= $from
         AND s.at < $until) a USING (at)
      ORDER BY at`,
      { stepSeconds, from, until },
    ),
  );
  return rows;
}

/** Part of the name of a client, topic, group, limit or access key, as $named; empty: all. */
const NAMES = `($named = '' OR strpos(lower(concat_ws(' ', client, topic, consumer_group, limit_name, access_key)),
  lower($named)) > 0)`;

/** Who was refused in a range, most refused first; `named`: only those with this in one of their names. */
export async function refusals(
  db: Queryable,
  { stepSeconds, from, until }: HistoryRange,
  limit: number,
  named = '',
): Promise<Refusal[]> {
  const { rows } = await db.query<Refusal>(
    sql(
      `SELECT limit_name AS "limit", topic, consumer_group AS "group", client, max(access_key) AS "accessKey",
        sum(refused)::bigint AS refused, max(last_at) AS "lastAt"
       FROM refusal_sample WHERE step_s = $stepSeconds AND at >= $from AND at < $until AND ${NAMES}
      GROUP BY limit_name, topic, consumer_group, client ORDER BY sum(refused) DESC, limit_name, topic, consumer_group,
        client LIMIT $limit`,
      { stepSeconds, from, until, named, limit },
    ),
  );
  return rows;
}

export interface RefusedTotal {
  /** Empty: of no topic. */
  readonly topic: string;
  /** Of a send; false: of what a consumer asked. */
  readonly isSend: boolean;
  readonly refused: number;
  readonly lastAt: Date;
  /** Clients and limits by which they were refused: as many as `refusals` has rows. */
  readonly clients: number;
  /** Those of them with the name that is looked for. */
  readonly named: number;
}

/** How much was refused in all, by topic: what the most refused ones are a share of. */
export async function refusedTotals(
  db: Queryable,
  { stepSeconds, from, until }: HistoryRange,
  named = '',
): Promise<RefusedTotal[]> {
  const { rows } = await db.query<RefusedTotal>(
    sql(
      `SELECT topic, consumer_group = '' AS "isSend", sum(refused)::bigint AS refused, max(last_at) AS "lastAt",
            count(*)::int AS clients, (count(*) FILTER (WHERE is_named))::int AS named
       FROM (SELECT topic, consumer_group, sum(refused) AS refused, max(last_at) AS last_at,
         bool_or(${NAMES}) AS is_named
               FROM refusal_sample WHERE step_s = $stepSeconds AND at >= $from AND at < $until GROUP BY limit_name,
                 topic, consumer_group, client) c
      GROUP BY topic, consumer_group = ''`,
      { stepSeconds, from, until, named },
    ),
  );
  return rows;
}
