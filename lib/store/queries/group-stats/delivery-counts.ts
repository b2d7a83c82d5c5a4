import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface DeliveryCountsRow {
  readonly groupId: number;
  readonly inFlight: number;
  /** Failed before and due again: deliverable now. */
  readonly due: number;
  readonly oldestDueAt: Date | null;
  readonly waiting: number;
  /** Of the waiting ones: an operator keeps them from being delivered. */
  readonly held: number;
  readonly nextDueAt: Date | null;
  readonly dead: number;
  /** Of the dead ones: an operator says that they may stay. */
  readonly accepted: number;
  readonly lastDeadAt: Date | null;
  /** Sent by a re-drive, neither consumed nor dead again. */
  readonly inRedrive: number;
}

/** What every group (or one) has in flight, waiting and dead. */
export async function deliveryCounts(
  db: Queryable,
  now: Date | null,
  groupId: number | null,
): Promise<DeliveryCountsRow[]> {
  const { rows } = await db.query<DeliveryCountsRow>(
    sql(
      `WITH t AS MATERIALIZED (SELECT coalesce($now::timestamptz, clock_timestamp()) AS now),
     leased AS (
       SELECT l.group_id, sum(bit_count(l.open::bit(64))) AS n FROM lease l
        WHERE l.live AND ($groupId::int IS NULL OR l.group_id = $groupId) GROUP BY l.group_id
     ), failed AS (
       -- The time by itself, for it is asked for each row: joined, it took longer than all the counting.
       SELECT r.group_id, count(*) FILTER (WHERE r.leased) AS leased,
              count(*) FILTER (WHERE NOT r.leased AND r.visible_at <= (SELECT t.now FROM t)) AS due,
              min(r.visible_at) FILTER (WHERE NOT r.leased) AS first_at,
              count(*) FILTER (WHERE NOT r.leased AND r.visible_at > (SELECT t.now FROM t)) AS waiting,
              count(r.held_due_at) AS held,
              min(r.visible_at) FILTER (WHERE NOT r.leased AND r.visible_at > (SELECT t.now FROM t)
                AND r.held_due_at IS NULL) AS next_due_at,
              count(r.redrive_id) AS in_redrive
         FROM retry r WHERE $groupId::int IS NULL OR r.group_id = $groupId GROUP BY r.group_id
     ), dead AS (
       SELECT d.group_id, count(*) AS n, max(d.dead_at) AS last_at FROM dead_letter d WHERE $groupId::int IS NULL
         OR d.group_id = $groupId GROUP BY d.group_id
     ), accepted AS (
       SELECT d.group_id, count(*) AS n FROM dead_letter d WHERE d.accepted_at IS NOT NULL
         AND ($groupId::int IS NULL OR d.group_id = $groupId) GROUP BY d.group_id
     )
     SELECT g.group_id AS "groupId", (coalesce(leased.n, 0) + coalesce(failed.leased, 0))::bigint AS "inFlight",
            coalesce(failed.due, 0) AS due, CASE WHEN failed.due > 0 THEN failed.first_at END AS "oldestDueAt",
            coalesce(failed.waiting, 0) AS waiting, coalesce(failed.held, 0) AS held, failed.next_due_at AS "nextDueAt",
            coalesce(dead.n, 0) AS dead, coalesce(accepted.n, 0) AS accepted, dead.last_at AS "lastDeadAt",
            coalesce(failed.in_redrive, 0) AS "inRedrive"
       FROM consumer_group g
       LEFT JOIN leased USING (group_id) LEFT JOIN failed USING (group_id) LEFT JOIN dead USING (group_id)
       LEFT JOIN accepted USING (group_id)
      WHERE CASE WHEN $groupId::int IS NULL THEN g.broadcast_of IS NULL ELSE g.group_id = $groupId END`,
      { now, groupId },
    ),
  );
  return rows;
}
