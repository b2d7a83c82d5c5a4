import { LITE_COUNTED } from '../../../model/topic/lite-topic';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** One lite topic and one group that receives it, or has messages of it. */
export interface LiteTopicRow {
  readonly name: string;
  readonly queueNo: number;
  readonly since: Date;
  /** To the minute. */
  readonly lastAt: Date;
  /** Null: no group receives it, and none has messages of it. */
  readonly group: string | null;
  /** Clients that subscribe it, or all lite topics. @neverNull a count */
  readonly clients: number;
  /** The first of them by name. @neverNull an array */
  readonly clientNames: string[];
  /** Messages that no client of the group has got; counted up to LITE_COUNTED. @neverNull a count */
  readonly waiting: number;
  /** Messages that failed and wait, counted up to LITE_COUNTED. @neverNull a count */
  readonly retries: number;
}

const CLIENTS_NAMED = 3;

/** Lite topics of a topic by name, each with the groups that read the topic and have to do with it. */
export async function liteTopics(
  db: Queryable,
  topicId: number,
  { prefix, after, limit }: { readonly prefix: string; readonly after: string; readonly limit: number },
): Promise<LiteTopicRow[]> {
  const { rows } = await db.query<LiteTopicRow>(
    sql(
      `SELECT p.mgroup AS name, q.queue_no::int AS "queueNo", p.since, p.last_at AS "lastAt", g.name AS "group",
            coalesce(g.clients, 0)::int AS clients, coalesce(g.names, '{}') AS "clientNames",
            coalesce(g.waiting, 0)::int AS waiting, coalesce(g.retries, 0)::int AS retries
       FROM (SELECT l.queue_id, l.mgroup, l.since, l.last_at FROM lite_topic l
              WHERE l.topic_id = $topicId AND l.mgroup > $after AND l.mgroup >= $prefix
                AND l.mgroup < $prefix || chr(127)
              ORDER BY l.mgroup LIMIT $limit) p
       JOIN queue q ON q.queue_id = p.queue_id
       LEFT JOIN LATERAL (
         SELECT r.name, s.clients, s.names, w.n AS waiting, t.n AS retries
           FROM (SELECT c.group_id, c.name, gq.start_off FROM group_queue gq
                   JOIN consumer_group c ON c.group_id = gq.group_id
                  WHERE gq.queue_id = p.queue_id AND c.delivery_order = 'ordered' OFFSET 0) r
          CROSS JOIN LATERAL (
            SELECT count(*) AS clients, (array_agg(n.name ORDER BY n.name))[1:${CLIENTS_NAMED}] AS names
              FROM (SELECT DISTINCT u.client_id FROM lite_subscription u WHERE u.group_id = r.group_id
                AND u.topic_id = $topicId AND u.mgroup IN (p.mgroup, '*')) u
             CROSS JOIN LATERAL (SELECT x.name FROM client x WHERE x.client_id = u.client_id LIMIT 1) n) s
          CROSS JOIN LATERAL (
            SELECT coalesce((SELECT f.pos + 1 FROM fifo_group f WHERE f.group_id = r.group_id
                AND f.queue_id = p.queue_id AND f.mgroup = p.mgroup),
              (SELECT e.end_off FROM lease e WHERE e.group_id = r.group_id AND e.queue_id = p.queue_id
                ORDER BY e.lease_id DESC LIMIT 1), r.start_off) AS off OFFSET 0) c
          CROSS JOIN LATERAL (
            SELECT count(*) AS n FROM (SELECT 1 FROM message m WHERE m.queue_id = p.queue_id
              AND m.mgroup = p.mgroup AND m.off >= c.off AND m.stored_at >= p.since
              LIMIT ${LITE_COUNTED + 1}) m) w
          CROSS JOIN LATERAL (
            SELECT count(*) AS n FROM (SELECT 1 FROM retry y WHERE y.group_id = r.group_id
              AND y.queue_id = p.queue_id AND y.mgroup = p.mgroup AND NOT y.leased
              LIMIT ${LITE_COUNTED + 1}) y) t
          WHERE s.clients > 0 OR w.n > 0 OR t.n > 0) g ON true
      ORDER BY p.mgroup, g.name`,
      { topicId, prefix, after, limit },
    ),
  );
  return rows;
}
