import type { DeathCause } from '../../../model/delivery/delivery-state';
import type { DeliveryOrder, RetryPolicy } from '../../../model/delivery/retry-policy';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { FIRST_LEASE } from './first-lease';

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
  /** The group that people know: of a client of a broadcast group, that one. */
  readonly knownAs: number;
  readonly group: string;
  /** Of a broadcast group each client has a row of its own; null: the group shares the message. */
  readonly memberClient: string | null;
  readonly memberSeenAt: Date | null;
  /** How many clients there are; more than rows: only some of them are here. */
  readonly members: number | null;
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
  /** It waits and is held; it would be due then. */
  readonly heldDueAt: Date | null;
  readonly deadLetterId: number | null;
  readonly deadAt: Date | null;
  readonly deathCause: DeathCause | null;
  readonly deadGeneration: number | null;
  readonly keptUntil: Date | null;
  readonly heldAt: Date | null;
  readonly heldBy: string | null;
  readonly holdReason: string | null;
  readonly acceptedAt: Date | null;
  readonly acceptedBy: string | null;
  readonly acceptReason: string | null;
  /** It was taken out of the dead letters, and can be brought back until `restoreUntil`. */
  readonly discardedAt: Date | null;
  readonly discardedBy: string | null;
  readonly discardReason: string | null;
  readonly discardId: number | null;
  readonly restoreUntil: Date | null;
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

/** Of one broadcast group: those whose delivery failed come first, then the last seen. */
const MOST_MEMBERS = 200;

/**
 * Every group that reads the message's queue from before it; of a broadcast group its members. A group that broadcasts
 * now stands for itself with what it read as a clustering group before.
 */
export async function timelineGroups(
  db: Queryable,
  now: Date | null,
  places: readonly (TimelinePlace & { readonly storedAt: Date })[],
): Promise<TimelineGroupRow[]> {
  const { rows } = await db.query<TimelineGroupRow>(
    sql(
      `WITH place AS (
       SELECT * FROM unnest($queueIds::int[], $offs::bigint[], $storedAts::timestamptz[]) p (queue_id, off, stored_at)
     ), member AS (
       SELECT p.queue_id, p.off, g.group_id, g.broadcast_of, c.name AS client, b.seen_at,
              count(*) OVER same AS members, row_number() OVER (same ORDER BY f.failed DESC, b.seen_at DESC) AS rank
         FROM place p
         JOIN group_queue gq ON gq.queue_id = p.queue_id AND gq.start_off <= p.off
         JOIN consumer_group g ON g.group_id = gq.group_id AND g.broadcast_of IS NOT NULL
         JOIN broadcast_member b ON b.group_id = g.group_id
         JOIN client c ON c.client_id = b.client_id
        CROSS JOIN LATERAL (
           SELECT EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = g.group_id AND e.queue_id = p.queue_id
             AND e.off = p.off AND e.state = 'Dropped') AS failed) f
       WINDOW same AS (PARTITION BY g.broadcast_of, p.queue_id, p.off)
     ), reader AS MATERIALIZED (
       SELECT p.queue_id, p.off, g.group_id, g.group_id AS known_as, NULL::text AS client, NULL::timestamptz AS seen_at,
         NULL::int AS members, 0::bigint AS rank
         FROM place p
         JOIN group_queue gq ON gq.queue_id = p.queue_id AND gq.start_off <= p.off
         JOIN consumer_group g ON g.group_id = gq.group_id AND g.broadcast_of IS NULL
           AND (g.message_model = 'clustering' OR p.stored_at < g.model_since)
       UNION ALL
       SELECT m.queue_id, m.off, m.group_id, m.broadcast_of, m.client, m.seen_at, m.members, m.rank FROM member m
         WHERE m.rank <= ${MOST_MEMBERS}
     )
     SELECT coalesce($now::timestamptz, clock_timestamp()) AS now, w.queue_id AS "queueId", w.off,
       g.group_id AS "groupId", k.group_id AS "knownAs", k.name AS "group",
            w.client AS "memberClient", w.seen_at AS "memberSeenAt", w.members,
            g.delivery_order AS "deliveryOrder", g.max_retries AS "maxRetries", g.retry_policy AS "retryPolicy",
              g.version,
            g.consumption_timeout_ms AS "consumptionTimeoutMs",
            (SELECT c.end_off FROM lease c WHERE c.group_id = gq.group_id AND c.queue_id = gq.queue_id
              ORDER BY c.lease_id DESC LIMIT 1) AS cursor,
            r.attempt::int AS attempt, r.generation, r.leased, r.waiting, nullif(r.visible_at, 'infinity') AS "visibleAt",
              r.held_due_at AS "heldDueAt",
              r.auto_renew AS "autoRenew",
            d.dead_letter_id AS "deadLetterId", d.dead_at AS "deadAt", d.cause AS "deathCause",
              d.generation AS "deadGeneration", d.kept_until AS "keptUntil", x.redrive_id AS "redriveId",
            coalesce(d.held_at, rj.started_at) AS "heldAt", coalesce(d.held_by, rj.actor) AS "heldBy",
              coalesce(d.hold_reason, rj.reason) AS "holdReason",
            d.accepted_at AS "acceptedAt", d.accepted_by AS "acceptedBy", d.accept_reason AS "acceptReason",
            z.discarded_at AS "discardedAt", zj.actor AS "discardedBy", zj.reason AS "discardReason",
            z.discard_job AS "discardId", z.restore_until AS "restoreUntil",
            h.claimed_at AS "claimedAt", h.expires_at AS "expiresAt", lc.name AS "leaseClient",
              h.auto_renew AS "leaseAutoRenew",
            (h.open >> h.bit) & 1 = 1 AS "isOpen", (h.filtered >> h.bit) & 1 = 1 AS "isFiltered",
            (SELECT min(a >> 32) FROM unnest(h.acks) a WHERE ((a & 4294967295) >> h.bit) & 1 = 1)::float8 AS "ackedMs",
            EXISTS (SELECT 1 FROM lease o WHERE o.group_id = gq.group_id AND o.queue_id = gq.queue_id
              AND o.base_off <= w.off) AS "onRecord"
       FROM reader w
       JOIN group_queue gq ON gq.group_id = w.group_id AND gq.queue_id = w.queue_id
       JOIN consumer_group g ON g.group_id = w.group_id
       JOIN consumer_group k ON k.group_id = w.known_as
       LEFT JOIN retry r ON r.group_id = gq.group_id AND r.queue_id = w.queue_id AND r.off = w.off
       LEFT JOIN retry_job rj ON rj.job_id = r.hold_job
       LEFT JOIN dead_letter d ON d.group_id = gq.group_id AND d.queue_id = w.queue_id AND d.off = w.off
       LEFT JOIN discarded_letter z ON z.group_id = gq.group_id AND z.queue_id = w.queue_id AND z.off = w.off
       LEFT JOIN letter_job zj ON zj.job_id = z.discard_job
       LEFT JOIN redrive_item x ON x.group_id = d.group_id AND x.queue_id = d.queue_id AND x.off = d.off
         AND x.generation = d.generation AND x.state = 'selected'
       ${FIRST_LEASE}
       LEFT JOIN client lc ON lc.client_id = h.client_id
      ORDER BY k.name, w.queue_id, w.off, w.rank`,
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
