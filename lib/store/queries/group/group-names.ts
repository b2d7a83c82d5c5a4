import type { Queryable } from '../../queryable';

/** Every group by name, without the members of broadcast groups. */
export async function groupNames(
  db: Queryable,
): Promise<{ readonly groupId: number; readonly name: string; readonly messageModel: string }[]> {
  const { rows } = await db.query<{ groupId: number; name: string; messageModel: string }>(
    `SELECT group_id AS "groupId", name, message_model AS "messageModel" FROM consumer_group WHERE broadcast_of IS NULL ORDER BY name`,
  );
  return rows;
}
