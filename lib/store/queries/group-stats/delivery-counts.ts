import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { NEWEST_OF_GROUP, ofGroup } from '../dead-letter/of-group';
import { PLACES } from '../retry/places';

export interface DeliveryCountsRow {
  readonly groupId: number;
  readonly inFlight: number;
  /** Failed before and due again: deliverable now. */
  readonly due: number;
  readonly oldestDueAt: Date | null;
  readonly waiting: number;
  /** More wait than `most`, and `waiting` is at least so many. */
  readonly isCut: boolean;
  /** Of the waiting ones: an operator keeps them from being delivered. */
  readonly held: number;
  readonly nextDueAt: Date | null;
  readonly dead: number;
  /** Of the dead ones: an operator says that they may stay. */
  readonly accepted: number;
  readonly lastDeadAt: Date | null;
}

/**
 * What every group (or one) has in flight, waiting and dead. What waits is counted in the index of what is due: of
 * 100,000 rows none is read. `most`: of a topic no more are counted.
 */
export async function deliveryCounts(
  db: Queryable,
  now: Date | null,
  groupId: number | null,
  most: number | null = null,
): Promise<DeliveryCountsRow[]> {
  const { rows } = await db.query<DeliveryCountsRow>(
    sql(
      `WITH RECURSIVE t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now), ${PLACES},
     leased AS (
       SELECT l.group_id, sum(bit_count(l.open::bit(64))) AS n FROM lease l
        WHERE l.live AND ($groupId::int IS NULL OR l.group_id = $groupId) GROUP BY l.group_id
     ), tried AS (
       SELECT r.group_id, count(*) AS n FROM retry r WHERE r.leased AND ($groupId::int IS NULL OR r.group_id = $groupId)
        GROUP BY r.group_id
     ), held AS (
       SELECT r.group_id, count(*) AS n FROM retry r WHERE r.held_due_at IS NOT NULL
          AND ($groupId::int IS NULL OR r.group_id = $groupId) GROUP BY r.group_id
     ), failed AS (
       SELECT (p.pair >> 32)::int AS group_id, sum(d.n)::bigint AS due, min(p.first_at) AS first_at,
              sum(w.n)::bigint AS waiting, bool_or(w.n = $most::int) AS is_cut, nullif(min(x.at), 'infinity') AS next_due_at
         FROM place p CROSS JOIN t
        CROSS JOIN LATERAL (SELECT count(*) AS n FROM retry r WHERE p.first_at <= t.now AND NOT r.leased
          AND pair(r.group_id, r.topic_id) = p.pair AND r.visible_at <= t.now) d
        CROSS JOIN LATERAL (SELECT count(*) AS n FROM (SELECT 1 FROM retry r WHERE NOT r.leased
          AND pair(r.group_id, r.topic_id) = p.pair AND r.visible_at > t.now LIMIT $most) c) w
        CROSS JOIN LATERAL (SELECT CASE WHEN p.first_at > t.now THEN p.first_at ELSE (SELECT r.visible_at FROM retry r
          WHERE NOT r.leased AND pair(r.group_id, r.topic_id) = p.pair AND r.visible_at > t.now
          ORDER BY r.visible_at LIMIT 1) END AS at) x
        GROUP BY p.pair >> 32
     ), dead AS (
       SELECT c.group_id, c.n, l.dead_at AS last_at
         FROM (SELECT n.group_id, sum(n.letters)::bigint AS n FROM dead_letter_count n
                WHERE $groupId::int IS NULL OR n.group_id = $groupId GROUP BY n.group_id) c
         LEFT JOIN LATERAL (SELECT d.dead_at FROM dead_letter d WHERE ${ofGroup('c.group_id')}
           ORDER BY ${NEWEST_OF_GROUP} LIMIT 1) l ON true
     ), accepted AS (
       SELECT d.group_id, count(*) AS n FROM dead_letter d WHERE d.accepted_at IS NOT NULL
         AND ($groupId::int IS NULL OR d.group_id = $groupId) GROUP BY d.group_id
     )
     SELECT g.group_id AS "groupId", (coalesce(leased.n, 0) + coalesce(tried.n, 0))::bigint AS "inFlight",
            coalesce(failed.due, 0) AS due, CASE WHEN failed.due > 0 THEN failed.first_at END AS "oldestDueAt",
            coalesce(failed.waiting, 0) AS waiting, coalesce(failed.is_cut, false) AS "isCut", coalesce(held.n, 0) AS held, failed.next_due_at AS "nextDueAt",
            coalesce(dead.n, 0) AS dead, coalesce(accepted.n, 0) AS accepted,
            dead.last_at AS "lastDeadAt"
       FROM consumer_group g
       LEFT JOIN leased USING (group_id) LEFT JOIN tried USING (group_id) LEFT JOIN held USING (group_id)
       LEFT JOIN failed USING (group_id) LEFT JOIN dead USING (group_id) LEFT JOIN accepted USING (group_id)
      WHERE CASE WHEN $groupId::int IS NULL THEN g.broadcast_of IS NULL ELSE g.group_id = $groupId END`,
      { now, groupId, most },
    ),
  );
  return rows;
}

/** Sent by a re-drive, neither consumed nor dead again; a group without an entry has none. */
export async function inRedriveCounts(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ groupId: number; messages: number }>(
    `SELECT r.group_id AS "groupId", count(*) AS messages FROM retry r
      WHERE r.redrive_id IS NOT NULL AND r.group_id IN (SELECT v.group_id FROM redrive v) GROUP BY r.group_id`,
  );
  return new Map(rows.map(({ groupId, messages }) => [groupId, messages]));
}
