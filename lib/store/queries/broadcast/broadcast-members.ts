import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface BroadcastMemberRow {
  readonly client: string;
  /** It gets what has been stored since then. */
  readonly since: Date;
  /** About a minute exact. */
  readonly seenAt: Date;
  /** Messages it has still to be handed; null: it has not asked for any topic yet. */
  readonly backlog: number | null;
  readonly inFlight: number;
  /** Acknowledged, as far as history is kept; null: too many to count. */
  readonly delivered: number | null;
  /** Failed for good, as far as history is kept; null: too many to count. */
  readonly failed: number | null;
  /** All members of the group. */
  readonly total: number;
}

/** Rows of history read for one member: bounded work, however long its history is. */
const MOST = 20_000;

/** The members of a broadcast group, last seen first. */
export async function broadcastMembers(db: Queryable, groupId: number, limit: number): Promise<BroadcastMemberRow[]> {
  const { rows } = await db.query<BroadcastMemberRow>(
    sql(
      `WITH page AS MATERIALIZED (
       SELECT m.group_id, m.created_at, b.seen_at, c.name, count(*) OVER () AS total
         FROM consumer_group m JOIN broadcast_member b ON b.group_id = m.group_id
           JOIN client c ON c.client_id = b.client_id
        WHERE m.broadcast_of = $groupId AND m.message_model = 'broadcasting'
        ORDER BY b.seen_at DESC, c.name LIMIT $limit
     )
     SELECT p.name AS client, p.created_at AS since, p.seen_at AS "seenAt", (q.backlog + r.due)::bigint AS backlog,
       (l.open + r.leased)::int AS "inFlight",
            CASE WHEN l.n <= ${MOST} AND e.n <= ${MOST} THEN (l.acked + e.acked)::bigint END AS delivered,
            CASE WHEN e.n <= ${MOST} THEN e.failed::int END AS failed, p.total::int AS total
       FROM page p
      CROSS JOIN LATERAL (
         SELECT sum(greatest(t.off - k.off, 0)) AS backlog
           FROM group_queue gq JOIN queue q ON q.queue_id = gq.queue_id
          CROSS JOIN LATERAL (SELECT coalesce((SELECT x.off + 1 FROM message x WHERE x.queue_id = q.queue_id
            ORDER BY x.off DESC LIMIT 1), q.base_off) AS off) t
          CROSS JOIN LATERAL (SELECT greatest(coalesce((SELECT x.end_off FROM lease x WHERE x.group_id = gq.group_id
            AND x.queue_id = gq.queue_id
                                                         ORDER BY x.lease_id DESC LIMIT 1), gq.start_off),
                                              (SELECT min(s.first_off) FROM queue_segment s
                                                WHERE s.queue_id = q.queue_id)) AS off) k
          WHERE gq.group_id = p.group_id) q
      CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE x.leased) AS leased, count(*) FILTER (WHERE NOT x.leased) AS due FROM retry x
           WHERE x.group_id = p.group_id) r
      CROSS JOIN LATERAL (
         SELECT count(*) AS n, coalesce(sum(bit_count(x.open::bit(64))), 0) AS open,
                coalesce(sum((SELECT sum(bit_count((a & 4294967295)::bit(64))) FROM unnest(x.acks) a)), 0) AS acked
           FROM (SELECT y.open, y.acks FROM lease y WHERE y.group_id = p.group_id ORDER BY y.queue_id, y.lease_id DESC
             LIMIT ${MOST + 1}) x) l
      CROSS JOIN LATERAL (
         SELECT count(*) AS n, count(*) FILTER (WHERE x.state = 'Commit') AS acked,
           count(*) FILTER (WHERE x.state = 'Dropped' AND x.newest) AS failed
           FROM (SELECT y.state, y.event_id = max(y.event_id) OVER (PARTITION BY y.queue_id, y.off) AS newest
                   FROM delivery_event y WHERE y.group_id = p.group_id LIMIT ${MOST + 1}) x) e
      ORDER BY p.seen_at DESC, p.name`,
      { groupId, limit },
    ),
  );
  return rows;
}
