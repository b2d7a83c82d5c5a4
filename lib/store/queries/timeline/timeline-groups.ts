import type { DeliveryOrder, RetryPolicy } from '../../../model/retry-policy';
import type { Queryable } from '../../queryable';

export interface TimelinePlace {
  readonly queueId: number;
  readonly off: number;
  readonly messageGroup: string | null;
}

/** How one message stands for one group: the group's settings, its position, and the rows that hold the message. */
export interface TimelineGroupRow {
  readonly now: Date;
  readonly queueId: number;
  readonly off: number;
  readonly groupId: number;
  readonly group: string;
  readonly deliveryOrder: DeliveryOrder;
  readonly maxRetries: number;
  readonly retryPolicy: RetryPolicy;
  readonly version: number;
  readonly consumptionTimeoutMs: number;
  /** The group has passed everything before it; null: it has claimed nothing yet. */
  readonly cursor: number | null;
  readonly attempt: number | null;
  readonly generation: number | null;
  readonly leased: boolean | null;
  readonly waiting: boolean | null;
  readonly visibleAt: Date | null;
  readonly autoRenew: boolean | null;
  readonly deadAt: Date | null;
  readonly deadGeneration: number | null;
  readonly redriveId: number | null;
  readonly claimedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly leaseClient: string | null;
  readonly leaseAutoRenew: boolean | null;
  readonly isOpen: boolean | null;
  readonly isFiltered: boolean | null;
  readonly ackedMs: number | null;
  /** A lease of this queue from before or at this message is still on record. */
  readonly onRecord: boolean;
}

/** Every group that reads the message's queue from before it. */
export async function timelineGroups(
  db: Queryable,
  now: Date | null,
  places: readonly TimelinePlace[],
): Promise<TimelineGroupRow[]> {
  const { rows } = await db.query<TimelineGroupRow>(
    `SELECT coalesce($1::timestamptz, clock_timestamp()) AS now, w.queue_id AS "queueId", w.off, g.group_id AS "groupId", g.name AS "group",
            g.delivery_order AS "deliveryOrder", g.max_retries AS "maxRetries", g.retry_policy AS "retryPolicy", g.version,
            g.consumption_timeout_ms AS "consumptionTimeoutMs",
            (SELECT c.end_off FROM lease c WHERE c.group_id = gq.group_id AND c.queue_id = gq.queue_id ORDER BY c.lease_id DESC LIMIT 1) AS cursor,
            r.attempt::int AS attempt, r.generation, r.leased, r.waiting, r.visible_at AS "visibleAt", r.auto_renew AS "autoRenew",
            d.dead_at AS "deadAt", d.generation AS "deadGeneration", x.redrive_id AS "redriveId",
            h.claimed_at AS "claimedAt", h.expires_at AS "expiresAt", lc.name AS "leaseClient", h.auto_renew AS "leaseAutoRenew",
            (h.open >> h.bit) & 1 = 1 AS "isOpen", (h.filtered >> h.bit) & 1 = 1 AS "isFiltered",
            (SELECT min(a >> 32) FROM unnest(h.acks) a WHERE ((a & 4294967295) >> h.bit) & 1 = 1)::float8 AS "ackedMs",
            EXISTS (SELECT 1 FROM lease o WHERE o.group_id = gq.group_id AND o.queue_id = gq.queue_id AND o.base_off <= w.off) AS "onRecord"
       FROM unnest($2::int[], $3::bigint[]) w (queue_id, off)
       JOIN group_queue gq ON gq.queue_id = w.queue_id AND gq.start_off <= w.off
       JOIN consumer_group g ON g.group_id = gq.group_id
       LEFT JOIN retry r ON r.group_id = gq.group_id AND r.queue_id = w.queue_id AND r.off = w.off
       LEFT JOIN dead_letter d ON d.group_id = gq.group_id AND d.queue_id = w.queue_id AND d.off = w.off
       LEFT JOIN redrive_item x ON x.group_id = d.group_id AND x.queue_id = d.queue_id AND x.off = d.off AND x.generation = d.generation AND x.state = 'selected'
       LEFT JOIN LATERAL (
         SELECT s.*, p.bit FROM (
           (SELECT l.* FROM lease l WHERE l.group_id = gq.group_id AND l.queue_id = w.queue_id AND l.kind = 0 AND l.base_off <= w.off
             ORDER BY l.base_off DESC, l.lease_id DESC LIMIT 1)
           UNION ALL
           (SELECT l.* FROM lease l WHERE l.group_id = gq.group_id AND l.queue_id = w.queue_id AND l.kind = 1 AND l.offs @> ARRAY[w.off]
             ORDER BY l.lease_id DESC LIMIT 1)) s
         CROSS JOIN LATERAL (SELECT CASE WHEN s.offs IS NULL THEN (w.off - s.base_off)::int ELSE array_position(s.offs, w.off) - 1 END AS bit) p
         WHERE p.bit BETWEEN 0 AND s.n - 1 ORDER BY s.lease_id DESC LIMIT 1) h ON true
       LEFT JOIN client lc ON lc.client_id = h.client_id
      ORDER BY g.name, w.queue_id, w.off`,
    [now, places.map(({ queueId }) => queueId), places.map(({ off }) => off)],
  );
  return rows;
}
