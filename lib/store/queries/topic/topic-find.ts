import type { MessageType, Topic } from '../../../model/topic/topic';
import type { Metadata } from '../../metadata';
import type { Queryable } from '../../queryable';

const SELECT_TOPIC = `
  SELECT t.topic_id AS "topicId", t.name, t.message_type AS "messageType", t.queue_count AS "queueCount",
    t.created_at AS "createdAt", t.lite_expiration_minutes AS "liteExpirationMinutes",
         ARRAY(SELECT q.queue_id FROM queue q WHERE q.topic_id = t.topic_id ORDER BY q.queue_no) AS "queueIds"
    FROM topic t`;

interface TopicRow {
  readonly topicId: number;
  readonly name: string;
  readonly messageType: MessageType;
  readonly queueCount: number;
  readonly createdAt: Date;
  readonly liteExpirationMinutes: number | null;
  readonly queueIds: number[];
}

export async function topicFind(db: Queryable, name: string): Promise<Topic | null> {
  const { rows } = await db.query<TopicRow>(`${SELECT_TOPIC} WHERE t.name = $1`, [name]);
  return rows[0] ?? null;
}

/** In name order, the ones after `after`. Dead-letter topics are shown with their groups, not among the topics. */
export async function topicList(db: Metadata, after: string, limit: number): Promise<Topic[]> {
  const topics = await db.topic.findMany({
    where: { name: { gt: after }, deadLetterTopic: null, deletedAt: null },
    include: { queue: { select: { queueId: true }, orderBy: { queueNo: 'asc' } } },
    orderBy: { name: 'asc' },
    take: limit,
  });
  return topics.map(({ queue, messageType, ...topic }) => ({
    ...topic,
    messageType: messageType as MessageType,
    queueIds: queue.map(({ queueId }) => queueId),
  }));
}

/** The topic a queue belongs to; null: no such queue. */
export async function topicNameOfQueue(db: Queryable, queueId: number): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    'SELECT t.name FROM queue q JOIN topic t ON t.topic_id = q.topic_id WHERE q.queue_id = $1',
    [queueId],
  );
  return rows[0]?.name ?? null;
}
