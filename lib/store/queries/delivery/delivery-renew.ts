import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Moves the end of leases held by these clients; answers how many rows moved. */
export async function deliveryRenew(
  db: Queryable,
  now: Date | null,
  clientIds: readonly number[],
  withinMs: number,
  invisibleMs: number,
): Promise<number> {
  const { rows } = await db.query<{ renewed: number }>(
    sql(
      `SELECT delivery_renew(p_now => $now, p_clients => $clientIds, p_within_ms => $withinMs,
        p_invisible_ms => $invisibleMs) AS renewed`,
      { now, clientIds, withinMs, invisibleMs },
    ),
  );
  return rows[0]?.renewed ?? 0;
}
