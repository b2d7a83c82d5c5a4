import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface HeldMessageRow {
  /** Null: its log segment is gone. */
  readonly messageId: string | null;
  readonly topic: string;
  readonly keys: string[] | null;
  readonly attempt: number;
  readonly since: Date;
  readonly leaseEndsAt: Date;
}

const MOST = 50;

/** The messages that one client of a group holds, longest first; at most 50. */
export async function heldMessages(db: Queryable, groupId: number, client: string): Promise<HeldMessageRow[]> {
  const { rows } = await db.query<HeldMessageRow>(
    sql(
      `WITH own AS MATERIALIZED (
       SELECT (SELECT c.client_id FROM client c WHERE c.name = $client) AS id
     ), held AS MATERIALIZED (
       SELECT l.queue_id, coalesce(l.offs[i + 1], l.base_off + i) AS off, 1 AS attempt,
              coalesce(l.handed_at, l.claimed_at) AS since, l.expires_at AS ends
         FROM lease l, own, LATERAL generate_series(0, l.n - 1) i
        WHERE l.live AND l.client_id = own.id AND (l.open >> i) & 1 = 1
          AND (l.group_id = $groupId OR l.group_id IN (SELECT g.group_id FROM consumer_group g
            WHERE g.broadcast_of = $groupId))
       UNION ALL
       SELECT r.queue_id, r.off, r.attempt, coalesce(r.leased_at, r.visible_at), r.visible_at FROM retry r, own
        WHERE r.leased AND NOT r.early AND r.client_id = own.id AND r.group_id = $groupId
       ORDER BY 4 LIMIT ${MOST})
     SELECT m.msg_id AS "messageId", t.name AS topic, m.keys, h.attempt::int AS attempt, h.since,
            h.ends AS "leaseEndsAt"
       FROM held h JOIN queue q ON q.queue_id = h.queue_id JOIN topic t ON t.topic_id = q.topic_id
       LEFT JOIN LATERAL (SELECT a.msg_id, a.keys FROM any_message a WHERE a.queue_id = h.queue_id AND a.off = h.off
         AND a.seg >= 0 LIMIT 1) m ON true
      ORDER BY h.since`,
      { groupId, client },
    ),
  );
  return rows;
}
