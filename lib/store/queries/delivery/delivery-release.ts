import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/** Ends everything a client holds for a group after `afterMs`; answers how many rows. */
export async function deliveryRelease(
  db: Queryable,
  now: Date | null,
  groupId: number,
  clientId: number,
  afterMs: number,
): Promise<number> {
  const { rows } = await db.query<{ released: number }>(
    sql(
      `SELECT delivery_release(p_now => $now, p_group => $groupId, p_client => $clientId,
        p_after_ms => $afterMs) AS released`,
      { now, groupId, clientId, afterMs },
    ),
  );
  return rows[0]?.released ?? 0;
}
