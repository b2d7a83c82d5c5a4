import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Removes members not seen for `goneMs`; answers how many. */
export async function broadcastDrop(db: Queryable, now: Date | null, goneMs: number, limit: number): Promise<number> {
  const { rows } = await db.query<{ dropped: number }>(
    sql('SELECT broadcast_drop(p_now => $now, p_gone_ms => $goneMs, p_limit => $limit) AS dropped', {
      now,
      goneMs,
      limit,
    }),
  );
  return rows[0]?.dropped ?? 0;
}
