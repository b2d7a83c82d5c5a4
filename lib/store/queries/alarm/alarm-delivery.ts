import { type ChannelKind, READ_BY_PEOPLE } from '../../../model/alarm/channel';
import type { AlarmNotice, NoticeKind } from '../../../model/alarm/notice';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export type DeliveryState = 'pending' | 'sent' | 'given-up';

export interface ClaimedDelivery {
  readonly deliveryId: number;
  readonly channelId: number;
  readonly notice: AlarmNotice;
  /** Tries, this one included. */
  readonly attempts: number;
}

export interface DeliveryLogRow {
  readonly deliveryId: number;
  readonly channelId: number;
  readonly incidentId: number | null;
  readonly kind: NoticeKind;
  readonly notice: AlarmNotice;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAt: Date;
  readonly triedAt: Date | null;
  readonly status: number | null;
  readonly problem: string | null;
}

/** One delivery per channel that is switched on: `channelIds`, or every one. @returns how many */
export async function deliveryQueue(
  db: Queryable,
  at: Date,
  incidentId: number | null,
  notice: AlarmNotice,
  channelIds: readonly number[] | null,
): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO alarm_delivery (channel_id, incident_id, kind, notice, state, attempts, created_at, next_at)
     SELECT c.channel_id, $incidentId, $kind, $notice, 'pending', 0, $at, $at FROM alarm_channel c
      WHERE c.enabled AND ($channelIds::int[] IS NULL OR c.channel_id = ANY ($channelIds)) ORDER BY c.channel_id`,
      { at, incidentId, kind: notice.kind, notice: JSON.stringify(notice), channelIds },
    ),
  );
  return rowCount ?? 0;
}

/** A test of one channel, on or off. @returns its id */
export async function deliveryTest(db: Queryable, at: Date, channelId: number, notice: AlarmNotice): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    sql(
      `INSERT INTO alarm_delivery (channel_id, kind, notice, state, attempts, created_at, next_at)
     VALUES ($channelId, 'test', $notice, 'pending', 1, $at, $at::timestamptz + interval '1 minute')
       RETURNING delivery_id AS id`,
      { at, channelId, notice: JSON.stringify(notice) },
    ),
  );
  return rows[0]?.id ?? 0;
}

/** Queues a follow-up (acknowledged, resolved) for each channel that was notified of the start. @returns how many */
export async function deliveryQueueTold(
  db: Queryable,
  at: Date,
  incidentId: number,
  notice: AlarmNotice,
  notTo: readonly ChannelKind[] = [],
): Promise<number> {
  const { rowCount } = await db.query(
    sql(
      `INSERT INTO alarm_delivery (channel_id, incident_id, kind, notice, state, attempts, created_at, next_at)
     SELECT c.channel_id, $incidentId, $kind, $notice, 'pending', 0, $at, $at FROM alarm_channel c
      WHERE c.enabled AND c.kind <> ALL ($notTo) AND EXISTS (SELECT FROM alarm_delivery d
        WHERE d.incident_id = $incidentId AND d.channel_id = c.channel_id) ORDER BY c.channel_id`,
      { at, incidentId, kind: notice.kind, notice: JSON.stringify(notice), notTo },
    ),
  );
  return rowCount ?? 0;
}

/**
 * Deliveries that are due, of each channel but those in `busy` its oldest; no other process gets them before `leaseMs`
 * are over. What tells of an incident goes to a channel in its order: that it is over never comes before that it began.
 * @param limits `together`: of channels that people read
 */
export async function deliveryClaim(
  db: Queryable,
  now: Date | null,
  {
    leaseMs,
    perChannel,
    together,
  }: { readonly leaseMs: number; readonly perChannel: number; readonly together: number },
  busy: readonly number[] = [],
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.query<ClaimedDelivery>(
    sql(
      `WITH due AS MATERIALIZED (
       SELECT q.delivery_id FROM alarm_channel c CROSS JOIN LATERAL (
         SELECT d.delivery_id FROM alarm_delivery d
          WHERE d.channel_id = c.channel_id AND d.state = 'pending' AND d.next_at <= coalesce($now, clock_timestamp())
            AND NOT EXISTS (SELECT FROM alarm_delivery o
                             WHERE o.incident_id = d.incident_id AND o.channel_id = d.channel_id AND o.state = 'pending'
                               AND o.delivery_id < d.delivery_id)
          ORDER BY d.next_at, d.delivery_id LIMIT CASE WHEN c.kind = ANY ($readByPeople) THEN $together::int
            ELSE $perChannel::int END FOR UPDATE SKIP LOCKED) q
        WHERE c.channel_id <> ALL ($busy::int[]))
     UPDATE alarm_delivery d SET attempts = d.attempts + 1,
       next_at = coalesce($now, clock_timestamp()) + $leaseMs * interval '1 ms'
       FROM due WHERE d.delivery_id = due.delivery_id
     RETURNING d.delivery_id AS "deliveryId", d.channel_id AS "channelId", d.notice, d.attempts`,
      { now, leaseMs, perChannel, busy, readByPeople: READ_BY_PEOPLE, together },
    ),
  );
  return rows.toSorted((a, b) => a.deliveryId - b.deliveryId);
}

export interface DeliveryVerdict {
  readonly state: DeliveryState;
  /** HTTP or SMTP code; null: none came. */
  readonly status: number | null;
  /** Why it failed, in our words. */
  readonly problem: string | null;
  /** Until the next try; for pending ones. */
  readonly waitMs: number;
}

export async function deliverySettle(
  db: Queryable,
  now: Date | null,
  deliveryIds: readonly number[],
  { state, status, problem, waitMs }: DeliveryVerdict,
): Promise<void> {
  await db.query(
    sql(
      `UPDATE alarm_delivery SET state = $state, status = $status, problem = $problem, tried_at = coalesce($now,
        clock_timestamp()),
            next_at = coalesce($now, clock_timestamp()) + $waitMs * interval '1 ms'
      WHERE delivery_id = ANY ($deliveryIds) AND state = 'pending'`,
      { deliveryIds, now, state, status, problem, waitMs },
    ),
  );
}

/** Newest first; `channelId` null: of every channel. */
export async function deliveryLog(db: Queryable, channelId: number | null, limit: number): Promise<DeliveryLogRow[]> {
  const { rows } = await db.query<DeliveryLogRow>(
    sql(
      `SELECT delivery_id AS "deliveryId", channel_id AS "channelId", incident_id AS "incidentId", kind,
        notice, state, attempts,
            created_at AS "createdAt", next_at AS "nextAt", tried_at AS "triedAt", status, problem
       FROM alarm_delivery WHERE $channelId::int IS NULL OR channel_id = $channelId ORDER BY delivery_id DESC
         LIMIT $limit`,
      { channelId, limit },
    ),
  );
  return rows;
}
