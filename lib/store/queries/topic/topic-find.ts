import type { MessageType, Topic } from '../../../model/topic';
import type { Queryable } from '../../queryable';

const SELECT_TOPIC = `
  SELECT t.topic_id AS "topicId", t.name, t.message_type AS "messageType", t.queue_count AS "queueCount", t.created_at AS "createdAt",
         (SELECT array_agg(q.queue_id ORDER BY q.queue_no) FROM queue q WHERE q.topic_id = t.topic_id) AS "queueIds"
    FROM topic t`;

interface TopicRow {
  readonly topicId: number;
  readonly name: string;
  readonly messageType: MessageType;
  readonly queueCount: number;
  readonly createdAt: Date;
  readonly queueIds: number[];
}

export async function topicFind(db: Queryable, name: string): Promise<Topic | null> {
  const { rows } = await db.query<TopicRow>(`${SELECT_TOPIC} WHERE t.name = $1`, [name]);
  return rows[0] ?? null;
}

/** In name order, the ones after `after`. */
export async function topicList(db: Queryable, after: string, limit: number): Promise<Topic[]> {
  const { rows } = await db.query<TopicRow>(`${SELECT_TOPIC} WHERE t.name > $1 ORDER BY t.name LIMIT $2`, [
    after,
    limit,
  ]);
  return rows;
}
