import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { BEHIND } from '../backlog/behind';

export interface BacklogLevelRow {
  readonly topic: string;
  readonly group: string;
  /** Stored and not handed to the group yet. */
  readonly messages: number;
  /** An estimate: the mean size of the newest messages times their number. Body, tag, keys and properties count. */
  readonly bytes: number;
  readonly ageSeconds: number;
}

/**
 * How far the groups of some topics, and some groups with all their topics, are behind. Clients of broadcast groups
 * each read at their pace and do not count.
 */
export async function backlogLevels(
  db: Queryable,
  now: Date | null,
  topics: readonly string[],
  groups: readonly string[],
): Promise<BacklogLevelRow[]> {
  const { rows } = await db.query<BacklogLevelRow>(
    sql(
      `SELECT b.topic, b.name AS "group", sum(b.messages)::bigint AS messages,
        ceil(sum(b.messages * b.mean_bytes))::float8 AS bytes,
            coalesce(greatest(0, extract(epoch FROM coalesce($now::timestamptz, clock_timestamp()) - min(b.oldest_at))),
              0)::float8 AS "ageSeconds"
       FROM (
         SELECT t.name AS topic, g.name, greatest(0, e.tail - c.cursor) AS messages, o.stored_at AS oldest_at,
           coalesce(s.mean_bytes, 0) AS mean_bytes
           FROM group_queue gq
           JOIN consumer_group g ON g.group_id = gq.group_id AND g.broadcast_of IS NULL
           JOIN queue q ON q.queue_id = gq.queue_id
           JOIN topic t ON t.topic_id = q.topic_id
          ${BEHIND}
           LEFT JOIN LATERAL (
             SELECT avg(octet_length(n.body) + coalesce(octet_length(n.tag), 0)
                        + (SELECT coalesce(sum(octet_length(k)), 0) FROM unnest(n.keys) k)
                        + (SELECT coalesce(sum(octet_length(p.key) + octet_length(p.value)), 0)
                          FROM jsonb_each_text(n.props) p)) AS mean_bytes
               FROM (SELECT m.body, m.tag, m.keys, m.props FROM message m WHERE m.queue_id = gq.queue_id
                 ORDER BY m.off DESC LIMIT 50) n) s ON true
          WHERE t.name = ANY($topics) OR g.name = ANY($groups)) b
      GROUP BY b.topic, b.name`,
      { now, topics, groups },
    ),
  );
  return rows;
}

export async function storageBytes(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>('SELECT pg_database_size(current_database())::float8 AS bytes');
  return rows[0]?.bytes ?? 0;
}
