import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface BroadcastFiguresRow {
  readonly groupId: number;
  readonly members: number;
  /** Members whose client was seen within `silenceMs`. */
  readonly connected: number;
  /** Of those, at most `most` are read for the fields below. */
  readonly topics: string[];
  readonly backlog: number;
  readonly oldestAt: Date | null;
  /** Of all members. */
  readonly inFlight: number;
  /** Failed for good within the last hour, all members. */
  readonly failedLastHour: number;
}

/** Of every broadcast group, or of one. What gone clients have not read is not counted. */
export async function broadcastFigures(
  db: Queryable,
  now: Date | null,
  groupId: number | null,
  { silenceMs, most }: { readonly silenceMs: number; readonly most: number },
): Promise<BroadcastFiguresRow[]> {
  const { rows } = await db.query<BroadcastFiguresRow>(
    sql(
      `WITH t AS (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now),
     member AS MATERIALIZED (
       SELECT m.broadcast_of, m.group_id, b.seen_at > t.now - $silenceMs * interval '1 ms' AS connected,
         row_number() OVER (PARTITION BY m.broadcast_of ORDER BY b.seen_at DESC) AS rank
         FROM t, consumer_group m JOIN broadcast_member b ON b.group_id = m.group_id
        WHERE m.message_model = 'broadcasting' AND m.broadcast_of IS NOT NULL AND ($groupId::int IS NULL
          OR m.broadcast_of = $groupId)
     ), place AS (
       SELECT m.broadcast_of, tp.name AS topic, e.n, o.stored_at
         FROM member m
         JOIN group_queue gq ON gq.group_id = m.group_id
         JOIN queue q ON q.queue_id = gq.queue_id
         JOIN topic tp ON tp.topic_id = q.topic_id
        CROSS JOIN LATERAL (SELECT greatest(coalesce((SELECT x.end_off FROM lease x WHERE x.group_id = gq.group_id
          AND x.queue_id = gq.queue_id
                                                       ORDER BY x.lease_id DESC LIMIT 1), gq.start_off),
                                            (SELECT min(s.first_off) FROM queue_segment s
                                              WHERE s.queue_id = q.queue_id)) AS off) k
        CROSS JOIN LATERAL (SELECT greatest(coalesce((SELECT x.off + 1 FROM message x WHERE x.queue_id = q.queue_id
          ORDER BY x.off DESC LIMIT 1), q.base_off) - k.off, 0) AS n) e
         LEFT JOIN LATERAL (SELECT x.stored_at FROM message x WHERE e.n > 0 AND x.queue_id = q.queue_id
           AND x.off >= k.off ORDER BY x.off LIMIT 1) o ON true
        WHERE m.connected AND m.rank <= $most
     ), backlog AS (
       SELECT p.broadcast_of, array_agg(DISTINCT p.topic ORDER BY p.topic) AS topics, sum(p.n) AS n,
         min(p.stored_at) AS oldest_at FROM place p GROUP BY p.broadcast_of
     ), held AS (
       SELECT w.broadcast_of, sum(w.n) AS n
         FROM (SELECT m.broadcast_of, bit_count(l.open::bit(64)) AS n FROM lease l
           JOIN member m ON m.group_id = l.group_id WHERE l.live
               UNION ALL
               SELECT m.broadcast_of, 1 FROM retry r JOIN member m ON m.group_id = r.group_id WHERE r.leased) w
        GROUP BY w.broadcast_of
     ), failed AS (
       SELECT m.broadcast_of, count(*) AS n FROM t, delivery_event e JOIN member m ON m.group_id = e.group_id
        WHERE e.at >= t.now - interval '1 hour' AND e.state = 'Dropped' GROUP BY m.broadcast_of
     )
     SELECT g.group_id AS "groupId", coalesce(c.members, 0)::int AS members, coalesce(c.connected, 0)::int AS connected,
       coalesce(backlog.topics, '{}') AS topics,
            coalesce(backlog.n, 0)::bigint AS backlog, backlog.oldest_at AS "oldestAt",
              coalesce(held.n, 0)::int AS "inFlight", coalesce(failed.n, 0)::int AS "failedLastHour"
       FROM consumer_group g
       LEFT JOIN (SELECT m.broadcast_of, count(*) AS members, count(*) FILTER (WHERE m.connected) AS connected
         FROM member m GROUP BY 1) c ON c.broadcast_of = g.group_id
       LEFT JOIN backlog ON backlog.broadcast_of = g.group_id
       LEFT JOIN held ON held.broadcast_of = g.group_id
       LEFT JOIN failed ON failed.broadcast_of = g.group_id
      WHERE g.broadcast_of IS NULL AND g.message_model = 'broadcasting' AND ($groupId::int IS NULL
        OR g.group_id = $groupId)`,
      { now, groupId, silenceMs, most },
    ),
  );
  return rows;
}
