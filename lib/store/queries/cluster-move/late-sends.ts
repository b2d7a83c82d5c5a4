import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Of each queue so many of the newest messages say where they came from. */
const LOOKED_AT = 500;

/** What was sent to a topic of this installation although its producers should send to a cluster. */
export interface LateSends {
  readonly topic: string;
  readonly count: number;
  readonly lastAt: Date;
  /** As the producing clients name their machines, of the newest messages. */
  readonly hosts: string[];
}

/** Since then, of each topic that got any. */
export async function lateSends(db: Queryable, topics: readonly string[], since: Date): Promise<LateSends[]> {
  const { rows } = await db.query<{
    topic: string;
    /** @neverNull of at least one queue */
    count: number;
    /** @neverNull there is one, or the topic is left out */
    lastAt: Date;
    /** @neverNull there is one, or the topic is left out */
    hosts: string[];
  }>(
    sql(
      `SELECT t.name AS topic, c.count, n.last_at AS "lastAt", n.hosts
         FROM topic t
        CROSS JOIN LATERAL (SELECT coalesce(sum(offset_at(q.queue_id, 'infinity')
            - offset_at(q.queue_id, $since)), 0)::int AS count FROM queue q WHERE q.topic_id = t.topic_id) c
        CROSS JOIN LATERAL (SELECT max(m.stored_at) AS last_at, array_agg(DISTINCT m.born_host) AS hosts
           FROM queue q CROSS JOIN LATERAL (SELECT a.stored_at, a.born_host FROM message a
             WHERE a.queue_id = q.queue_id ORDER BY a.off DESC LIMIT ${LOOKED_AT}) m
          WHERE q.topic_id = t.topic_id AND m.stored_at >= $since) n
        WHERE t.name = ANY ($topics::text[]) AND c.count > 0 AND n.last_at IS NOT NULL ORDER BY t.name`,
      { topics, since },
    ),
  );
  return rows;
}
