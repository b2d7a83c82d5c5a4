import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

/**
 * The member that a client is in a broadcast group, made when it is new; null: the group does not broadcast (any more).
 */
export async function broadcastJoin(
  db: Queryable,
  now: Date | null,
  groupId: number,
  clientId: number,
): Promise<number | null> {
  const { rows } = await db.query<{ member: number | null }>(
    sql('SELECT broadcast_join(p_now => $now, p_group => $groupId, p_client => $clientId) AS member', {
      now,
      groupId,
      clientId,
    }),
  );
  return rows[0]?.member ?? null;
}
