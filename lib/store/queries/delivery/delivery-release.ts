import type { Queryable } from '../../queryable';

/** Ends everything a client holds for a group after `afterMs`; answers how many rows. */
export async function deliveryRelease(
  db: Queryable,
  now: Date | null,
  groupId: number,
  clientId: number,
  afterMs: number,
): Promise<number> {
  const { rows } = await db.query<{ released: number }>('SELECT delivery_release($1, $2, $3, $4) AS released', [
    now,
    groupId,
    clientId,
    afterMs,
  ]);
  return rows[0]?.released ?? 0;
}
