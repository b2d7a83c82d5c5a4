import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { TimelinePlace } from './timeline-groups';

export interface TimelineHeadRow {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
  /** The cursor went past it while its key was busy: it is read from the log when the key is free. */
  readonly passedOver: boolean;
  /** The key is busy; false: free again, this message is next or close to it. */
  readonly busy: boolean;
  readonly since: Date;
  readonly headOff: number | null;
  readonly headId: string | null;
  readonly headAttempt: number;
  readonly headHeld: boolean;
  readonly headVisibleAt: Date | null;
  readonly ahead: number;
  /** An operator holds the key. */
  readonly holdAt: Date | null;
  readonly holdBy: string | null;
  readonly holdReason: string | null;
}

/** What an ordered group holds of each message's key: the head that blocks it and how much is in between. */
export async function timelineHeads(
  db: Queryable,
  groupIds: readonly number[],
  places: readonly TimelinePlace[],
): Promise<TimelineHeadRow[]> {
  const { rows } = await db.query<TimelineHeadRow>(
    sql(
      `WITH key AS (
       SELECT f.*, w.off AS off FROM unnest($groupIds::int[], $queueIds::int[], $offs::bigint[],
         $messageGroups::text[]) w (group_id, queue_id, off, mgroup)
         JOIN fifo_group f ON f.group_id = w.group_id AND f.queue_id = w.queue_id AND f.mgroup = fifo_key(w.mgroup,
           w.off)
     ), work AS (
       SELECT k.group_id, k.queue_id, k.off, r.off AS at, r.attempt::int AS attempt, r.leased AS held, nullif(r.visible_at, 'infinity') AS visible_at
         FROM key k JOIN retry r ON r.group_id = k.group_id AND r.queue_id = k.queue_id AND r.mgroup = k.mgroup
       UNION ALL
       SELECT k.group_id, k.queue_id, k.off, o.at, 1, true, l.expires_at
         FROM key k JOIN lease l ON l.group_id = k.group_id AND l.queue_id = k.queue_id AND l.lease_id = k.lease_id
         CROSS JOIN LATERAL unnest(l.offs) WITH ORDINALITY o (at, ord)
        WHERE ((l.open & k.mask) >> (o.ord - 1)::int) & 1 = 1
     ), head AS (
       SELECT DISTINCT ON (w.group_id, w.queue_id, w.off) w.* FROM work w ORDER BY w.group_id, w.queue_id, w.off, w.at
     )
     SELECT k.group_id AS "groupId", k.queue_id AS "queueId", k.off, k.off > k.pos AS "passedOver", k.state = 1 AS busy,
       k.since,
            h.at AS "headOff", m.msg_id AS "headId", coalesce(h.attempt, 0) AS "headAttempt",
              coalesce(h.held, false) AS "headHeld", h.visible_at AS "headVisibleAt",
            (SELECT count(*) FROM work w WHERE w.group_id = k.group_id AND w.queue_id = k.queue_id AND w.off = k.off
              AND w.at < k.off)
              + (SELECT count(*) FROM message b WHERE b.queue_id = k.queue_id AND b.mgroup = k.mgroup AND b.off > k.pos
                AND b.off < k.off) AS ahead,
            j.started_at AS "holdAt", j.actor AS "holdBy", j.reason AS "holdReason"
       FROM key k
       LEFT JOIN retry_job j ON j.job_id = k.hold_job
       LEFT JOIN head h ON h.group_id = k.group_id AND h.queue_id = k.queue_id AND h.off = k.off
       LEFT JOIN any_message m ON m.queue_id = k.queue_id AND m.off = h.at AND m.seg >= 0`,
      {
        groupIds,
        queueIds: places.map(({ queueId }) => queueId),
        offs: places.map(({ off }) => off),
        messageGroups: places.map(({ messageGroup }) => messageGroup),
      },
    ),
  );
  return rows;
}
