import type { Queryable } from '../../queryable';

/** Makes the claim locks of a group on every queue of a topic; returns how many were new. */
export async function groupQueueSubscribe(
  db: Queryable,
  now: Date | null,
  groupId: number,
  topicId: number,
): Promise<number> {
  const { rows } = await db.query<{ made: number }>('SELECT group_queue_subscribe($1, $2, $3) AS made', [
    now,
    groupId,
    topicId,
  ]);
  return rows[0]?.made ?? 0;
}
