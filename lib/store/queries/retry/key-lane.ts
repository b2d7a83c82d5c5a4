import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface LaneRow {
  /** @neverNull every place has one */
  readonly off: number;
  /** @neverNull what waits is kept */
  readonly messageId: string;
  /** @neverNull what waits is kept */
  readonly storedAt: Date;
}

/**
 * What of a key comes after an offset, in the order in which it will be delivered: what failed or is parked, what a client
 * holds, then what is still in the log.
 */
export async function keyLane(
  db: Queryable,
  groupId: number,
  at: { readonly queueId: number; readonly key: string; readonly after: number },
  limit: number,
): Promise<LaneRow[]> {
  const { rows } = await db.query<LaneRow>(
    sql(
      `WITH busy AS (
       SELECT f.pos, f.lease_id, f.mask FROM fifo_group f
        WHERE f.group_id = $groupId AND f.queue_id = $queueId AND f.mgroup = $key
     ), place AS (
       (SELECT r.off FROM retry r WHERE r.group_id = $groupId AND r.queue_id = $queueId AND r.mgroup = $key
          AND r.off > $after ORDER BY r.off LIMIT $limit)
       UNION
       (SELECT o.off FROM busy b
          JOIN lease l ON l.group_id = $groupId AND l.queue_id = $queueId AND l.lease_id = b.lease_id
         CROSS JOIN LATERAL unnest(l.offs) WITH ORDINALITY o (off, ord)
         WHERE ((l.open & b.mask) >> (o.ord - 1)::int) & 1 = 1 AND o.off > $after ORDER BY o.off LIMIT $limit)
       UNION
       (SELECT m.off FROM busy b CROSS JOIN LATERAL (
          SELECT a.off FROM message a WHERE a.queue_id = $queueId AND a.mgroup = $key AND a.off > greatest(b.pos, $after)
           ORDER BY a.off LIMIT $limit) m)
     ), first AS (SELECT p.off FROM place p ORDER BY p.off LIMIT $limit)
     SELECT f.off, m.msg_id AS "messageId", m.stored_at AS "storedAt" FROM first f
      CROSS JOIN LATERAL (SELECT a.msg_id, a.stored_at FROM any_message a WHERE a.queue_id = $queueId AND a.off = f.off
        AND a.seg >= 0 LIMIT 1) m
      ORDER BY f.off`,
      { groupId, ...at, limit },
    ),
  );
  return rows;
}
