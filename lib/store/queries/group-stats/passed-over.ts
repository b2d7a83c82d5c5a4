import type { Queryable } from '../../queryable';

export interface PassedOverRow {
  readonly groupId: number;
  readonly messages: number;
  readonly oldestAt: Date | null;
}

/**
 * Messages of busy ordered keys that the cursor has passed and no client has got yet: they wait behind the head of
 * their key and are part of what is ready.
 */
export async function passedOver(db: Queryable, groupId: number | null): Promise<PassedOverRow[]> {
  const { rows } = await db.query<PassedOverRow>(
    `SELECT f.group_id AS "groupId", sum(w.n)::bigint AS messages, min(w.oldest_at) AS "oldestAt"
       FROM fifo_group f
      CROSS JOIN LATERAL (
         SELECT count(*) AS n, min(m.stored_at) AS oldest_at FROM message m
          WHERE m.queue_id = f.queue_id AND m.mgroup = f.mgroup AND m.off > f.pos
            AND m.off < coalesce((SELECT l.end_off FROM lease l WHERE l.group_id = f.group_id
              AND l.queue_id = f.queue_id ORDER BY l.lease_id DESC LIMIT 1), 0)) w
      WHERE f.skipped AND ($1::int IS NULL OR f.group_id = $1)
      GROUP BY f.group_id`,
    [groupId],
  );
  return rows;
}
