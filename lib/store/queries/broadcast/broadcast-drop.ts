import type { Queryable } from '../../queryable';

/** Removes members not seen for `goneMs`; answers how many. */
export async function broadcastDrop(db: Queryable, now: Date | null, goneMs: number, limit: number): Promise<number> {
  const { rows } = await db.query<{ dropped: number }>('SELECT broadcast_drop($1, $2, $3) AS dropped', [
    now,
    goneMs,
    limit,
  ]);
  return rows[0]?.dropped ?? 0;
}
