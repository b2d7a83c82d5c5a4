import type { ConsumerGroup } from '../../../model/group';
import type { Queryable } from '../../queryable';

/** Where one message stands for one group, as the rows say it. */
export interface DeliveryStatus {
  readonly groupId: number;
  readonly group: string;
  readonly deliveryOrder: ConsumerGroup['deliveryOrder'];
  readonly maxRetries: number;
  readonly retryPolicy: ConsumerGroup['retryPolicy'];
  readonly version: number;
  /** The group's cursor is past the message. */
  readonly passed: boolean;
  /** The lease row of the first delivery, when there is one. */
  readonly leaseId: number | null;
  readonly leaseClient: string | null;
  readonly claimedAt: Date | null;
  readonly leaseEndsAt: Date | null;
  readonly leaseOpen: boolean | null;
  readonly leaseFailed: boolean | null;
  readonly leaseAutoRenew: boolean | null;
  /** When the first delivery was acked; null: it was not. */
  readonly ackedAt: Date | null;
  /** The retry row, when there is one. */
  readonly retryAttempt: number | null;
  readonly retryGeneration: number | null;
  readonly retryLeased: boolean | null;
  readonly retryWaiting: boolean | null;
  readonly retryVisibleAt: Date | null;
  readonly retryClient: string | null;
  readonly retryAutoRenew: boolean | null;
  /** The dead letter, when there is one. */
  readonly deadAt: Date | null;
  readonly deadAttempts: number | null;
  readonly deadGeneration: number | null;
  readonly deadCause: string | null;
}

/** One row per group that subscribes to the message's queue. The lease bit is found through offsets, decoded here. */
export async function deliveryStatus(db: Queryable, queueId: number, off: number): Promise<DeliveryStatus[]> {
  const { rows } = await db.query<DeliveryStatus>(
    `SELECT g.group_id AS "groupId", g.name AS "group", g.delivery_order AS "deliveryOrder", g.max_retries AS "maxRetries", g.retry_policy AS "retryPolicy", g.version,
            coalesce((SELECT n.end_off FROM lease n WHERE n.group_id = g.group_id AND n.queue_id = $1 ORDER BY n.lease_id DESC LIMIT 1), gq.start_off) > $2
              OR gq.start_off > $2 AS passed,
            l.lease_id AS "leaseId", lc.name AS "leaseClient", l.claimed_at AS "claimedAt", l.expires_at AS "leaseEndsAt", l.auto_renew AS "leaseAutoRenew",
            (l.open >> l.bit_no) & 1 = 1 AS "leaseOpen", (l.failed >> l.bit_no) & 1 = 1 AS "leaseFailed",
            l.claimed_at + ((SELECT min(a >> 32) FROM unnest(l.acks) a WHERE (a >> l.bit_no) & 1 = 1) * interval '1 ms') AS "ackedAt",
            r.attempt AS "retryAttempt", r.generation AS "retryGeneration", r.leased AS "retryLeased", r.waiting AS "retryWaiting", r.visible_at AS "retryVisibleAt",
            rc.name AS "retryClient", r.auto_renew AS "retryAutoRenew",
            d.dead_at AS "deadAt", d.attempts AS "deadAttempts", d.generation AS "deadGeneration", d.cause AS "deadCause"
       FROM group_queue gq
       JOIN consumer_group g ON g.group_id = gq.group_id
       LEFT JOIN LATERAL (
         SELECT x.*, (CASE WHEN x.offs IS NULL THEN $2 - x.base_off ELSE array_position(x.offs, $2) - 1 END)::int AS bit_no
           FROM (
             (SELECT c.* FROM lease c
               WHERE pair(c.group_id, c.queue_id) = pair(g.group_id, $1::int) AND c.base_off <= $2 AND c.kind = 0
               ORDER BY c.base_off DESC LIMIT 3)
             UNION ALL
             (SELECT o.* FROM lease o WHERE o.kind = 1 AND o.offs @> ARRAY[$2::bigint] AND o.group_id = g.group_id AND o.queue_id = $1)
           ) x
          WHERE CASE WHEN x.offs IS NULL THEN $2 < x.base_off + x.n ELSE $2 = ANY (x.offs) END
          ORDER BY x.lease_id DESC LIMIT 1
       ) l ON true
       LEFT JOIN client lc ON lc.client_id = l.client_id
       LEFT JOIN retry r ON r.group_id = g.group_id AND r.queue_id = $1 AND r.off = $2
       LEFT JOIN client rc ON rc.client_id = r.client_id
       LEFT JOIN dead_letter d ON d.group_id = g.group_id AND d.queue_id = $1 AND d.off = $2
      WHERE gq.queue_id = $1
      ORDER BY g.name`,
    [queueId, off],
  );
  return rows;
}
