import type { Queryable } from '../../queryable';

/** The member that a client is in a broadcast group, made when it is new; null: the group does not broadcast (any more). */
export async function broadcastJoin(
  db: Queryable,
  now: Date | null,
  groupId: number,
  clientId: number,
): Promise<number | null> {
  const { rows } = await db.query<{ member: number | null }>('SELECT broadcast_join($1, $2, $3) AS member', [
    now,
    groupId,
    clientId,
  ]);
  return rows[0]?.member ?? null;
}
