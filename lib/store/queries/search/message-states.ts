import type { DeliveryCause, DeliveryState } from '../../../model/delivery/delivery-state';
import type { DeliveryOrder } from '../../../model/delivery/retry-policy';
import type { Standing } from '../../../model/group/standing';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FIRST_LEASE } from '../timeline/first-lease';

/** How a message stands for a group, without its history. */
export interface MessageStateRow extends Standing {
  readonly queueId: number;
  readonly groupId: number;
  readonly group: string;
  /** Each client has its own state: the page of the message tells them. */
  readonly broadcasts: boolean;
  readonly deliveryOrder: DeliveryOrder;
  readonly maxRetries: number;
  readonly attempt: number | null;
  readonly lastState: DeliveryState | null;
  readonly lastCause: DeliveryCause | null;
}

/** Of one message; the page of the message has them all. */
export const MOST_GROUPS = 50;

/** Every group that reads the messages' queues from before them. */
export async function messageStates(
  db: Queryable,
  now: Date | null,
  places: readonly { readonly queueId: number; readonly off: number; readonly storedAt: Date }[],
): Promise<MessageStateRow[]> {
  const { rows } = await db.query<MessageStateRow>(
    sql(
      `WITH reader AS MATERIALIZED (
       SELECT p.queue_id, p.off, g.group_id FROM unnest($queueIds::int[], $offs::bigint[], $storedAts::timestamptz[])
           p (queue_id, off, stored_at)
        CROSS JOIN LATERAL (
          SELECT s.group_id FROM group_queue s JOIN consumer_group c ON c.group_id = s.group_id
           WHERE s.queue_id = p.queue_id AND s.start_off <= p.off AND c.broadcast_of IS NULL
             AND (c.message_model = 'clustering' OR p.stored_at < c.model_since)
           ORDER BY c.name LIMIT ${MOST_GROUPS}) g
     )
     SELECT coalesce($now::timestamptz, clock_timestamp()) AS now, w.queue_id AS "queueId", w.off,
            g.group_id AS "groupId", g.name AS "group", g.message_model <> 'clustering' AS broadcasts,
            g.delivery_order AS "deliveryOrder", g.max_retries AS "maxRetries",
            (SELECT c.end_off FROM lease c WHERE c.group_id = gq.group_id AND c.queue_id = gq.queue_id
              ORDER BY c.lease_id DESC LIMIT 1) AS cursor,
            r.attempt::int AS attempt, r.leased, r.waiting, r.visible_at AS "visibleAt", r.held_due_at AS "heldDueAt",
            d.dead_at AS "deadAt",
            h.claimed_at AS "claimedAt", h.expires_at AS "expiresAt", (h.open >> h.bit) & 1 = 1 AS "isOpen",
            (h.filtered >> h.bit) & 1 = 1 AS "isFiltered",
            (SELECT min(a >> 32) FROM unnest(h.acks) a WHERE ((a & 4294967295) >> h.bit) & 1 = 1)::float8 AS "ackedMs",
            EXISTS (SELECT 1 FROM lease o WHERE o.group_id = gq.group_id AND o.queue_id = gq.queue_id
              AND o.base_off <= w.off) AS "onRecord",
            e.state AS "lastState", e.cause AS "lastCause"
       FROM reader w
       JOIN group_queue gq ON gq.group_id = w.group_id AND gq.queue_id = w.queue_id
       JOIN consumer_group g ON g.group_id = w.group_id
       LEFT JOIN retry r ON r.group_id = gq.group_id AND r.queue_id = w.queue_id AND r.off = w.off
       LEFT JOIN dead_letter d ON d.group_id = gq.group_id AND d.queue_id = w.queue_id AND d.off = w.off
       LEFT JOIN LATERAL (SELECT v.state, v.cause FROM delivery_event v WHERE v.group_id = gq.group_id
         AND v.queue_id = w.queue_id AND v.off = w.off ORDER BY v.event_id DESC LIMIT 1) e ON true
       ${FIRST_LEASE}
      ORDER BY g.name`,
      {
        now,
        queueIds: places.map(({ queueId }) => queueId),
        offs: places.map(({ off }) => off),
        storedAts: places.map(({ storedAt }) => storedAt),
      },
    ),
  );
  return rows;
}
