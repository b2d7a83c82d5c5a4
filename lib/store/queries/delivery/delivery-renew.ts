import type { Queryable } from '../../queryable';

/** Moves the end of leases held by these clients; answers how many rows moved. */
export async function deliveryRenew(
  db: Queryable,
  now: Date | null,
  clientIds: readonly number[],
  withinMs: number,
  invisibleMs: number,
): Promise<number> {
  const { rows } = await db.query<{ renewed: number }>('SELECT delivery_renew($1, $2, $3, $4) AS renewed', [
    now,
    clientIds,
    withinMs,
    invisibleMs,
  ]);
  return rows[0]?.renewed ?? 0;
}
