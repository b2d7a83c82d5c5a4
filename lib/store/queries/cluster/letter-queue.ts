import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** A dead-letter topic at one broker, as far as it is indexed. */
export interface LetterQueueRow {
  readonly queueId: number;
  readonly broker: string;
  readonly groupId: number;
  readonly group: string;
  readonly queueNo: number;
  /** 1 is the first that was seen. */
  readonly life: number;
  readonly next: number;
  /** What the broker had when it was last read. */
  readonly min: number;
  readonly max: number;
  /** What the broker called the newest letter; null: none is indexed. */
  readonly lastStoreId: string | null;
  readonly problem: string | null;
  /** The topic is not at the broker any more. */
  readonly ended: boolean;
}

/** The newest life of each queue of a cluster. */
export async function letterQueues(db: Queryable, clusterId: number): Promise<LetterQueueRow[]> {
  const { rows } = await db.query<LetterQueueRow>(
    `SELECT DISTINCT ON (q.broker, q.group_id, q.queue_no) q.queue_id AS "queueId", q.broker, q.group_id AS "groupId",
            g.name AS "group", q.queue_no AS "queueNo", q.life, q.next_off AS next, q.min_off AS min, q.max_off AS max,
            (SELECT d.store_id FROM cluster_dead_letter d WHERE d.group_id = q.group_id AND d.queue_id = q.queue_id
               AND d.off = q.next_off - 1) AS "lastStoreId",
            q.problem, q.ended_at IS NOT NULL AS ended
       FROM cluster_letter_queue q JOIN cluster_consumer_group g ON g.group_id = q.group_id
      WHERE q.cluster_id = $1
      ORDER BY q.broker, q.group_id, q.queue_no, q.life DESC`,
    [clusterId],
  );
  return rows;
}

/** The number of a group of a cluster; made when it is first seen. Its settings are the cluster's to say. */
export async function letterGroup(db: Queryable, now: Date | null, clusterId: number, name: string): Promise<number> {
  const { rows } = await db.query<{ groupId: number }>(
    sql(
      `INSERT INTO cluster_consumer_group (cluster_id, name, delivery_order, max_retries, retry_policy,
         consumption_timeout_ms, version, created_at, updated_at)
       SELECT $clusterId, $name, 'concurrent', 16, '{}', 900000, 1, t.now, t.now
         FROM (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
       ON CONFLICT (cluster_id, name) DO UPDATE SET name = excluded.name
       RETURNING group_id AS "groupId"`,
      { now, clusterId, name },
    ),
  );
  return numberOf(rows[0]?.groupId);
}

/** The groups of a cluster get their numbers when they are seen: filters know the ones without dead letters too. */
export async function letterGroups(
  db: Queryable,
  now: Date | null,
  clusterId: number,
  names: readonly string[],
): Promise<void> {
  await db.query(
    sql(
      `INSERT INTO cluster_consumer_group (cluster_id, name, delivery_order, max_retries, retry_policy,
         consumption_timeout_ms, version, created_at, updated_at)
       SELECT $clusterId, n.name, 'concurrent', 16, '{}', 900000, 1, t.now, t.now
         FROM unnest($names::text[]) n (name), (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now) t
        WHERE NOT EXISTS (
          SELECT FROM cluster_consumer_group g WHERE g.cluster_id = $clusterId AND g.name = n.name)
       ON CONFLICT (cluster_id, name) DO NOTHING`,
      { now, clusterId, names },
    ),
  );
}

/** The numbers of the groups of a cluster by their names. */
export async function letterGroupIds(db: Queryable, clusterId: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ name: string; groupId: number }>(
    'SELECT name, group_id AS "groupId" FROM cluster_consumer_group WHERE cluster_id = $1',
    [clusterId],
  );
  return new Map(rows.map(({ name, groupId }) => [name, groupId]));
}

/** The same of a topic. */
export async function letterTopic(db: Queryable, now: Date | null, clusterId: number, name: string): Promise<number> {
  const { rows } = await db.query<{ topicId: number }>(
    sql(
      `INSERT INTO cluster_topic (cluster_id, name, message_type, queue_count, created_at)
       VALUES ($clusterId, $name, 'NORMAL', 0, coalesce($now::timestamptz, clock_timestamp()))
       ON CONFLICT (cluster_id, name) DO UPDATE SET name = excluded.name
       RETURNING topic_id AS "topicId"`,
      { now, clusterId, name },
    ),
  );
  return numberOf(rows[0]?.topicId);
}

function numberOf(id: number | undefined): number {
  if (id === undefined) throw new Error('a name of a cluster has no number');
  return id;
}

export interface NewLetterQueue {
  readonly clusterId: number;
  readonly broker: string;
  readonly groupId: number;
  readonly queueNo: number;
  readonly life: number;
}

/** A life of a queue, from its beginning; null: another process made it a moment ago. */
export async function letterQueueAdd(db: Queryable, queue: NewLetterQueue): Promise<number | null> {
  const { rows } = await db.query<{ queueId: number }>(
    sql(
      `INSERT INTO cluster_letter_queue (cluster_id, broker, group_id, queue_no, life, next_off, min_off, max_off)
       VALUES ($clusterId, $broker, $groupId, $queueNo, $life, 0, 0, 0)
       ON CONFLICT DO NOTHING RETURNING queue_id AS "queueId"`,
      { ...queue },
    ),
  );
  return rows[0]?.queueId ?? null;
}

/** Its topic is not at the broker any more, or is another one. What is indexed stays. */
export async function letterQueueEnd(db: Queryable, now: Date | null, queueId: number): Promise<void> {
  await db.query(
    sql(
      `UPDATE cluster_letter_queue SET ended_at = coalesce($now::timestamptz, clock_timestamp()), problem = NULL
        WHERE queue_id = $queueId AND ended_at IS NULL`,
      { now, queueId },
    ),
  );
}

/** Why it cannot be read now; null: it can. */
export async function letterQueueProblem(db: Queryable, queueId: number, problem: string | null): Promise<void> {
  await db.query(
    sql(
      `UPDATE cluster_letter_queue SET problem = $problem
        WHERE queue_id = $queueId AND problem IS DISTINCT FROM $problem`,
      { queueId, problem },
    ),
  );
}
