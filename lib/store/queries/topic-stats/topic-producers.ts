import type { Queryable } from '../../queryable';

export interface TopicProducerRow {
  /** As the producing client names its machine. */
  readonly host: string;
  readonly messages: number;
  readonly lastAt: Date;
  /**
   * Of all hosts.
   * @neverNull each host has a message
   */
  readonly checkedCount: number;
}

/** Of each queue so many of the newest messages are checked. */
const LOOKED_AT = 500;
const MOST_HOSTS = 50;

/** Which hosts sent the newest messages of a topic, the last one first. */
export async function topicProducers(db: Queryable, topicId: number): Promise<TopicProducerRow[]> {
  const { rows } = await db.query<TopicProducerRow>(
    `SELECT m.born_host AS host, count(*)::int AS messages, max(m.stored_at) AS "lastAt",
            (sum(count(*)) OVER ())::int AS "checkedCount"
       FROM queue q CROSS JOIN LATERAL (
         SELECT a.born_host, a.stored_at FROM message a WHERE a.queue_id = q.queue_id ORDER BY a.off DESC
          LIMIT ${LOOKED_AT}) m
      WHERE q.topic_id = $1 GROUP BY m.born_host ORDER BY max(m.stored_at) DESC LIMIT ${MOST_HOSTS}`,
    [topicId],
  );
  return rows;
}
