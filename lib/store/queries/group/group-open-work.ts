import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface OpenWork {
  readonly inFlight: number;
  readonly waiting: number;
  readonly orderedKeys: number;
  readonly openRedrives: number;
}

/** The group and, when it broadcasts, its members. */
const HOLDERS = 'SELECT h.group_id FROM consumer_group h WHERE h.group_id = $1 OR h.broadcast_of = $1';

/** Stops claims of one group, members included, and what decides about their deliveries, until the transaction ends. */
export async function groupQueuesLock(db: Queryable, groupId: number): Promise<void> {
  await db.query('SELECT 1 FROM consumer_group WHERE broadcast_of = $1 ORDER BY group_id FOR UPDATE', [groupId]);
  await db.query(`SELECT 1 FROM group_queue WHERE group_id IN (${HOLDERS}) ORDER BY group_id, queue_id FOR UPDATE`, [
    groupId,
  ]);
}

/** What hangs on the delivery order: open deliveries, failed messages, keys with messages behind them, re-drives. */
export async function groupOpenWork(db: Queryable, groupId: number): Promise<OpenWork> {
  const { rows } = await db.query<OpenWork>(
    `SELECT (SELECT coalesce(sum(bit_count(l.open::bit(64))), 0)::int FROM lease l WHERE l.group_id IN (${HOLDERS})
      AND l.live)
              + count(*) FILTER (WHERE r.leased)::int AS "inFlight",
            count(*) FILTER (WHERE NOT r.leased)::int AS waiting,
            (SELECT count(*)::int FROM fifo_group f WHERE f.group_id IN (${HOLDERS})) AS "orderedKeys",
            (SELECT count(*)::int FROM redrive d WHERE d.group_id = $1 AND d.finished_at IS NULL) AS "openRedrives"
       FROM retry r WHERE r.group_id IN (${HOLDERS})`,
    [groupId],
  );
  return rows[0] ?? { inFlight: 0, waiting: 0, orderedKeys: 0, openRedrives: 0 };
}

export interface GroupReaders {
  /** Messages of the log that the group itself, not a member, has still to read. */
  readonly unread: number;
  /** Members whose client was seen within `silenceMs`. */
  readonly connected: number;
}

export async function groupReaders(
  db: Queryable,
  now: Date | null,
  groupId: number,
  silenceMs: number,
): Promise<GroupReaders> {
  const { rows } = await db.query<GroupReaders>(
    sql(
      `SELECT (SELECT coalesce(sum(greatest(t.off - p.off, 0)), 0)::int
               FROM group_queue gq JOIN queue q ON q.queue_id = gq.queue_id
              CROSS JOIN LATERAL (SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = q.queue_id
                ORDER BY m.off DESC LIMIT 1), q.base_off) AS off) t
              CROSS JOIN LATERAL (SELECT coalesce((SELECT l.end_off FROM lease l WHERE l.group_id = gq.group_id
                AND l.queue_id = gq.queue_id
                                                    ORDER BY l.lease_id DESC LIMIT 1), gq.start_off) AS off) p
              WHERE gq.group_id = $groupId) AS unread,
            (SELECT count(*)::int FROM consumer_group g JOIN broadcast_member b ON b.group_id = g.group_id
              WHERE g.broadcast_of = $groupId AND g.message_model = 'broadcasting'
                AND b.seen_at > coalesce($now, clock_timestamp()) - $silenceMs * interval '1 ms') AS connected`,
      { now, groupId, silenceMs },
    ),
  );
  return rows[0] ?? { unread: 0, connected: 0 };
}
